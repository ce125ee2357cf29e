"""Places where a `review` search finds something that is right, each with its reason.

The key is language, search, source (a page of content or a part of the catalogue) and the words found,
in lower case. An entry that nothing needs any more fails the test.
"""

_TRICK = "a trick beyond six is what the Swedish word means (F22)"

_ANSWER = "an answer or a definition that is no whole sentence, so no main clause follows"

ALLOWED: dict[tuple[str, str, str, str], str] = {
    ("nb", "no comma after a som-clause", "faq", "den som ikke delte ut."): _ANSWER,
    ("nb", "no comma after a som-clause", "faq", "den som vant stikket."): _ANSWER,
    ("nb", "no comma after a som-clause", "glossary", "den som deler ut."): _ANSWER,
    ("nb", "no comma after a som-clause", "glossary", "den som legger det første kortet."): _ANSWER,
    (
        "nb",
        "no comma after a som-clause",
        "glossary",
        "det som skiller kortene i samme farge fra hverandre.",
    ): _ANSWER,
    ("nb", "no comma after a som-clause", "glossary", "kortet som ligger synlig øverst på bunken."): _ANSWER,
    ("sv", "trick for stick", "family", "trick"): _TRICK,
    ("sv", "trick for stick", "faq", "trick"): _TRICK,
    ("sv", "trick for stick", "glossary", "trick"): _TRICK,
    ("sv", "trick for stick", "pages", "trick"): _TRICK,
    ("sv", "trick for stick", "rules", "trick"): _TRICK,
    ("sv", "trick for stick", "scoring", "trick"): _TRICK,
    ("sv", "trick for stick", "variants", "trick"): _TRICK,
}
