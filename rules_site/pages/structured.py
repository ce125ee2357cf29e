"""What a page says about itself in schema.org's words, made from its rendered text.

Every page has its place on the site (BreadcrumbList), the questions are an FAQPage, the rules are a
HowTo and describe the game, and the front page tells of the search.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from rules_site.pages.sections import Section, page_sections

# The parts of the rules that are steps of playing; the others are about the game.
STEPS = ("what-you-need", "deal", "trick", "phase-one", "phase-two", "scoring")
OTHER_NAMES = ("Tomannswhist", "Tvåmanswhist", "German whist")

type Thing = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Described:
    """A page to describe: its name among the pages of content ("" for others) and what it says."""

    name: str
    language: str
    title: str
    description: str
    html: str
    address: str  # of the page, with the host
    home: str
    home_title: str
    search: str


@lru_cache(maxsize=128)
def described(page: Described) -> SafeString:
    """The page's things as JSON that may stand inside a script element."""
    graph = list(_things(page))
    text = json.dumps({"@context": "https://schema.org", "@graph": graph}, ensure_ascii=False)
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return mark_safe(text)


def _things(page: Described) -> Iterator[Thing]:
    if page.address == page.home:
        yield _site(page)
        return
    yield _way_here(page)
    sections = page_sections(page.html) if page.name in {"faq", "rules"} else []
    if page.name == "faq":
        yield _questions(page, sections)
    if page.name == "rules":
        yield _how_to(page, sections)
        yield _game(page)


def _site(page: Described) -> Thing:
    return {
        "@type": "WebSite",
        "name": page.home_title,
        "description": page.description,
        "url": page.home,
        "inLanguage": page.language,
        "potentialAction": {
            "@type": "SearchAction",
            "target": {"@type": "EntryPoint", "urlTemplate": f"{page.search}?q={{words}}"},
            "query-input": "required name=words",
        },
    }


def _way_here(page: Described) -> Thing:
    stops = ((page.home_title, page.home), (page.title, page.address))
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": place, "name": name, "item": address}
            for place, (name, address) in enumerate(stops, start=1)
        ],
    }


def _questions(page: Described, sections: list[Section]) -> Thing:
    return {
        "@type": "FAQPage",
        "inLanguage": page.language,
        "mainEntity": [
            {
                "@type": "Question",
                "name": section.title,
                "url": f"{page.address}#{section.id}",
                "acceptedAnswer": {"@type": "Answer", "text": section.prose},
            }
            for section in sections
            if section.is_question and section.prose
        ],
    }


def _how_to(page: Described, sections: list[Section]) -> Thing:
    by_id = {section.id: section for section in sections}
    steps = [by_id[step] for step in STEPS if step in by_id]
    return {
        "@type": "HowTo",
        "name": page.title,
        "description": page.description,
        "inLanguage": page.language,
        "step": [
            {
                "@type": "HowToStep",
                "position": place,
                "name": step.title,
                "text": step.text,
                "url": f"{page.address}#{step.id}",
            }
            for place, step in enumerate(steps, start=1)
        ],
    }


def _game(page: Described) -> Thing:
    return {
        "@type": "Game",
        "name": page.home_title,
        "alternateName": [name for name in OTHER_NAMES if name != page.home_title],
        "description": page.description,
        "url": page.address,
        "inLanguage": page.language,
        "numberOfPlayers": {"@type": "QuantitativeValue", "value": 2},
    }
