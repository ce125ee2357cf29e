"""A school's SAML service: a key made here, and signed answers with faults on request."""

from __future__ import annotations

import base64
import re
import uuid
import zlib
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID
from onelogin.saml2.utils import OneLogin_Saml2_Utils

SERVICE, SIGN_IN = "https://idp.skola.example/metadata", "https://idp.skola.example/sso"
PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
TRANSIENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"
_SAML, _PROTOCOL = "urn:oasis:names:tc:SAML:2.0:assertion", "urn:oasis:names:tc:SAML:2.0:protocol"
_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", "http://www.w3.org/2001/04/xmlenc#sha256"


class Signer:
    """A key and a certificate of its own."""

    def __init__(self) -> None:
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "idp")])
        made = datetime(2020, 1, 1, tzinfo=UTC)
        builder = x509.CertificateBuilder(name, name, key.public_key(), 1, made, made + timedelta(days=9000))
        pem = serialization.Encoding.PEM
        self.certificate = builder.sign(key, hashes.SHA256()).public_bytes(pem).decode()
        form, secret = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        self.key = key.private_bytes(pem, form, secret).decode()

    def sign(self, xml: str) -> str:
        signed = OneLogin_Saml2_Utils.add_sign(xml, self.key, self.certificate, False, *_SHA256)
        return signed.decode() if isinstance(signed, bytes) else str(signed)


def asked(address: str) -> str:
    """The number of the question in an address that leads to the service."""
    packed = base64.b64decode(parse_qs(urlsplit(address).query)["SAMLRequest"][0])
    found = re.search(r'\sID="([^"]+)"', zlib.decompress(packed, -15).decode())
    assert found
    return found[1]


def _moment(seconds: int) -> str:
    return (datetime.now(UTC) + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


def answer_to(
    question: str,
    site: str,
    signer: Signer | None,
    name_id: str = "",
    form: str = PERSISTENT,
    attributes: dict[str, str] | None = None,
    audience: str = "",
    service: str = SERVICE,
    sent_to: str = "",
    ends: int = 300,
) -> str:
    """An answer as XML; the assertion in it is signed where there is a signer."""
    where, until, number = sent_to or f"{site}answer/", _moment(ends), f"_{uuid.uuid4().hex}"
    told = "".join(
        f'<saml:Attribute Name="{name}"><saml:AttributeValue>{value}</saml:AttributeValue></saml:Attribute>'
        for name, value in (attributes or {}).items()
    )
    reply = f' InResponseTo="{question}"' if question else ""
    assertion = (
        f'<saml:Assertion xmlns:saml="{_SAML}" ID="{number}" Version="2.0" IssueInstant="{_moment(-5)}">'
        f"<saml:Issuer>{service}</saml:Issuer><saml:Subject>"
        f'<saml:NameID Format="{form}">{name_id}</saml:NameID>'
        '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">'
        f'<saml:SubjectConfirmationData NotOnOrAfter="{until}" Recipient="{where}"{reply}/>'
        "</saml:SubjectConfirmation></saml:Subject>"
        f'<saml:Conditions NotBefore="{_moment(min(-60, ends - 600))}" NotOnOrAfter="{until}">'
        f"<saml:AudienceRestriction><saml:Audience>{audience or f'{site}metadata/'}</saml:Audience>"
        "</saml:AudienceRestriction></saml:Conditions>"
        f'<saml:AuthnStatement AuthnInstant="{_moment(-5)}"><saml:AuthnContext><saml:AuthnContextClassRef>'
        "urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext>"
        "</saml:AuthnStatement>"
        f"{f'<saml:AttributeStatement>{told}</saml:AttributeStatement>' if told else ''}</saml:Assertion>"
    )
    signed = signer.sign(assertion) if signer else assertion
    return (
        f'<samlp:Response xmlns:samlp="{_PROTOCOL}" xmlns:saml="{_SAML}" ID="_{uuid.uuid4().hex}" '
        f'Version="2.0" IssueInstant="{_moment(-5)}" Destination="{where}"{reply}>'
        f"<saml:Issuer>{service}</saml:Issuer><samlp:Status>"
        '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>'
        f"{signed}</samlp:Response>"
    )


def packed(xml: str) -> str:
    return base64.b64encode(xml.encode()).decode()
