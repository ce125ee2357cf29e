"""Addresses of the second step, under allauth's names."""

from django.urls import path
from django.utils.translation import gettext_lazy as _

from trainer.accounts import second_step_views as views

urlpatterns = [
    path("", views.overview, name="mfa_index"),
    path(_("code/"), views.second, name="mfa_authenticate"),
    path(_("confirm/code/"), views.prove_code, name="mfa_reauthenticate"),
    path(_("confirm/passkey/"), views.prove_passkey, name="mfa_reauthenticate_webauthn"),
    path(_("confirm/"), views.prove_password, name="account_reauthenticate"),
    path(_("app/"), views.activate_app, name="mfa_activate_totp"),
    path(_("app/remove/"), views.deactivate_app, name="mfa_deactivate_totp"),
    path(_("reserve-codes/"), views.reserve_codes, name="mfa_view_recovery_codes"),
    path(_("reserve-codes/new/"), views.new_codes, name="mfa_generate_recovery_codes"),
    path(_("reserve-codes/file/"), views.download_codes, name="mfa_download_recovery_codes"),
    path(_("passkeys/"), views.passkeys, name="mfa_list_webauthn"),
    path(_("passkeys/add/"), views.add_passkey, name="mfa_add_webauthn"),
    path(_("passkeys/sign-in/"), views.sign_in_with_passkey, name="mfa_login_webauthn"),
    path(_("passkeys/<int:pk>/name/"), views.rename_passkey, name="mfa_edit_webauthn"),
    path(_("passkeys/<int:pk>/remove/"), views.remove_passkey, name="mfa_remove_webauthn"),
]
