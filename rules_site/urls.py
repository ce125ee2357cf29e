"""Addresses of the site. Every page lives under its language; slugs are translated."""

from __future__ import annotations

from django.conf import settings
from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.utils.translation import gettext_lazy as _

from rules_site.pages import views as pages

handler400 = "rules_site.errors.bad_request"
handler403 = "rules_site.errors.forbidden"
handler404 = "rules_site.errors.not_found"
handler429 = "rules_site.errors.too_many"  # asked for by allauth
handler500 = "rules_site.errors.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", pages.choose_language, name="root"),
    path("healthz", pages.healthz, name="healthz"),
    path("robots.txt", pages.robots, name="robots"),
    *([path("admin/", admin.site.urls)] if settings.ADMIN else []),
    path("", include("trainer.accounts.school_urls")),
    path("sitemap.xml", pages.sitemap, name="sitemap"),
    *i18n_patterns(
        path(_("account/"), include("trainer.accounts.account_urls")),
        path(_("settings/"), include("trainer.accounts.urls")),
        path(_("practise/"), include("trainer.drills.urls")),
        path(_("sessions/"), include("trainer.progress.session_urls")),
        path(_("progress/"), include("trainer.progress.urls")),
        path(_("coach/"), include("trainer.review.urls")),
        path(_("score-keeper/"), include("trainer.scorekeeper.urls")),
        path(_("classes/"), include("trainer.classes.urls")),
        path(_("play/"), include("trainer.play.urls")),
        path(_("lessons/"), include("trainer.lessons.urls")),
        path("", include("trainer.privacy.urls")),
        path(_("print/"), include("rules_site.pages.print_urls")),
        path("", include("rules_site.pages.school_urls")),
        path(_("search/"), include("rules_site.pages.search.urls")),
        path("", include("rules_site.pages.urls")),
    ),
]
