from django.urls import path
from django.utils.translation import gettext_lazy as _

from trainer.lessons import desk_views, screen_views, start_views

app_name = "lessons"
urlpatterns = [
    path("", desk_views.join, name="join"),
    path(_("now/<slug:classroom>/"), desk_views.now, name="now"),
    path(_("new/<slug:classroom>/"), start_views.start, name="start"),
    path("<slug:public_id>/", desk_views.desk, name="desk"),
    path(_("<slug:public_id>/vote/"), desk_views.vote, name="vote"),
    path(_("<slug:public_id>/screen/"), screen_views.screen, name="screen"),
    path(_("<slug:public_id>/act/"), screen_views.act, name="act"),
    path(_("<slug:public_id>/summary/"), screen_views.summary, name="summary"),
    path(_("<slug:public_id>/delete/"), screen_views.delete, name="delete"),
]
