from django.urls import path
from django.utils.translation import gettext_lazy as _

from trainer.scorekeeper import offline, views

app_name = "scorekeeper"
urlpatterns = [
    path("", views.index, name="index"),
    path("worker.js", offline.worker, name="worker"),
    path("<slug:public_id>/", views.pad, name="pad"),
    path(_("<slug:public_id>/delete/"), views.delete, name="delete"),
]
