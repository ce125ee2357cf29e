from django.urls import URLPattern

app_name = "display"
urlpatterns: list[URLPattern] = []
