"""Addresses that a school's sign-in service is told once: without a language, under allauth's names."""

from django.urls import path

from trainer.accounts import school_views as views

urlpatterns = [
    path("oidc/cancelled/", views.cancelled, name="socialaccount_login_cancelled"),
    path("oidc/<slug:provider_id>/login/", views.leave, name="openid_connect_login"),
    path("oidc/<slug:provider_id>/login/callback/", views.come_back, name="openid_connect_callback"),
]
