"""The way to a school's sign-in service: not there unless one is configured (see test_school_sign_in)."""

from __future__ import annotations

from tests.access.matrix import Row, everyone


def _service(_scene: object) -> tuple[str]:
    return ("feide",)


ROWS = {
    "openid_connect_login": Row(_service, get=everyone(404), post=everyone(404)),
    "openid_connect_callback": Row(_service, get=everyone(404)),
    "socialaccount_login_cancelled": Row(get=everyone(200)),
}
