"""The one address of search: `?q=` holds what is looked for."""

from django.urls import path

from rules_site.pages.search import views

app_name = "search"
urlpatterns = [path("", views.search, name="page")]
