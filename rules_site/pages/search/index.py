"""The index of one language: every section of every page, and how well it answers a query.

A query's word finds its own key, the keys of its synonyms, and words it begins or ends, each with its
weight; a section that has all words of the query goes before one that has some.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rules_site.pages.search.spelling import closest
from rules_site.pages.search.synonyms import Keys, Synonyms
from rules_site.pages.search.words import (
    WORD,
    Word,
    fold,
    key_maker,
    keys_of,
    query_words,
    stop_words,
    words_in,
)

SYNONYM, PART_OF_WORD = 0.8, 0.35
IN_TITLE, IN_HEADING, IN_PAGE_TITLE, IN_TEXT = 6.0, 5.0, 1.0, 1.0
WHOLE_HEADING = 6.0
LEAST_PART = 4  # letters; a shorter word is looked for at the beginning of others only
LONGEST_PHRASE = 4  # words
MOST_CORRECTIONS = 3
SHARE_OF_BEST = 0.12  # a section below this share of the best score is no answer


@dataclass(frozen=True, slots=True)
class Entry:
    """One section of a page as search knows it."""

    page_title: str
    title: str
    address: str
    text: str
    is_page: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """A section that answers a query, with the keys that were found in it."""

    entry: Entry
    score: float
    found: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Counted:
    """The keys of an entry by place."""

    entry: Entry
    heading: Keys
    page_title: Keys
    text: Counter[str]


# What answers one word of a query, with its weight: a key, or the keys of a phrase that must all be there.
type Wanted = dict[Keys, float]


@dataclass(slots=True)
class Index:
    """Built once from the entries of a language; searching changes nothing."""

    language: str
    synonyms: Synonyms
    counted: list[_Counted] = field(default_factory=list)
    places: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    vocabulary: Counter[str] = field(default_factory=Counter)  # folded words as written
    spellings: dict[str, str] = field(default_factory=dict)  # folded → as written

    @classmethod
    def build(cls, language: str, entries: Iterable[Entry], synonyms: Synonyms) -> Index:
        index = cls(language, synonyms)
        for entry in entries:
            index._add(entry)
        for words in synonyms.written:
            index._learn(words)
        return index

    def _add(self, entry: Entry) -> None:
        words = words_in(entry.text, self.language)
        heading, page_title = keys_of(entry.title, self.language), keys_of(entry.page_title, self.language)
        counted = _Counted(entry, heading, page_title, Counter(word.key for word in words))
        number = len(self.counted)
        self.counted.append(counted)
        for key in {*counted.text, *heading, *page_title}:
            self.places[key].add(number)
        self._learn(f"{entry.title} {entry.text}")

    def _learn(self, text: str) -> None:
        for match in WORD.findall(text):
            self.vocabulary[fold(match)] += 1
            self.spellings.setdefault(fold(match), match.casefold())

    def search(self, query: str, most: int = 30) -> list[Hit]:
        """The best sections for a query, best first."""
        wanted = self._wanted(query_words(query))
        asked = {key for answers in wanted for keys in answers for key in keys}
        candidates = {number for key in asked for number in self.places.get(key, ())}
        hits = [hit for number in candidates if (hit := self._hit(self.counted[number], wanted, asked))]
        hits.sort(key=lambda hit: (-hit.score, hit.entry.address))
        return [hit for hit in hits[:most] if hit.score > SHARE_OF_BEST * hits[0].score]

    def _hit(self, counted: _Counted, wanted: list[Wanted], asked: set[str]) -> Hit | None:
        scores = [self._score(counted, answers) for answers in wanted]
        matched = sum(score > 0 for score in scores)
        if not matched:
            return None
        score = sum(scores) * (matched / len(wanted)) ** 2
        if set(counted.heading) <= asked and all(_answered(answers, counted.heading) for answers in wanted):
            score += WHOLE_HEADING
        found = asked & {*counted.text, *counted.heading}
        return Hit(counted.entry, score, frozenset(found))

    def _score(self, counted: _Counted, answers: Wanted) -> float:
        """How well an entry answers one word of the query; rare words are worth more."""
        return max(
            weight * max(map(self._rarity, keys)) * min(self._places(counted, key) for key in keys)
            for keys, weight in answers.items()
        )

    def _places(self, counted: _Counted, key: str) -> float:
        heading = IN_TITLE if counted.entry.is_page else IN_HEADING
        times = counted.text[key]
        return (
            heading * (key in counted.heading)
            + IN_PAGE_TITLE * (key in counted.page_title)
            + IN_TEXT * (min(2.0, 1 + math.log(times) / 2) if times else 0)
        )

    def _rarity(self, key: str) -> float:
        return math.log(1 + len(self.counted) / (1 + len(self.places.get(key, ()))))

    def _wanted(self, words: list[str]) -> list[Wanted]:
        """What answers each word of the query that says something; if none does, all of them."""
        stop = stop_words(self.language)
        telling = [place for place, word in enumerate(words) if word not in stop] or [*range(len(words))]
        wanted = {place: self._answers(words[place]) for place in telling}
        for start, end in _phrases(len(words)):
            for synonym in self.synonyms.of(words[start:end]):
                for place in range(start, end):
                    if place in wanted:
                        wanted[place].setdefault(synonym, SYNONYM)
        for place, answers in wanted.items():
            if not self._is_known(answers):
                answers |= {(key,): 1.0 for key in self._split(words[place])}
        return list(wanted.values())

    def _answers(self, word: str) -> Wanted:
        to_key = key_maker(self.language)
        answers: Wanted = {(to_key(word),): 1.0}
        folded = fold(word)
        for other in self.vocabulary:
            if other != folded and _is_part(folded, other):
                answers.setdefault((to_key(self.spellings[other]),), PART_OF_WORD)
        return answers

    def _split(self, word: str) -> Keys:
        """A compound that stands nowhere may be two words that do: hjerterdame, trumfess."""
        to_key = key_maker(self.language)
        for place in range(3, len(word) - 2):
            pair = to_key(word[:place]), to_key(word[place:])
            if all(key in self.places for key in pair):
                return pair
        return ()

    def corrections(self, query: str) -> list[str]:
        """The query with each word that stands nowhere replaced by the nearest ones that do, best first."""
        words = query_words(query)
        choices = {word: self._near(word) for word in words if not self._stands_somewhere(word)}
        longest = max((len(found) for found in choices.values()), default=0)
        made = [" ".join(_choice(choices, word, rank) for word in words) for rank in range(longest)]
        return [text for text in dict.fromkeys(made) if self.search(text, 1)]

    def _near(self, word: str) -> list[str]:
        """At most one spelling of each word."""
        to_key = key_maker(self.language)
        near = [self.spellings[found] for found in closest(fold(word), self.vocabulary.items(), 6)]
        return list({to_key(word): word for word in reversed(near)}.values())[::-1][:MOST_CORRECTIONS]

    def _stands_somewhere(self, word: str) -> bool:
        """As written, in another form or by a synonym; part of a longer word is not enough."""
        keys = {(key_maker(self.language)(word),), *self.synonyms.of([word])}
        return word in stop_words(self.language) or self._is_known(keys)

    def _is_known(self, answers: Iterable[Keys]) -> bool:
        return any(all(key in self.places for key in keys) for keys in answers)


def _answered(answers: Wanted, heading: Keys) -> bool:
    return any(set(keys) <= set(heading) for keys in answers)


def _choice(choices: dict[str, list[str]], word: str, rank: int) -> str:
    found = choices.get(word)
    return found[min(rank, len(found) - 1)] if found else word


def _phrases(count: int) -> Iterator[tuple[int, int]]:
    for start in range(count):
        for end in range(start + 1, min(count, start + LONGEST_PHRASE) + 1):
            yield start, end


def _is_part(word: str, other: str) -> bool:
    if len(word) < 2 or len(other) <= len(word):
        return False
    return other.startswith(word) or (len(word) >= LEAST_PART and other.endswith(word))


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a snippet: found words are marked."""

    text: str
    marked: bool = False


