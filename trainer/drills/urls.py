from django.urls import path
from django.utils.translation import gettext_lazy as _

from trainer.drills import after_views, play_views, report_views, views

app_name = "drills"
urlpatterns = [
    path("", views.index, name="index"),
    path(_("next/"), views.next_drill, name="next"),
    path(_("help/"), views.table_help, name="help"),
    path(_("reports/"), report_views.reports, name="reports"),
    path(_("today/"), views.today, name="today"),
    path("<slug:public_id>/", views.drill, name="drill"),
    path(_("<slug:public_id>/play-on/"), play_views.play_on, name="play"),
    path(_("<slug:public_id>/lines/"), after_views.lines, name="lines"),
    path(_("<slug:public_id>/same-idea/"), after_views.same_idea, name="same_idea"),
    path(_("<slug:public_id>/report/"), report_views.report, name="report"),
]
