"""Limits are the same whether one, two or four processes answer: all count in the same place."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.accounts.gunicorn_site import PASSWORD, PUPILS, Browser, fill, served
from tests.accounts.helpers import address
from trainer.accounts.symbols import random_symbols

ALLOWED = 5  # wrong passwords for a name
GUESSES = 340  # three times, over a thousand in all


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return fill(tmp_path_factory.mktemp("site"))


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2, 4])
def test_limits_hold_over_processes(environment: dict[str, str], workers: int) -> None:
    sign_in, join = address("account_login"), address("classes:join")
    guessed, unknown = f"alone-{workers}", f"nobody-{workers}"
    with served(environment, workers) as site, ThreadPoolExecutor(12) as threads:

        def enter(name: str, password: str = PASSWORD, forwarded: str = "") -> int:
            headers = {"X-Forwarded-For": forwarded} if forwarded else {}
            return Browser(site, headers).sign_in(sign_in, name, password)

        names = [f"ELEV-{number}" for number in range(PUPILS)]
        assert set(threads.map(enter, names)) == {302}, "a class of 35 from one address at once"

        forged = [f"203.0.113.{number}" for number in range(12)]
        for name in (guessed, unknown):  # a name that nobody has answers alike
            wrong = Counter(threads.map(lambda ip, name=name: enter(name, "feil", ip), forged))
            assert set(wrong) == {422, 429} and wrong[422] <= ALLOWED, "whatever the header says"
            # Of tries at the same moment a busy machine may turn one away uncounted, never let one more in.
            assert {enter(name, "feil") for _left in range(ALLOWED - wrong[422])} <= {422}
            assert enter(name, "feil") == 429
        assert enter(guessed) == 429, "right, but too late"
        assert enter("elev-1") == 302, "nobody else is locked out"

        guess = [f"{join}?code={random_symbols(8)}" for _number in range(GUESSES)]
        found = Counter(threads.map(lambda path: Browser(site).ask(path)[0], guess))
        assert found == {422: GUESSES}

        browser = Browser(site)
        one_by_one = [browser.ask(path)[0] for path in guess[:25]]
        assert 429 in one_by_one and one_by_one[:20] == [422] * 20
        assert browser.ask(guess[0])[0] == 429
