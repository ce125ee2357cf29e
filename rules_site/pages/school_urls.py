"""Papers that a school needs before it may use the site: below `for-schools/`, one address each."""

from django.urls import path
from django.utils.translation import gettext_lazy as _

from rules_site.pages import school_views

_PAPERS = {
    "processing-record": _("for-schools/processing-record/"),
    "processor-agreement": _("for-schools/processor-agreement/"),
    "risk-assessment": _("for-schools/risk-assessment/"),
    "accessibility-points": _("for-schools/accessibility-points/"),
}

app_name = "school"
urlpatterns = [
    path(address, school_views.paper, {"name": name}, name=name) for name, address in _PAPERS.items()
]
