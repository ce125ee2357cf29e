"""Many games over HTTP: none ends in an error, no row contradicts itself, no acknowledged card is lost."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from django.core.cache import cache
from pytest_django.live_server_helper import LiveServer

from tests.play.robots import Robot, Stopped
from tests.play.servers import free_port, server
from trainer.engine.rule_sets import ALL_TRICKS, PHASE_ONE_TRICKS, RULE_SETS
from trainer.play.dealing import played_state, state_of
from trainer.play.models import PlayedDeal, PlayedMatch

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long, pytest.mark.both_databases]

GAMES, STOPPED_GAMES, AT_ONCE = 200, 100, 4


def test_two_hundred_random_games_leave_no_inconsistent_row(live_server: LiveServer) -> None:
    cache.clear()

    def game(number: int) -> Robot:
        """Every tenth is played without a script; every other claims the rest where it may."""
        rng = Random(number)
        robot = Robot(live_server.url, rng, fragments=number % 10 != 0)
        rules = list(RULE_SETS.values())[number % 4]
        robot.begin(
            opponent="strong" if number % 20 == 3 else rng.choice(["beginner", "club"]),
            follow="must" if rules.follow_in_phase_one else "free",
            tricks=str(rules.counted_tricks),
            scoring="deals",
            pace="quick",
        )
        while not robot.is_over:
            if number % 2 and robot.may_claim:
                robot.claim()
            else:
                robot.play_a_card()
        return robot

    with ThreadPoolExecutor(AT_ONCE) as pool:
        robots = list(pool.map(game, range(GAMES)))
    deals = list(PlayedDeal.objects.select_related("match"))
    assert len(deals) == PlayedMatch.objects.count() == GAMES
    assert {len(robot.acknowledged) for robot in robots[::2]} == {ALL_TRICKS}
    assert min(len(robot.acknowledged) for robot in robots) >= PHASE_ONE_TRICKS
    for deal in deals:
        require_consistent(deal)
        assert deal.is_over


def require_consistent(deal: PlayedDeal) -> None:
    """The row replays by the rules, its result is that of its cards, and the 52 cards are there (W21)."""
    played_state.cache_clear()
    state = state_of(deal)
    cards = [*state.hands[0], *state.hands[1], *state.stock_left, *state.plays]
    assert len(cards) == len(set(cards)) == 52
    assert state.is_over == deal.is_over
    assert (deal.own, deal.other) == (state.tricks_won if state.is_over else (None, None))


def test_server_killed_in_the_middle_loses_no_acknowledged_card() -> None:
    cache.clear()
    port = free_port()
    site = f"http://127.0.0.1:{port}"
    robots = [Robot(site, Random(number), fragments=number % 10 != 0) for number in range(STOPPED_GAMES)]
    with server(port) as process, ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(lambda robot: robot.begin(opponent="beginner", pace="quick"), robots))
        playing = [pool.submit(play_until_stopped, robot) for robot in robots]
        while sum(len(robot.acknowledged) for robot in robots) < 6 * STOPPED_GAMES:
            time.sleep(0.05)
        process.kill()
        for each in playing:
            each.result()
    for robot in robots:
        require_kept(robot)
    with server(port), ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(go_on, robots[-20:]))
    for deal in PlayedDeal.objects.select_related("match"):
        require_consistent(deal)


def play_until_stopped(robot: Robot) -> None:
    """A dozen cards, so that all games are somewhere in the middle when the server goes."""
    try:
        for _ in range(12):
            robot.play_a_card()
    except Stopped:
        return


def require_kept(robot: Robot) -> None:
    """Every card that was answered stands in the row, in its order, and at most one that was not."""
    deal = PlayedDeal.objects.select_related("match").get(
        public_id=robot.address.rstrip("/").rpartition("/")[2]
    )
    own = [
        str(card)
        for number, card in enumerate(state_of(deal).plays)
        if played_state(deal.seed, deal.dealer, deal.match.rule_set, deal.plays[: 2 * number]).to_play == 0
    ]
    assert own[: len(robot.acknowledged)] == robot.acknowledged
    assert len(own) <= len(robot.acknowledged) + 1


def go_on(robot: Robot) -> None:
    """After the stop the next page goes on from where the deal was."""
    robot.look()
    if not robot.is_over:
        robot.play_a_card()
