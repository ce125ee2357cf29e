"""Searches for what goes wrong in Norwegian and Swedish, most of it from the other language or from English.

`error` searches must find nothing. `review` searches may find something that is right after all: such a place
stands in `ALLOWED` with its reason. Every search has a planted error (`test_patterns.py`), so none is dead.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Search:
    """A named search; `planted` is a text that it must find."""

    name: str
    planted: str
    pattern: str
    review: bool = False
    expression: re.Pattern[str] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "expression", re.compile(self.pattern, re.M))


START = r"(?:^|[.!?:] )"

NB = (
    Search(
        "Danish word",
        "Farven er spar",
        r"(?i)\b(farve\w*|knægt\w*|klør|ruder|uddel\w*|udspil\w*|kortspil|spil|stik|efter|hvad|nogen|nogle"
        r"|noget|selvom)\b",
    ),
    Search(
        "Swedish word or letter",
        "Du och jag",
        r"(?i)[äö]|\b(och|inte|spelare?n?|stick(et|en)?|sedan|också|eller inte|talongen)\b",
    ),
    Search(
        "nynorsk",
        "Du må ikkje",
        r"(?i)\b(ikkje|korleis|kva|ein|eit|dei|spelar\w*|berre|fyrste|motspelar\w*)\b",
    ),
    Search(
        "og for å, å for og",
        "Husk og ta kortet",
        r"(?i)\b(for|prøv|husk|ved|uten|lurt|best|lov|bedre|begynn\w*|prøv\w*) og "
        r"(ta|vinne|få|spille|legge|se|gi|vise|trekke|bruke)\b"
        r"|\b(må|kan|vil|skal|bør) å\b|\b(kort|stikk|spar|hjerter|du) å (du|så|den|det)\b",
    ),
    Search("i ferd", "Du er i ferd med å tape", r"(?i)\bi ferd\b|\bkommer til å bli\b"),
    Search(
        "bad forms of spille ut",
        "det utspillende kortet",
        r"(?i)\butspill(ende|te|ter|er|es)\b|\butspilte? (runde|giv)\w*",
    ),
    Search(
        "split compound",
        "et trumf kort",
        r"(?i)\b(trumf|stikk|trekk|trekke|utspills|poeng|klasse|elev|arbeids|side|tomanns) "
        r"(kort\w*|farge\w*|spill(et)?|bunke\w*|mål\w*|kode\w*|ark\w*|whist)\b"
        r"|\bkort (stokk(en)?|spill(et)?)\b|\b(trumf|stikk)-\w+",
    ),
    Search("no comma before men", "Du vinner men jeg", r"\w men\b"),
    Search(
        "no comma after an opening clause",
        "Når bunken er tom teller stikkene.",
        START + r"(?:Når|Hvis|Dersom|Fordi|Så lenge|Mens) [^,.?!]+[.!?]",
    ),
    Search(
        "no comma after a som-clause",
        "Den som vinner spiller ut.",
        START + r"(?:Den|De|Det|Kort\w*|Spiller\w*) som [^,.?!]+[.!?]",
        review=True,
    ),
    Search(
        "verb not second",
        "I første del du trekker",
        START + r"(?:I første del|I andre del|Nå|Deretter|Etterpå|Her|Derfor|Først|Dermed|Noen ganger) "
        r"(?:du|dere|hen|vi|motspilleren|spilleren|vinneren|taperen|kortet|stikket) \w+",
    ),
    Search(
        "ikke after the verb in a sub-clause",
        "at du kan ikke",
        r"(?i)\b(at|som|hvis|fordi|når|om) (du|dere|hen|den|motspilleren) "
        r"(kan|vil|skal|får|har|er|må|trenger|spiller) (ikke|aldri|alltid|ofte|bare)\b",
    ),
    Search(
        "single definite",
        "det åpne kort",
        r"(?i)\b(det|den|de) (åpne|skjulte|høyeste|laveste|beste|billigste|nye|andre) "
        r"(kort|stikk|trumf|farge|runde|hånd)\b",
    ),
    Search(
        "gender",
        "en stikk",
        r"(?i)\b(en|min|din) (stikk|kort(?! (pause|stund|tid)\b)|ess|poeng|parti|overstikk|utspill"
        r"|regelsett)\b"
        r"|\b(et|mitt|ditt) (trumf|farge|hånd|runde|konge|dame|knekt|bunke|øvelse|oppgave)\b",
    ),
    Search(
        "plural",
        "tre stikkene",
        r"(?i)\b(stikker|poenger|korter)\b"
        r"|(?<![Dd]e )\b(to|tre|fire|flere|mange|ingen|noen|et|ett) (stikkene|stikket|kortene|kortet)\b",
    ),
    Search(
        "sin, sitt, sine",
        "Hen legger hens kort",
        r"(?i)\b(legger|spiller|tar|sparer|bruker|viser|teller) (hans|hennes|hens|deres) \w+",
    ),
    Search(
        "de for dem", "gi kort til de.", r"(?i)\b(til|med|av|for|fra|mot|på|gir|lar|teller|legger) de[,.!?]"
    ),
    Search(
        "calque",
        "ess av spar",
        r"(?i)\b(ledet?|leder) (med|ut|et|en|spar|hjerter|ruter|kløver)\b"
        r"|\b(dekk|diamant\w*|klubber|spader|dronning\w*|trick\w*|suit\w*|upcard|trikks?)\b"
        r"|\b(ess|konge|dame|knekt) av (spar|hjerter|ruter|kløver)\b",
    ),
    Search("word decided against", "Du må bekjenne", r"(?i)\b(bekjenne\b(?! farge)|oppvendt\w*|haugen)\b"),
    Search(
        "casino and luck",
        "ta potten",
        r"(?i)\b(innsats\w*|satse\w*|jackpot\w*|gevinst\w*|pott\w*|dealer\w*|odds|vedde\w*|chips|bonus\w*"
        r"|flaks\w*|gambl\w*)\b",
        review=True,
    ),
    Search(
        "overclaim", "det er optimalt", r"(?i)\b(optimal\w*|perfekt\w*|garanter\w*|bevist)\b", review=True
    ),
    Search("tone", "Bra!", r"(?i:\bman\b)|[a-zæøå,] (De|Dem|Deres)\b|!", review=True),
    Search("quotes of another language", "si ”spar”", r"[”„]"),
)

SV = (
    Search(
        "Norwegian word or letter",
        "Du spiller ut",
        r"(?i)[æø]|\b(og|ikke|spille[rt]?|spill|stikk\w*|hvis|etter|deretter|hånd\w*|fase[nr]? to|jeg)\b",
    ),
    Search("trick for stick", "ta ett trick", r"(?i)\btrick(et|en|s)?\b", review=True),
    Search(
        "plural of stick, poäng, kort",
        "tre sticker",
        r"(?i)\b(sticker|stickar|stickerna|stickarna|stickor|stickorna|poänger|poängar|korter|korterna)\b"
        r"|\b(\d+|två|tre|fyra|fem|sex|sju|flera|många|alla) (sticket|kortet)\b",
    ),
    Search(
        "gender",
        "en stick",
        r"(?i)\b(en|min|din|någon) (stick|kort(?! (paus|stund|tid)\b)|ess|poäng|parti|utspel|facit|trick)\b"
        r"|\b(ett|mitt|ditt|något) (trumf|färg|hand|giv|kung|dam|knekt|talong|övning|uppgift|omgång)\b",
    ),
    Search(
        "någon, något, några",
        "någon färger",
        r"(?i)\b(någon|något) (färger|givar|trumfar|elever|övningar|händer|höga|låga|fler|andra kort)\b"
        r"|\bnågra (färg|giv|hand|övning)\b|\b(nån|nåt|nåra|sån|såna)\b",
    ),
    Search(
        "de, dem, dom",
        "ge kort till de.",
        r"(?i)\b(till|med|av|för|från|mot|på|ger|låter|slår|räknar|lägger) de[,.!?]"
        r"|(?:^|[.!?] )Dem\b|\bdom\b",
    ),
    Search(
        "sin, sitt, sina",
        "Hen lägger hens kort",
        r"(?i)\b(lägger|spelar|tar|sparar|visar|räknar) (hans|hennes|hens|deras) \w+"
        r"|\bsin (kort|stick|ess)\b|\bsitt (hand|färg|trumf)\b",
    ),
    Search(
        "och for att, kommer without att",
        "Du kommer vinna",
        r"(?i)\b(för|genom|försök|kom ihåg|utan|lönar sig) och (ta|vinna|lägga|få|spela|se|ge|dra)\b"
        r"|\bkommer (vinna|ta|få|bli|ha|lägga|spela|behöva)\b",
    ),
    Search(
        "verb not second",
        "Nu du drar ett kort",
        START + r"(?:I första fasen|I andra fasen|Nu|Sedan|Därefter|Därför|Först|Här|Ibland|Dessutom) "
        r"(?:du|ni|man|hen|vi|motspelaren|spelaren|vinnaren|förloraren|kortet|sticket) \w+",
    ),
    Search(
        "inte after the verb in a sub-clause",
        "att du kan inte",
        r"(?i)\b(att|som|om|när|eftersom) (du|ni|hen|man|den|motspelaren) "
        r"(kan|vill|ska|får|har|är|måste|behöver|lägger) (inte|aldrig|alltid|ofta|bara)\b",
    ),
    Search(
        "split compound",
        "ett trumf kort",
        r"(?i)\b(trumf|kort|stick|poäng|klass|utspels|färg|lärar|elev|övnings|sido|arbets|tvåmans) "
        r"(kort\w*|färg\w*|lek(en)?|spel(et)?|mål\w*|kod\w*|tvång\w*|blad\w*|protokoll\w*|whist)\b"
        r"|\b(trumf|stick)-\w+",
    ),
    Search(
        "single definite",
        "det uppvända kort",
        r"(?i)\b(det|den|de) (uppvända|dolda|högsta|lägsta|bästa|billigaste|nya|andra) "
        r"(kort|stick|färg|hand|giv|fas)\b(?! som)",
    ),
    Search(
        "Norwegian comma",
        "Den som tar sticket, spelar ut.",
        START + r"(?:Den|De|Det|Kort\w*|Spelare\w*) som [^,.]{3,45}, "
        r"(?:tar|får|är|måste|vinner|spelar|lägger|ska|kan)\b"
        r"|(?:^|[.!?:] )När [^,.]{3,30}, (?:är|räknas|tar|får|drar|spelar)\b",
    ),
    Search(
        "participle agreement",
        "det uppvänt kortet",
        r"(?i)\b(ett|det) (uppvänd|dold|utspelad)\b|\b(det|de|den) (uppvänt|dolt|utspelat)\b"
        r"|\bett dolda\b|\bett uppvända\b",
    ),
    Search(
        "particle after the object",
        "du spelar kortet ut",
        r"(?i)\b(spelar?|tar?|lägger|vänder?|delar?) (kortet|det|den|sticket|dem) (ut|upp|ihop)\b",
    ),
    Search(
        "calque",
        "ess i spader",
        r"(?i)\b(led[ae]r? (ut|med)|leda ut|däck\w*|diamant\w*|klubba\w*|drottning\w*|spar (ess|kung)|suit\w*"
        r"|upcard)\b|\b(ess|kung|dam|knekt) i (spader|hjärter|ruter|klöver)\b",
    ),
    Search(
        "word decided against", "Du måste bekänna", r"(?i)\b(bekänna\b(?! färg)|dragbunke\w*|runda|priset)\b"
    ),
    Search(
        "casino and luck",
        "ta hem potten",
        r"(?i)\b(insats\w*|satsa\w*|jackpot\w*|pott\w*|dealer\w*|odds|bonus\w*|chips|tur(en)?|gambl\w*)\b",
        review=True,
    ),
    Search(
        "spelling",
        "istället",
        r"(?i)\b(istället|idag|ikväll|iväg|ibland annat|näste|slaka\w*|äss(et)?)\b"
        r"|\bla (han|hon|hen|du|spelaren)\b",
    ),
    Search("overclaim", "det är optimalt", r"(?i)\b(optimal\w*|perfekt\w*|garanter\w*|bevisat)\b"),
    Search("tone", "Om man tar", r"(?i:\bman\b)|[a-zåäö,] (Ni|Er|Ert|Era|Du|Din)\b|!", review=True),
    Search("quotes of another language", "säg «spader»", r"[«»„]"),
)

BOTH = (
    Search("straight or English quotes", 'si "spar"', r"\"|“|‘|(?<!\w)'"),
    Search(
        "decimal point, hyphen for minus or range",
        "0.6 stikk",
        r"(?<!kl\. )(?<!\d\.)\b\d+\.\d+\b(?!\.\d)|(?<![\w–-])-\d|(?<!-)\b\d{1,2}-\d{1,2}\b(?!-)",
    ),
    Search("percent without a no-break space", "48 %", r"\d%|\d %"),
    Search("genitive apostrophe", "spar's", r"\w['’]s\b"),
    Search("title case heading", "# Slik vinner Du et stikk", r"^#+ .*\b[a-zåäöæø]+ [A-ZÅÄÖÆØ][a-zåäöæø]+"),
    Search("em dash or spaced hyphen", "du — jeg", r"—|(?<![+]) - "),
)

SEARCHES = {"nb": NB + BOTH, "sv": SV + BOTH}

# Names that follow their own rules; taken out before the searches.
NAMES = ("German whist", "WCAG 2.2", "SIL Open Font License 1.1", "Source Serif 4", "Svenska", "Norsk", "6B")
