"""The page «which game is yours?»: one question at a time, each answer a link, and the game at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from rules_site.pages.figures import Reader
from rules_site.pages.kept import kept_for_guests
from rules_site.pages.load import Page, page_path
from rules_site.pages.notation import link_address
from rules_site.pages.render import SLOTS, render_inline, rendered
from rules_site.pages.views import reader_of
from rules_site.pages.which_game import GERMAN, Path
from trainer.accounts.http import SiteRequest
from trainer.table.chosen_rules import USUAL_RULES
from trainer.table.rules_in_words import rules_in_words

ANSWERS = "answers"
TEMPLATE = "pages/_which_game.html"


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer with its address: where it leads, or where its question can be answered anew."""

    id: str
    text: SafeString
    address: str
    question: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of `which.md` by the ids of the questions and games."""

    page: Page
    reader: Reader

    def of_question(self, question: str, key: str) -> SafeString:
        return self._inline(self.page.extra["questions"][question].get(key, ""))

    def answer(self, question: str, answer: str) -> SafeString:
        return self._inline(self.page.extra["questions"][question]["answers"][answer])

    def of_game(self, game: str, key: str) -> SafeString:
        return self._inline(self.page.extra["games"][game].get(key, ""))

    def _inline(self, text: str) -> SafeString:
        return render_inline(text, self.page, 1, self.reader)


@require_safe
@kept_for_guests
def which(request: SiteRequest) -> HttpResponse:
    """The question that the answers of the address lead to, or the game; 422 for answers that can't be."""
    reader = reader_of(request)
    path = Path.read(request.GET.get(ANSWERS, ""))
    shown = rendered(page_path(reader.language, "which"), reader)
    words = Words(shown.page, Reader(reader.language, reader.card_letters, path.rules))
    context = asked(path, words) | {"caption": shown.captions["which-game"]}
    status = 200 if path.is_sound else 422
    if request.htmx.target == "which-game":
        return render(request, TEMPLATE, context | {"swapped": True}, status=status)
    body = shown.html.replace(SLOTS["which-game"], render_to_string(TEMPLATE, context))
    page = {"page": shown.page, "contents": shown.contents, "body": mark_safe(body), "has_switch": True}
    return render(request, "pages/page.html", page, status=status)


def asked(path: Path, words: Words) -> dict[str, object]:
    """What the template shows: the answers so far and the question, or the game with its links."""
    context: dict[str, object] = {
        "given": list(_given(path, words)),
        "is_sound": path.is_sound,
        "first": _address(""),
    }
    if path.game:
        game = path.game.id
        return context | {
            "game": words.of_game(game, "name"),
            "told": words.of_game(game, "told"),
            "also": words.of_game(game, "also"),
            "leads": words.of_game(game, "leads"),
            "address": link_address(path.game.link, path.rules if game == GERMAN else USUAL_RULES),
            "chosen": path.rules if game == GERMAN else None,
            "in_words": rules_in_words(path.rules) if game == GERMAN else "",
        }
    return context | {
        "question": words.of_question(path.at, "ask"),
        "help": words.of_question(path.at, "help"),
        "choices": [
            Choice(answer, words.answer(path.at, answer), _address(path.after(answer)))
            for answer in path.answers
        ],
    }


def _given(path: Path, words: Words) -> Iterator[Choice]:
    """Each answer so far, with the address of its question."""
    for step in path.steps:
        text = words.answer(step.question, step.answer)
        question = words.of_question(step.question, "ask")
        yield Choice(step.question, text, _address(step.path), question)


def _address(text: str) -> str:
    page = reverse("pages:which")
    return f"{page}?{urlencode({ANSWERS: text})}" if text else page
