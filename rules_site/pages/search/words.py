"""From text to the keys that search compares: stems without case, accents or irregular forms.

Stems come from Snowball. What it keeps apart and a reader does not (spille and spilte, sticket and
stick) is brought together here, so that every form of a word finds every other.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

import snowballstemmer

WORD = re.compile(r"[^\W_]+", re.UNICODE)
# Letters of the two languages that a keyboard may lack; search does not tell them apart.
_FOLDED = str.maketrans({"æ": "a", "ø": "o", "ð": "d", "þ": "t", "ß": "s"})
_STEMMERS = {"nb": "norwegian", "nn": "norwegian", "sv": "swedish", "en": "english"}
# Base form, then the forms that the stemmer does not bring to it.
_IRREGULAR = {
    "nb": (
        "spille spilte spilt",
        "dele delte delt utdelt",
        "telle telte talte telt talt",
        "vinne vant vunnet vunne",
        "ta tar tok tatt",
        "få får fikk fått",
        "legge la lagt lar lot latt",
        "trekke trakk trukket",
        "gi gir ga gav gitt",
        "tape tapte tapt",
        "følge fulgte fulgt",
        "slå slår slo slått",
        "bryte brøt brutt brudd",
        "snu snur snudde snudd",
        "se ser så sett",
        "begynne begynte begynt",
        "glemme glemte glemt",
        "hånd hender hendene",
        "høy høyere høyest høyeste",
        "lav lavere lavest laveste",
        "åpen åpne åpent",
        "god bedre best beste",
    ),
    "sv": (
        "lägga lade lagt",
        "ta tar tog tagit",
        "få får fick fått",
        "ge ger gav gett givit",
        "vinna vann vunnit",
        "dra drar drog dragit",
        "släppa släppte släppt",
        "följa följde följt",
        "slå slår slog slagit",
        "bryta bröt brutit brott",
        "vända vände vänt vänd",
        "se ser såg sett",
        "räkna räknat räknats",
        "börja började börjat",
        "glömma glömde glömt",
        "uppvänd uppvänt uppvända",
        "dold dolt dolda",
        "hand händer händerna",
        "hög högre högst högsta",
        "låg lägre lägst lägsta",
        "öppen öppet öppna",
        "bra bättre bäst bästa",
    ),
    "en": ("play played playing", "win won", "lead led", "deal dealt", "draw drew drawn", "ace aces"),
}
_IRREGULAR["nn"] = _IRREGULAR["nb"]
# Words that say nothing about what is searched for. A search of these alone uses them all the same.
_STOP = {
    "nb": "og i på er en et det den de som til av for med at å om du jeg vi dere man kan må skal vil når "
    "hvis hva hvor hvordan hvem hvilken hvilket hvilke hvorfor har ha være var ikke også da så eller men fra "
    "ved der her blir bli",
    "sv": "och i på är en ett det den de som till av för med att om du jag vi ni man kan måste ska vill när "
    "vad var hur vem vilken vilket vilka varför har ha vara inte också då så eller men från vid där här "
    "blir bli",
    "en": "the a an of to in is are do does i you we can must how what who when why which if and or on for",
}
_STOP["nn"] = _STOP["nb"]


@dataclass(frozen=True, slots=True)
class Word:
    """A word where it stands in a text."""

    key: str
    start: int
    end: int


def words_in(text: str, language: str) -> list[Word]:
    """The words of a text with their keys."""
    to_key = key_maker(language)
    return [Word(to_key(found[0]), found.start(), found.end()) for found in WORD.finditer(text)]


def keys_of(text: str, language: str) -> tuple[str, ...]:
    """The keys alone."""
    return tuple(word.key for word in words_in(text, language))


def query_words(query: str) -> list[str]:
    """The words of a query, in lower case."""
    return [word.casefold() for word in WORD.findall(unicodedata.normalize("NFC", query))]


@cache
def stop_words(language: str) -> frozenset[str]:
    return frozenset(_STOP.get(language, "").split())


def fold(word: str) -> str:
    """Without case and accents: hjärter, Hjarter and HJÄRTER are alike.

    >>> fold("Ørret"), fold("Åpen")
    ('orret', 'apen')
    """
    apart = unicodedata.normalize("NFD", word.casefold().translate(_FOLDED))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


@cache
def key_maker(language: str) -> Callable[[str], str]:
    """The function from a word to its key in a language."""
    stem = _stemmer(language)
    base_of = {
        stem(form): stem(base)
        for base, *forms in (line.split() for line in _IRREGULAR.get(language, ()))
        for form in forms
    }

    @lru_cache(maxsize=20_000)
    def to_key(word: str) -> str:
        stemmed = stem(unicodedata.normalize("NFC", word).casefold())
        return fold(base_of.get(stemmed, stemmed))

    return to_key


def _stemmer(language: str) -> Callable[[str], str]:
    if language not in _STEMMERS:
        return str
    snowball = snowballstemmer.stemmer(_STEMMERS[language])

    def stem(word: str) -> str:
        """Stem until nothing changes: spilleren, spiller, spill."""
        before = ""
        while before != word:
            before = word
            word = str(snowball.stemWord(_without_article(word, language)))
        return word

    return stem


def _without_article(word: str, language: str) -> str:
    """Snowball keeps the Swedish article of neuter words, sticket, and the Norwegian one of spillerne."""
    if language in {"nb", "nn"} and word.endswith("erne"):
        return word.removesuffix("ne")
    for ending in ("ets", "et") if language == "sv" else ():
        bare = word.removesuffix(ending)
        if bare != word and len(bare) > 2 and not bare.endswith("h"):
            return bare
    return word
