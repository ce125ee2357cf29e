"""The way to a school's sign-in service: not there unless one is configured (see test_school_sign_in)."""

from __future__ import annotations

from allauth.socialaccount.models import SocialAccount

from tests.access.matrix import Row, everyone, to_sign_in, told_signed_out
from tests.access.scene import Scene
from trainer.accounts.models import User


def _service(_scene: object) -> tuple[str]:
    return ("feide",)


def _somebody_elses(scene: Scene) -> dict[str, str]:
    """A service that opens an account of none of the roles."""
    if "connection" not in scene.made:
        other = User.objects.create_user("tied-to-a-school")
        scene.made["connection"] = SocialAccount.objects.create(user=other, provider="feide", uid="number")
    return {"connection": str(scene.made["connection"].pk)}  # type: ignore[attr-defined]


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
    "socialaccount_connections": Row(get=to_sign_in(200), post=told_signed_out(404), data=_somebody_elses),
}
