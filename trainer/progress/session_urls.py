from django.urls import path

from trainer.progress import session_views

app_name = "sessions"
urlpatterns = [
    path("", session_views.start, name="start"),
    path("<slug:public_id>/", session_views.session, name="session"),
]
