"""The WSGI application for production servers."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rules_site.settings")
application = get_wsgi_application()

if settings.PRODUCTION:
    # Draws every page once and indexes it, a few seconds that no visitor should wait.
    from rules_site.pages.search.catalogue import index_of

    for _code, _name in settings.LANGUAGES:
        index_of(_code)
