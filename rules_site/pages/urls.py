from django.urls import path

from rules_site.pages import views

app_name = "pages"
urlpatterns = [path("", views.home, name="home")]
