"""A school's OpenID Connect service on this machine: real HTTP, real signatures, and faults on request."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT, SECRET, KEY_ID = "tomannswhist", "a-secret-of-the-client", "key-1"

type Change = Callable[[dict[str, Any]], None]


@dataclass
class FakeSchool:
    """Says yes to everyone; `change` alters the claims of the next token, `sign` how it is signed."""

    change: Change = lambda claims: None
    sign: str = "RS256"
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    asked: list[dict[str, str]] = field(default_factory=list)
    said: str = ""

    def __post_init__(self) -> None:
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.other_key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def sign_in(self, address: str, sub: str, **claims: Any) -> str:
        """What happens at the service: somebody signs in, and the browser is sent back to this path."""
        asked = dict(parse_qsl(urlsplit(address).query))
        self.asked.append(asked)
        code = secrets.token_urlsafe(16)
        self.codes[code] = asked | {"claims": json.dumps({"sub": sub, **claims})}
        return f"{urlsplit(asked['redirect_uri']).path}?code={code}&state={asked['state']}"

    def configuration(self) -> dict[str, Any]:
        return {
            "issuer": self.said or self.address,
            "authorization_endpoint": f"{self.address}/authorize",
            "token_endpoint": f"{self.address}/token",
            "userinfo_endpoint": f"{self.address}/userinfo",
            "jwks_uri": f"{self.address}/keys",
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
        }

    def keys(self) -> dict[str, Any]:
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
        return {"keys": [public | {"kid": KEY_ID, "use": "sig", "alg": "RS256"}]}

    def token(self, sent: dict[str, str]) -> dict[str, Any] | None:
        """A token for a code, once, for who knows the secret and the verifier."""
        asked = self.codes.pop(sent.get("code", ""), None)
        if asked is None or (sent.get("client_id"), sent.get("client_secret")) != (CLIENT, SECRET):
            return None
        digest = hashlib.sha256(sent.get("code_verifier", "").encode()).digest()
        if base64.urlsafe_b64encode(digest).rstrip(b"=").decode() != asked["code_challenge"]:
            return None
        now = int(time.time())
        claims = {"iss": self.address, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": asked["nonce"]}
        claims |= json.loads(asked["claims"])
        self.change(claims)
        return {"access_token": "unused", "token_type": "Bearer", "id_token": self._signed(claims)}

    def _signed(self, claims: dict[str, Any]) -> str:
        headers = {"kid": KEY_ID}
        if self.sign == "none":
            return jwt.encode(claims, None, "none", headers)
        if self.sign == "HS256":  # the public key taken for a shared secret
            secret = base64.b64encode(json.dumps(self.keys()).encode())
            return jwt.encode(claims, secret, "HS256", headers)
        if self.sign == "other key":
            return jwt.encode(claims, self.other_key, "RS256", headers)
        if self.sign == "unknown key":
            return jwt.encode(claims, self.other_key, "RS256", {"kid": "key-2"})
        return jwt.encode(claims, self.key, "RS256", headers)


def _handler(school: FakeSchool) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            pages = {"/.well-known/openid-configuration": school.configuration, "/keys": school.keys}
            page = pages.get(urlsplit(self.path).path)
            self._answer(page() if page else None)

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self._answer(school.token({name: values[0] for name, values in parse_qs(body).items()}))

        def _answer(self, content: dict[str, Any] | None) -> None:
            self.send_response(200 if content is not None else 400)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(content or {"error": "invalid_grant"}).encode())

        def log_message(self, *_arguments: object) -> None:
            """Quiet."""

    return Handler
