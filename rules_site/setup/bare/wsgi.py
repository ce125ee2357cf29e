"""The bare site: no sessions, templates or translations; its database is the same SQLite as ours.

`BARE_SQLITE_PATH` says where. A POST reads the row counted so far and writes one more, in a transaction.
"""

from __future__ import annotations

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from rules_site import environment

settings.configure(
    SECRET_KEY="only for measuring",
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF="rules_site.setup.bare.urls",
    DATABASES={"default": environment.database("BARE_DATABASE", os.environ["BARE_SQLITE_PATH"])},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    USE_TZ=True,
)
application = get_wsgi_application()
