"""The template tags that draw cards and the 26 tricks."""

from __future__ import annotations

import re
from types import SimpleNamespace

from django.template import Context, Template
from django.utils.translation import override

from trainer.engine.cards import Card, Suit


def render(source: str, letters: str = "int", language: str = "nb", **context: object) -> str:
    display = SimpleNamespace(card_letters=letters)
    with override(language):
        return Template("{% load table %}" + source).render(Context({"display": display, **context}))


def test_card_is_a_picture_with_its_full_name() -> None:
    html = render("{% card_image card %}", card=Card.parse("HQ"))
    assert 'role="img" aria-label="hjerter dame"' in html
    assert 'class="cd h"' in html
    assert html.endswith('#c-hQ"/></svg>')


def test_unnamed_card_is_silent() -> None:
    html = render('{% card_image card "full" False %}', card=Card.parse("HQ"), letters="nordic")
    assert 'aria-hidden="true"' in html
    assert "hjerter" not in html
    assert "#f-hQ-n" in html


def test_card_in_text_is_heard_once() -> None:
    html = render("{% card_text card %}", card=Card.parse("SJ"), letters="nordic", language="sv")
    assert '<span aria-hidden="true">Kn</span><span class="vh">spader knekt</span>' in html


def test_suit_may_show_its_word() -> None:
    assert render("{% suit_text suit True %}", suit=Suit.DIAMONDS) == '<span class="k d">ruter</span>'
    assert '<span class="vh">ruter</span>' in render("{% suit_text suit %}", suit=Suit.DIAMONDS)


def test_suits_in_text_and_backs_cost_the_browser_one_element_each() -> None:
    pieces = ("{% card_text card %}", "{% suit_text suit %}", "{% card_back %}")
    drawn = [render(piece, card=Card.parse("SJ"), suit=Suit.CLUBS) for piece in pieces]
    assert [len(re.findall(r"<\w", html)) for html in drawn] == [3, 2, 1]


def test_back_tells_nothing_of_its_card() -> None:
    assert render("{% card_back %}").count("aria-hidden") == 1
    assert 'aria-label="skjult kort"' in render("{% card_back named=True %}")


def stages(html: str) -> str:
    return " ".join(re.findall(r'class="(\w+)"', html))


def test_ladder_marks_the_trick_of_either_phase() -> None:
    first = render("{% ladder 3 %}")
    assert stages(first) == "done done now " + "a " * 10 + "b " * 12 + "b"
    assert 'aria-label="Stikk 3 av 26"' in first
    second = stages(render("{% ladder 15 %}"))
    assert second == "done " * 14 + "now " + "b " * 10 + "b"


def test_half_ladders_show_what_each_phase_is_for() -> None:
    assert stages(render('{% half_ladder 1 "x" %}')) == "a " * 12 + "a"
    assert stages(render('{% half_ladder 2 "x" %}')) == "b " * 6 + "win " + "b " * 5 + "b"
