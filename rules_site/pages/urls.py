"""One address a page of content; its file in `content/<language>/` has the same name."""

from django.urls import path
from django.utils.translation import gettext_lazy as _

from rules_site.pages import deal_views, first_deal, scoring_views, views, which_views

app_name = "pages"
urlpatterns = [
    path("", views.home, name="home"),
    path(_("rules/"), views.page, {"name": "rules"}, name="rules"),
    path(_("scoring/"), scoring_views.scoring, name="scoring"),
    path(_("deal/"), deal_views.deal, name="deal"),
    path(_("first-deal/"), first_deal.first_deal, name="first-deal"),
    path(_("strategy/"), views.page, {"name": "strategy"}, name="strategy"),
    path(_("mistakes/"), views.page, {"name": "mistakes"}, name="mistakes"),
    path(_("faq/"), views.page, {"name": "faq"}, name="faq"),
    path(_("glossary/"), views.page, {"name": "glossary"}, name="glossary"),
    path(_("glossary/word/<slug:term>/"), views.term, name="term"),
    path(_("variants/"), views.page, {"name": "variants"}, name="variants"),
    path(_("which-game/"), which_views.which, name="which"),
    path(_("family/"), views.page, {"name": "family"}, name="family"),
    path(_("related/"), views.page, {"name": "related"}, name="related"),
    path(_("handout/"), views.page, {"name": "handout"}, name="handout"),
    path(_("about/"), views.page, {"name": "about"}, name="about"),
    path(_("privacy/"), views.page, {"name": "privacy"}, name="privacy"),
    path(_("accessibility/"), views.page, {"name": "accessibility"}, name="accessibility"),
]
