"""Papers that a school needs before it may use the site: below `for-schools/`, one address each."""

from django.urls import path
from django.utils.translation import gettext_lazy as _

from rules_site.pages import school_views

app_name = "school"
urlpatterns = [
    path(
        _("for-schools/processing-record/"),
        school_views.paper,
        {"name": "processing-record"},
        name="processing-record",
    ),
    path(
        _("for-schools/processor-agreement/"),
        school_views.paper,
        {"name": "processor-agreement"},
        name="processor-agreement",
    ),
    path(
        _("for-schools/risk-assessment/"),
        school_views.paper,
        {"name": "risk-assessment"},
        name="risk-assessment",
    ),
    path(
        _("for-schools/accessibility-points/"),
        school_views.paper,
        {"name": "accessibility-points"},
        name="accessibility-points",
    ),
]
