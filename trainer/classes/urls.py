from django.urls import path
from django.utils.translation import gettext_lazy as _

from trainer.classes import (
    assign_views,
    assignment_views,
    import_views,
    join_views,
    preview_views,
    results_views,
    sign_in_views,
    slip_views,
    views,
)

app_name = "classes"
urlpatterns = [
    path("", views.index, name="index"),
    path(_("new-class/"), views.create, name="create"),
    path(_("join/"), join_views.join, name="join"),
    path(_("assignments/<slug:public_id>/"), assignment_views.assignment, name="assignment"),
    # Before the cells, whose addresses have a pupil in the middle.
    path(
        _("assignments/<slug:public_id>/preview/<int:position>/"),
        preview_views.preview_drill,
        name="preview_drill",
    ),
    path(_("assignments/<slug:public_id>/<slug:pupil>/<int:position>/"), assignment_views.cell, name="cell"),
    path(_("assignments/<slug:public_id>/withdraw/"), assignment_views.withdraw, name="withdraw"),
    path(_("assignments/<slug:public_id>/change/"), assign_views.edit, name="edit"),
    path(_("assignments/<slug:public_id>/copy/"), assign_views.copy, name="copy"),
    path(_("assignments/<slug:public_id>/preview/"), preview_views.preview, name="preview"),
    path(_("assignments/<slug:public_id>/answers.csv"), results_views.grid_csv, name="grid_csv"),
    path(_("assignments/<slug:public_id>/answers.xlsx"), results_views.grid_xlsx, name="grid_xlsx"),
    path(_("<slug:public_id>/answers/"), results_views.results, name="results"),
    path(_("<slug:public_id>/answers.csv"), results_views.results_csv, name="results_csv"),
    path(_("<slug:public_id>/answers.xlsx"), results_views.results_xlsx, name="results_xlsx"),
    path("<slug:public_id>/", views.classroom, name="classroom"),
    path(_("<slug:public_id>/new-pupils/"), import_views.import_pupils, name="import_pupils"),
    path(_("<slug:public_id>/slips/"), slip_views.slips, name="slips"),
    path(_("<slug:public_id>/slips/print/"), slip_views.slips_print, name="slips_print"),
    path(_("<slug:public_id>/slips/pdf/"), slip_views.slips_pdf, name="slips_pdf"),
    path(_("<slug:public_id>/new-codes/"), slip_views.new_codes, name="new_codes"),
    path(_("<slug:public_id>/sign-in/"), sign_in_views.sign_in, name="sign_in"),
    path(_("<slug:public_id>/assign/"), assign_views.assign, name="assign"),
    path(_("<slug:public_id>/assign/pick/"), assign_views.pick, name="pick"),
    path(_("<slug:public_id>/archive/"), views.archive, name="archive"),
    path(_("<slug:public_id>/restore/"), views.restore, name="restore"),
    path(_("<slug:public_id>/new-code/"), views.change_code, name="change_code"),
    path(_("<slug:public_id>/pupils/<slug:pupil>/"), views.pupil, name="pupil"),
    path(_("<slug:public_id>/pupils/<slug:pupil>/new-code/"), views.new_code, name="new_code"),
    path(_("<slug:public_id>/pupils/<slug:pupil>/remove/"), views.remove_pupil, name="remove_pupil"),
]
