"""The second step and the places signed in: one's own alone. People here have neither password nor step."""

from __future__ import annotations

from tests.access.matrix import Row, everyone, to_sign_in, told_signed_out

_NO_WAY_TO_PROVE = to_sign_in(403)  # with a password they would be asked for it
_NONE_YET = to_sign_in(404)


def _unknown(_scene: object) -> tuple[int]:
    return (4711,)


ROWS = {
    "usersessions_list": Row(get=to_sign_in(200), post=told_signed_out(302), data={"others": "1"}),
    "account_reauthenticate": Row(get=_NO_WAY_TO_PROVE, post=everyone(403)),
    "mfa_index": Row(get=to_sign_in(200)),
    "mfa_authenticate": Row(get=everyone(302), post=everyone(302)),  # comes after the password
    "mfa_reauthenticate": Row(get=_NO_WAY_TO_PROVE, post=everyone(403)),
    "mfa_reauthenticate_webauthn": Row(get=_NO_WAY_TO_PROVE, post=everyone(403)),
    "mfa_activate_totp": Row(get=everyone(302), post=told_signed_out(302)),
    "mfa_deactivate_totp": Row(get=_NONE_YET, post=told_signed_out(404)),
    "mfa_view_recovery_codes": Row(get=_NONE_YET),
    "mfa_generate_recovery_codes": Row(get=_NO_WAY_TO_PROVE, post=everyone(403)),
    "mfa_download_recovery_codes": Row(get=_NONE_YET),
    "mfa_list_webauthn": Row(get=everyone(302)),
    "mfa_add_webauthn": Row(get=everyone(302), post=told_signed_out(302)),
    "mfa_login_webauthn": Row(get=everyone(302), post=everyone(302)),
    "mfa_edit_webauthn": Row(_unknown, get=_NO_WAY_TO_PROVE, post=everyone(403)),
    "mfa_remove_webauthn": Row(_unknown, get=_NO_WAY_TO_PROVE, post=everyone(403)),
}
