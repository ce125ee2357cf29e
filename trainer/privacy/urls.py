from django.urls import path
from django.utils.translation import gettext_lazy as _

from trainer.privacy import class_views, views

app_name = "privacy"
urlpatterns = [
    path(_("my-data/"), views.my_data, name="my_data"),
    path(_("my-data/file/"), views.download, name="download"),
    path(_("my-data/delete/"), views.delete_me, name="delete_me"),
    path(_("my-data/deleted/"), views.deleted, name="deleted"),
    path(_("who-sees-what/"), views.who_sees, name="who_sees"),
    path(_("classes/<slug:public_id>/delete/"), class_views.delete_class, name="delete_class"),
    path(
        _("classes/<slug:public_id>/pupils/<slug:pupil>/delete/"),
        class_views.delete_pupil,
        name="delete_pupil",
    ),
]
