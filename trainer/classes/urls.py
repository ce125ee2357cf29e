from django.urls import path
from django.utils.translation import gettext_lazy as _

from trainer.classes import assignment_views, join_views, views

app_name = "classes"
urlpatterns = [
    path("", views.index, name="index"),
    path(_("new-class/"), views.create, name="create"),
    path(_("join/"), join_views.join, name="join"),
    path(_("assignments/<slug:public_id>/"), assignment_views.assignment, name="assignment"),
    path(_("assignments/<slug:public_id>/<slug:pupil>/<int:position>/"), assignment_views.cell, name="cell"),
    path(_("assignments/<slug:public_id>/withdraw/"), assignment_views.withdraw, name="withdraw"),
    path("<slug:public_id>/", views.classroom, name="classroom"),
    path(_("<slug:public_id>/assign/"), assignment_views.assign, name="assign"),
    path(_("<slug:public_id>/archive/"), views.archive, name="archive"),
    path(_("<slug:public_id>/restore/"), views.restore, name="restore"),
    path(_("<slug:public_id>/new-code/"), views.change_code, name="change_code"),
    path(_("<slug:public_id>/pupils/<slug:pupil>/"), views.pupil, name="pupil"),
    path(_("<slug:public_id>/pupils/<slug:pupil>/new-code/"), views.new_code, name="new_code"),
    path(_("<slug:public_id>/pupils/<slug:pupil>/remove/"), views.remove_pupil, name="remove_pupil"),
]
