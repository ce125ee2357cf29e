from django.urls import path
from django.utils.translation import gettext_lazy as _

from trainer.progress import export_views, history_views, rating_after, reset_views, views

app_name = "progress"
urlpatterns = [
    path("", views.mine, name="mine"),
    path(_("history/"), history_views.history, name="history"),
    path(
        _("history/<slug:public_id>/<int:version>/<int:number>/"),
        history_views.past_attempt,
        name="past_attempt",
    ),
    path(_("rating/<slug:public_id>/<int:version>/"), rating_after.new_rating, name="new_rating"),
    path(_("start-anew/"), reset_views.reset, name="reset"),
    path("export.csv", export_views.export_csv, name="export_csv"),
    path("export.json", export_views.export_json, name="export_json"),
]
