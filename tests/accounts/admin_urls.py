"""The addresses of the site as `SITE_ADMIN=yes` makes them, whatever order the tests run in."""

from __future__ import annotations

from django.contrib import admin
from django.urls import path

from rules_site.urls import handler400, handler403, handler404, handler429, handler500
from rules_site.urls import urlpatterns as _site

__all__ = ["handler400", "handler403", "handler404", "handler429", "handler500", "urlpatterns"]

urlpatterns = [path("admin/", admin.site.urls), *_site]
