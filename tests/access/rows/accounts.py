"""Accounts: one's own alone, and doors for those who are not signed in."""

from __future__ import annotations

from tests.access.matrix import SIGNED_IN, Row, everyone, only, to_sign_in, told_signed_out

_FORM = only(SIGNED_IN, 302, 200)  # who is signed in already is led on
_SENT = only(SIGNED_IN, 302, 422)

ROWS = {
    "display:settings": Row(get=everyone(200), post=everyone(422)),
    "account_home": Row(get=to_sign_in(200)),
    "account_teacher": Row(get=to_sign_in(200), post=told_signed_out(403)),  # without a confirmed address
    "account_login": Row(get=_FORM, post=_SENT),
    "account_signup": Row(get=_FORM, post=_SENT),
    "account_logout": Row(get=only(SIGNED_IN, 200, 302), post=everyone(302)),
    "account_inactive": Row(get=everyone(200)),
    "account_recovery": Row(get=everyone(200), post=everyone(422)),
    "account_recovery_code": Row(get=to_sign_in(200), post=told_signed_out(422)),
    "account_email": Row(get=to_sign_in(200), post=told_signed_out(302)),
    "account_email_verification_sent": Row(get=everyone(200)),
    "account_confirm_email": Row(lambda _scene: ("no-such-key",), get=everyone(200), post=everyone(404)),
    "account_change_password": Row(
        get=to_sign_in(302), post=told_signed_out(302)
    ),  # they have no password yet
    "account_set_password": Row(get=to_sign_in(200), post=told_signed_out(422)),
    "account_reset_password": Row(get=everyone(200), post=everyone(422)),
    "account_reset_password_done": Row(get=everyone(200)),
    "account_reset_password_from_key": Row(
        lambda _scene: ("1", "no-key"), get=everyone(200), post=everyone(422)
    ),
    "account_reset_password_from_key_done": Row(get=everyone(200)),
}
