from django.urls import path

from trainer.progress import views

app_name = "progress"
urlpatterns = [
    path("", views.mine, name="mine"),
]
