from django.urls import URLPattern

app_name = "drills"
urlpatterns: list[URLPattern] = []
