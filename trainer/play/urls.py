from django.urls import path
from django.utils.translation import gettext_lazy as _

from trainer.play import views

app_name = "play"
urlpatterns = [
    path("", views.index, name="index"),
    path("<slug:public_id>/", views.deal, name="deal"),
    path(_("<slug:public_id>/how/"), views.habits, name="habits"),
    path(_("<slug:public_id>/next/"), views.following, name="next"),
    path(_("<slug:public_id>/again/"), views.again, name="again"),
]
