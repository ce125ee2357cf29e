"""LIX, the Scandinavian measure of readability: words a sentence plus the share of long words in per cent."""

import re

from tests.language.pages import Page

PROSE = ("paragraph", "item", "caption")


def lix(text: str) -> float:
    """Words/sentences + 100 × (words over six letters)/words; sentences end at . ! ?"""
    words = re.findall(r"[\w–]+", text)
    sentences = [part for part in re.split(r"[.!?]+(?:\s|$)", text) if part.strip()]
    long_words = sum(len(word) > 6 for word in words)
    return len(words) / len(sentences) + 100 * long_words / len(words)


def prose(page: Page) -> str:
    """The running text of a page; a list item without a full stop ends a sentence too."""
    texts = [piece.text for piece in page.pieces if piece.kind in PROSE]
    return " ".join(text if text.endswith((".", "?")) else f"{text}." for text in texts)


def word_count(page: Page) -> int:
    """The words of a page as a reader meets them, headings and tables included."""
    return sum(len(re.findall(r"[\w–]+", piece.text)) for piece in page.pieces if piece.kind != "front")
