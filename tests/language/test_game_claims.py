"""The tables and examples of variants.md and family.md against the engine, in both languages."""

import re

import pytest

from tests.language.pages import LANGUAGES, read_page
from trainer.engine.classic_scoring import (
    GAME_TARGETS,
    FinishedGame,
    Game,
    Penalty,
    Revoke,
    Rubber,
    WhistResult,
    game_value,
    honour_points,
    overtricks,
    tournament_total,
)
from trainer.engine.classic_whist import SEATS, TRICKS, trump_in_turn
from trainer.engine.draw_and_choose import TARGET, overtrick_points
from trainer.engine.rule_sets import ALL26
from trainer.engine.scoring import Scoring, deal_points
from trainer.table.names import suit_name


def tables(language: str, name: str, section: str) -> list[list[list[str]]]:
    """The tables under a heading: rows of cells as text, links by their words, without the header."""
    found: list[list[list[str]]] = []
    inside, previous = False, ""
    for line in read_page(language, name).prose_lines:
        if line.startswith("#"):
            inside = line.endswith(f"{{#{section}}}")
        elif inside and line.startswith("|---"):
            found.append([])
        elif inside and line.startswith("|") and previous.startswith("|"):
            found[-1].append([words(cell) for cell in line[1:-1].split("|")])
        previous = line
    return found


def words(cell: str) -> str:
    """A cell as its reader sees it."""
    return re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", cell.strip())


def table(language: str, name: str, section: str) -> list[list[str]]:
    (only,) = tables(language, name, section)
    assert len(only) > 1
    return only


def numbers(row: list[str]) -> list[int]:
    return [int(cell) for cell in row]


def pair(text: str) -> tuple[int, int]:
    """The two numbers of `8–5` in a cell."""
    own, other = re.findall(r"(\d+)–(\d+)", text)[0]
    return int(own), int(other)


def prose(language: str, name: str) -> str:
    return " ".join(piece.text for piece in read_page(language, name).pieces)


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_worked_deal_with_all_26_tricks(language: str) -> None:
    """9–4 in phase two and 5–8 in phase one, which test_claims.py proves of the deal, make 14–12 (W08)."""
    text = prose(language, "variants")
    assert "9–4" in text
    assert f"{5 + 9}–{8 + 4}." in text
    assert deal_points((14, 12), Scoring.DEALS, ALL26) == (1, 0)


def test_both_score_in_plockwhist(language: str) -> None:
    """14–10 is worth 8 and 4, and a match goes to 13 (F33)."""
    (told,) = re.findall(r"14–10 .*?(\d+) .*?(\d+)\D*?(\d+)\.", prose(language, "variants"))
    assert tuple(map(int, told)) == (*overtrick_points((14, 10)), TARGET)


def test_points_for_tricks_over_six(language: str) -> None:
    rows = [numbers(row) for row in table(language, "family", "tricks-over-six")]
    assert rows == [[won, overtricks((won, TRICKS - won))[0]] for won in range(7, 14)]


def test_quick_facts_of_whist_for_four(language: str) -> None:
    (figure,) = [shown for shown in read_page(language, "family").figures if shown.kind == "facts"]
    told = [numbers(re.findall(r"\d+", value)) for _key, value in figure.lines]
    assert (told[0], told[1], told[2]) == ([SEATS], [SEATS * TRICKS], [TRICKS])
    assert tuple(told[-1]) == GAME_TARGETS


def test_points_for_honours(language: str) -> None:
    for held, points in map(numbers, table(language, "family", "honours")):
        assert points == honour_points(held)


def test_order_of_scoring(language: str) -> None:
    """The tricks end the game; had the three honours come first, the others would have won (F64)."""
    before, after = table(language, "family", "game")
    game = Game(score=(int(before[1]), int(before[2])))
    end = game.add(WhistResult(pair(after[0]), honours=(0, 3)))
    assert (end.score, end.winner) == ((int(after[1]), int(after[2])), 0)
    assert game.score[1] + honour_points(3) >= game.target


def test_worked_rubber(language: str) -> None:
    values, games = tables(language, "family", "rubber")
    assert [numbers(row) for row in values] == [[points, game_value(points)] for points in range(5)]
    rubber = Rubber()
    ours = games[0][1]
    for number, (game, winner, losers, value) in enumerate(games, start=1):
        finished = FinishedGame(0 if winner == ours else 1, int(losers))
        assert (int(game), int(value)) == (number, finished.value)
        rubber = rubber.add(finished)
    assert (rubber.winner, rubber.value) == (0, 6)
    assert re.search(r"(Robberen er verdt|Robberten är alltså värd) 6 ", prose(language, "family"))


def test_penalties_for_a_revoke(language: str) -> None:
    """At 1–3 the other side revokes and takes eight tricks to five; without a penalty it would win."""
    game, tricks = Game(score=(1, 3)), (5, 8)
    assert game.add(WhistResult(tricks)).winner == 1
    penalties = (Penalty.TAKE_THREE_TRICKS, Penalty.ADD_THREE_POINTS, Penalty.DEDUCT_THREE_POINTS)
    rows = table(language, "family", "revoke")
    for (_penalty, after, score), penalty in zip(rows, penalties, strict=True):
        end = game.add(WhistResult(tricks, revokes=(Revoke(1, penalty),)))
        assert pair(after) == ((8, 5) if penalty is Penalty.TAKE_THREE_TRICKS else tricks)
        assert (pair(score), end.winner) == (end.score, None)


def test_tournament(language: str) -> None:
    rows = table(language, "family", "tournaments")
    for number, (deal, trump, tricks, mine, theirs) in enumerate(rows, start=1):
        suit = trump_in_turn(number)
        assert suit
        assert (int(deal), trump) == (number, suit_name(suit, language))
        assert (int(mine), int(theirs)) == overtricks(pair(tricks))
    assert tournament_total(pair(row[2]) for row in rows) == (6, 3)
    assert re.search(r"\b6 (overstikk|trick) (og|och) \D+ 3\.", prose(language, "family"))
