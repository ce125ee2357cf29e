"""Addresses that a school's sign-in service is told once: without a language, under allauth's names."""

from django.urls import path

from trainer.accounts import saml_views
from trainer.accounts import school_views as views

urlpatterns = [
    path("oidc/cancelled/", views.cancelled, name="socialaccount_login_cancelled"),
    path("oidc/<slug:provider_id>/login/", views.leave, name="openid_connect_login"),
    path("oidc/<slug:provider_id>/login/callback/", views.come_back, name="openid_connect_callback"),
    path("saml/<slug:organization_slug>/login/", saml_views.leave, name="saml_login"),
    path("saml/<slug:organization_slug>/answer/", saml_views.take_answer, name="saml_acs"),
    path("saml/<slug:organization_slug>/answer/read/", saml_views.come_back, name="saml_finish_acs"),
    path("saml/<slug:organization_slug>/metadata/", saml_views.metadata, name="saml_metadata"),
]
