"""The account pages: those of allauth that this site uses, under allauth's names, and our own."""

from allauth.account import views as allauth_views
from django.urls import include, path, register_converter
from django.urls.converters import StringConverter
from django.utils.translation import gettext_lazy as _

from trainer.accounts import entrance, place_views, school_connection_views, teacher_views, views


class Base36Converter(StringConverter):
    """A user's id in a reset link; no hyphen, which parts it from the key."""

    regex = "[0-9A-Za-z]+"


register_converter(Base36Converter, "base36")

urlpatterns = [
    path("", views.account_home, name="account_home"),
    path(_("sign-in/"), entrance.sign_in, name="account_login"),
    path(_("sign-out/"), allauth_views.logout, name="account_logout"),
    path(_("sign-up/"), entrance.sign_up, name="account_signup"),
    path(_("closed/"), allauth_views.account_inactive, name="account_inactive"),
    path(_("recovery/"), views.use_recovery_code, name="account_recovery"),
    path(_("recovery-code/"), views.new_recovery_code, name="account_recovery_code"),
    path(_("two-step-sign-in/"), include("trainer.accounts.second_step_urls")),
    path(_("places/"), place_views.places, name="usersessions_list"),
    path(_("school-sign-in/"), school_connection_views.connections, name="socialaccount_connections"),
    path(_("teaching/"), teacher_views.teaching, name="account_teacher"),
    path(_("e-mail/"), entrance.address, name="account_email"),
    path(_("e-mail/sent/"), allauth_views.email_verification_sent, name="account_email_verification_sent"),
    path(_("e-mail/confirm/<key>/"), allauth_views.confirm_email, name="account_confirm_email"),
    path(_("password/change/"), entrance.change_password, name="account_change_password"),
    path(_("password/choose/"), entrance.set_password, name="account_set_password"),
    path(_("password/forgotten/"), entrance.reset_password, name="account_reset_password"),
    path(
        _("password/forgotten/sent/"), allauth_views.password_reset_done, name="account_reset_password_done"
    ),
    path(
        _("password/new/<base36:uidb36>-<key>/"),
        entrance.reset_password_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        _("password/changed/"),
        allauth_views.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
]
