from django.urls import path
from django.utils.translation import gettext_lazy as _

from trainer.review import typed_views, views

app_name = "review"
urlpatterns = [
    path(_("typed/"), typed_views.typed, name="typed"),
    path(_("deal/<slug:public_id>/"), views.deal, name="deal"),
    path("<slug:public_id>/", views.review, name="review"),
    path(_("<slug:public_id>/practise/"), views.practise, name="practise"),
]
