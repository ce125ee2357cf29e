"""Addresses of pages for paper: below `print/`, named as the page, with `pdf/` for the PDF."""

from django.urls import path
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules_site.pages import print_views

app_name = "print"


def _pdf(slug: str) -> str:
    return f"{gettext(slug)}pdf/"


pdf_of = lazy(_pdf, str)

urlpatterns = [
    path(_("rules/"), print_views.content, {"name": "rules"}, name="rules"),
    path(pdf_of("rules/"), print_views.content_pdf, {"name": "rules"}, name="rules-pdf"),
    path(_("handout/"), print_views.content, {"name": "handout"}, name="handout"),
    path(pdf_of("handout/"), print_views.content_pdf, {"name": "handout"}, name="handout-pdf"),
    path(_("worksheet/"), print_views.worksheet, name="worksheet"),
    path(pdf_of("worksheet/"), print_views.worksheet_pdf, name="worksheet-pdf"),
    path(_("scoresheet/"), print_views.scoresheet, name="scoresheet"),
    path(pdf_of("scoresheet/"), print_views.scoresheet_pdf, name="scoresheet-pdf"),
    path(_("key/"), print_views.key, name="key"),
    path(pdf_of("key/"), print_views.key_pdf, name="key-pdf"),
]
