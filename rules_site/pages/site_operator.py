"""Who runs this copy of the site, for the pages that tell whom to write to.

The name and the address come from the environment. Without a name the page says so, in the caption of
its figure `operator`.
"""

from __future__ import annotations

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString


def render_operator(unnamed: SafeString) -> SafeString:
    """A paragraph that names the operator; `unnamed` where the environment gives no name."""
    context = {"name": settings.OPERATOR, "mail": settings.OPERATOR_MAIL, "unnamed": unnamed}
    return render_to_string("pages/_operator.html", context)