def snippet(hit: Hit, language: str, length: int = 180) -> list[Piece]:
    """The part of the section's text where most of the found words stand, with these marked."""
    text = hit.entry.text
    words = words_in(text, language)
    start, end = _window([word for word in words if word.key in hit.found], len(text), length)
    start, end = _at_words(text, start, end)
    pieces = [Piece("… ")] if start else []
    place = start
    for word in words:
        if word.key in hit.found and start <= word.start and word.end <= end:
            pieces += [Piece(text[place : word.start]), Piece(text[word.start : word.end], True)]
            place = word.end
    pieces.append(Piece(text[place:end] + (" …" if end < len(text) else "")))
    return [piece for piece in pieces if piece.text]


def _window(found: list[Word], size: int, length: int) -> tuple[int, int]:
    """The stretch of at most `length` letters with the most different words, the earliest of equals."""
    if size <= length or not found:
        return 0, min(size, length)
    best = max(
        found,
        key=lambda first: (
            len(
                {word.key for word in found if first.start <= word.start and word.end <= first.start + length}
            ),
            -first.start,
        ),
    )
    start = max(0, min(best.start - length // 4, size - length))
    return start, min(size, start + length)


def _at_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Cut between words."""
    if start:
        start = text.find(" ", start) + 1
    if end < len(text):
        end = text.rfind(" ", start, end)
    return start, end if end > start else len(text)
