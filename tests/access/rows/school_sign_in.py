"""The way to a school's sign-in service: not there unless one is configured (see test_school_sign_in)."""

from __future__ import annotations

from tests.access.matrix import Row, everyone


def _service(_scene: object) -> tuple[str]:
    return ("feide",)


ROWS = {
    "openid_connect_login": Row(_service, get=everyone(404), post=everyone(404)),
    "openid_connect_callback": Row(_service, get=everyone(404)),
    "saml_login": Row(_service, get=everyone(404), post=everyone(404)),
    "saml_acs": Row(
        _service,
        post=everyone(404),
        without_token="posted from the page of the school's service; its signature is looked at instead",
    ),
    "saml_finish_acs": Row(_service, get=everyone(404)),
    "saml_metadata": Row(_service, get=everyone(404)),
    "socialaccount_login_cancelled": Row(get=everyone(200)),
}
