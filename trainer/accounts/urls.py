from django.urls import path

from trainer.accounts import views

app_name = "display"
urlpatterns = [path("", views.settings_page, name="settings")]
