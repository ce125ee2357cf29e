"""Every address of the site is looked at in the browser, or says here why not."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

from tests.browser.places import PLACES

NOT_LOOKED_AT = {
    "root": "leads to a language",
    "healthz": "for machines",
    "robots": "for machines",
    "sitemap": "for machines",
    "print:rules-pdf": "a PDF",
    "print:handout-pdf": "a PDF",
    "print:worksheet-pdf": "a PDF",
    "print:key-pdf": "a PDF",
    "print:scoresheet-pdf": "a PDF",
    "pages:term": "a piece of a page, see test_terms",
    "drills:next": "leads to a drill",
    "drills:same_idea": "leads to a drill",
    "drills:today": "leads to a drill",
    "progress:export_csv": "a file",
    "progress:new_rating": "a piece of a page, see test_sessions",
    "privacy:download": "a file",
    "progress:export_json": "a file",
    "drills:play": "comes after an answer, see the states",
    "play:habits": "takes POST alone",
    "play:next": "takes POST alone",
    "play:again": "takes POST alone",
    "classes:sheet_pdf": "a PDF",
    "classes:sheet_key_pdf": "a PDF",
    "classes:picked_sheet_pdf": "a PDF",
    "classes:picked_key_pdf": "a PDF",
    "classes:grid_csv": "a file",
    "classes:grid_xlsx": "a file",
    "classes:results_csv": "a file",
    "classes:results_xlsx": "a file",
    "classes:mastery_csv": "a file",
    "classes:mastery_xlsx": "a file",
    "review:practise": "takes POST alone",
    "scorekeeper:worker": "a script, see test_score_keeper",
    "classes:restore": "takes POST alone",
    "classes:new_code": "takes POST alone",
    "classes:new_codes": "takes POST alone",
    "classes:release": "for accounts that a class has made, see tests/classes/test_leaving.py",
    "classes:invitation": "needs an invitation, see tests/classes/test_teachers.py",
    "classes:slips_print": "needs codes just made, see tests/classes/test_slips.py",
    "classes:slips_pdf": "a PDF",
    "lessons:now": "a piece of the page of a class",
    "lessons:vote": "takes POST alone",
    "lessons:act": "takes POST alone",
    "account_confirm_email": "needs a key from a mail",
    "account_reset_password_from_key": "needs a key from a mail",
    "account_set_password": "leads on where there is a password",
    "openid_connect_login": "needs a service, see test_school_sign_in",
    "openid_connect_callback": "needs a service, see test_school_sign_in",
    "saml_login": "needs a service, see test_saml",
    "saml_acs": "takes POST alone",
    "saml_finish_acs": "needs a service, see test_saml",
    "saml_metadata": "for machines",
    "socialaccount_login_cancelled": "a sentence, see test_school_sign_in",
    "socialaccount_connections": "needs a service, see test_school_connections",
    "mfa_authenticate": "comes after a password, see test_passkeys",
    "mfa_reauthenticate": "needs a second step, see test_passkeys",
    "mfa_reauthenticate_webauthn": "needs a second step, see test_passkeys",
    "account_reauthenticate": "needs a password, see test_passkeys",
    "mfa_activate_totp": "comes after a password, see test_passkeys",
    "mfa_deactivate_totp": "needs a second step, see test_passkeys",
    "mfa_view_recovery_codes": "needs a second step, see test_passkeys",
    "mfa_generate_recovery_codes": "needs a second step, see test_passkeys",
    "mfa_download_recovery_codes": "a file",
    "mfa_list_webauthn": "leads to the overview",
    "mfa_add_webauthn": "comes after a password, see test_passkeys",
    "mfa_login_webauthn": "for the script of the sign-in page",
    "mfa_edit_webauthn": "needs a second step, see test_passkeys",
    "mfa_remove_webauthn": "needs a second step, see test_passkeys",
}


def names(patterns: list[URLPattern | URLResolver], namespace: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from names(pattern.url_patterns, inner)
        else:
            assert pattern.name, f"{pattern.pattern} has no name"
            yield f"{namespace}{pattern.name}"


def test_every_address_is_looked_at() -> None:
    there = set(names(get_resolver().url_patterns))
    looked_at = {place.name for places in PLACES.values() for place in places}
    assert there - looked_at - set(NOT_LOOKED_AT) == set()
    assert set(NOT_LOOKED_AT) - there == set(), "no longer there: take it off the list"
    assert looked_at & set(NOT_LOOKED_AT) == set()
