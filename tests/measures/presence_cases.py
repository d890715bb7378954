"""Awkward texts for the official normalisation, and what must come of them.

``python -m tests.measures.presence_cases`` writes ``tests/contracts/presence_cases.json``, which
holds Python and TypeScript to the same answers. What stands in ``TABLE`` was worked by hand.
Places and sentences are in code points.
"""

import json
import random
from pathlib import Path
from typing import Any, NamedTuple

from annotator.measures.normalised_text import normalise
from annotator.measures.sentences import (
    COUNTED,
    LEADS,
    OPENERS,
    PLACES,
    TITLES,
    split_sentences,
)
from annotator.measures.short_answer_presence import find_short_answer
from annotator.measures.word_count import count_words

PATH = Path(__file__).parents[1] / "contracts" / "presence_cases.json"


class Case(NamedTuple):
    """A text, a short answer, and the part of the text where it stands; None where it does not."""

    why: str
    text: str
    answer: str
    found: str | None


NBSP, ZWNJ, BOM = "\u00a0", "\u200c", "\ufeff"

TABLE = [
    Case("plain", "Charles X ruled.", "Charles X", "Charles X"),
    Case("lower case", "CHARLES X ruled.", "charles x", "CHARLES X"),
    Case("absent", "Charles X ruled.", "Louis XVI", None),
    Case("an equivalent wording is another answer", "The 4 Seasons", "four seasons", None),
    Case("its variant", "The 4 Seasons", "4 seasons", "4 Seasons"),
    Case("article in the answer", "He saw Beatles live", "The Beatles", "Beatles"),
    Case("article in the text", "Queen of the East", "queen of east", "Queen of the East"),
    Case("article an", "It was an apple a day", "apple day", "apple a day"),
    Case("article inside a word", "Theatre of another", "atre", "atre"),
    Case("article inside a word stays", "theatre", "tre theatre", None),
    Case("articles joined by a hyphen are one word", "the-an", "thean", "the-an"),
    Case("article before an apostrophe joins", "a's", "as", "a's"),
    Case("article and underscore join", "a_b", "ab", "a_b"),
    Case("article before a digit is none", "a1 sauce", "a1 sauce", "a1 sauce"),
    Case("article beside Unicode punctuation goes", "“The” end", "“ ” end", "“The” end"),
    Case("article beside a dash", "the—war", "—war", "—war"),
    Case("article before a combining mark goes", "a\u0301 b", "\u0301 b", "\u0301 b"),
    Case("article before a precomposed letter stays", "á b", "á b", "á b"),
    Case("article before a Cyrillic letter is no article", "aб", "б", "б"),
    Case("article before a superscript is no article", "a² b", "a² b", "a² b"),
    Case("article before a Roman numeral sign", "aⅣ", "aⅣ", "aⅣ"),
    Case("capital article", "A AN THE cat", "cat", "cat"),
    Case("only an article", "a cat", "The", ""),
    Case("only punctuation", "a cat", "?!", ""),
    Case("only white space", "a cat", " \t", ""),
    Case("empty", "a cat", "", ""),
    Case("empty in an empty text", "", "", ""),
    Case("something in an empty text", "", "cat", None),
    Case("text of nothing but punctuation", "... !", "cat", None),
    Case("ASCII punctuation goes", "$1,000.00 (net)", "100000 net", "1,000.00 (net"),
    Case("all 32", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~x", "x", "x"),
    Case("comma in a number", "1,234 men", "1234 men", "1,234 men"),
    Case("point in a number", "3.5 points", "35", "3.5"),
    Case("hyphen", "twenty-one", "twentyone", "twenty-one"),
    Case("hyphen against a space", "twenty-one", "twenty one", None),
    Case("en dash stays", "1914–1918", "19141918", None),
    Case("en dash for en dash", "1914–1918", "1914–1918", "1914–1918"),
    Case("hyphen for en dash is absent", "1914–1918", "1914-1918", None),
    Case("curly apostrophe stays", "Ocean’s Eleven", "Ocean's Eleven", None),
    Case("straight apostrophe goes", "Ocean's Eleven", "Oceans Eleven", "Ocean's Eleven"),
    Case("curly quotes stay", "“Help!” came", "Help came", None),
    Case("curly quotes around", "“Help!” came", "Help", "Help"),
    Case("ellipsis sign stays", "wait… what", "wait what", None),
    Case("guillemets stay", "«Le Monde»", "Le Monde", "Le Monde"),
    Case("inverted question mark stays", "¿Qué?", "Qué", "Qué"),
    Case("euro sign stays", "€5", "€5", "€5"),
    Case("dollar sign goes", "$5", "5", "5"),
    Case("degree and minus signs stay", "−5°", "-5", "5"),
    Case("full-width comma stays", "a，b", "ab", None),
    Case("initials", "U.S.A. won", "USA", "U.S.A"),
    Case("initials with spaces are others", "U. S. A. won", "USA", None),
    Case("initial A is an article", "U. S. A. won", "u s won", "U. S. A. won"),
    Case("ampersand joins nothing", "AT&T", "ATT", "AT&T"),
    Case("white space is folded", "New \t\n York", "New York", "New \t\n York"),
    Case("white space at the ends", "  cat  ", " cat ", "cat"),
    Case("non-breaking space", f"New{NBSP}York", "New York", f"New{NBSP}York"),
    Case("thin and ideographic spaces", "A1\u2009B\u3000C", "a1 b c", "A1\u2009B\u3000C"),
    Case("separators of ASCII are white space", "A1\x1cB\x1fC", "a1 b c", "A1\x1cB\x1fC"),
    Case("next line is white space", "New\x85York", "New York", "New\x85York"),
    Case("line separator is white space", "New\u2028York", "New York", "New\u2028York"),
    Case("byte order mark is no white space", f"New{BOM}York", "New York", None),
    Case("zero-width space is no white space", "New\u200bYork", "New York", None),
    Case("zero-width non-joiner stays", f"N{ZWNJ}Y", "NY", None),
    Case("soft hyphen stays", "co\u00adop", "coop", None),
    Case("vertical tab and form feed", "New\x0b\x0cYork", "new york", "New\x0b\x0cYork"),
    Case("combining mark is not composed", "Beyonce\u0301", "Beyoncé", None),
    Case("combining mark for itself", "Beyonce\u0301", "BEYONCE\u0301", "Beyonce\u0301"),
    Case("accent matters", "Beyoncé", "Beyonce", None),
    Case("capital accent", "BEYONCÉ", "Beyoncé", "BEYONCÉ"),
    Case("dotted capital I becomes two", "İstanbul", "i\u0307stanbul", "İstanbul"),
    Case("dotted capital I is no i", "İstanbul", "istanbul", None),
    Case("behind a dotted capital I", "İİ cat", "cat", "cat"),
    Case("dotless i stays", "ısı", "isi", None),
    Case("final sigma", "ΟΔΟΣ ΝΕΑ", "οδος", "ΟΔΟΣ"),
    Case("sigma within a word", "ΟΔΟΣΑ", "οδοσα", "ΟΔΟΣΑ"),
    Case("final sigma in part of a word differs", "ΟΔΟΣΑ", "ΟΔΟΣ", None),
    Case("final sigma before a full stop", "ΟΔΟΣ.", "οδος", "ΟΔΟΣ"),
    Case("sigma alone", "Σ", "σ", "Σ"),
    Case("sharp s", "STRASSE", "straße", None),
    Case("capital sharp s", "STRAẞE", "straße", "STRAẞE"),
    Case("ligature is not taken apart", "ﬁre", "fire", None),
    Case("Kelvin sign", "5 K", "5 k", "5 K"),
    Case("Ångström sign", "Å", "å", "Å"),
    Case("title-case digraph", "ǅ", "ǆ", "ǅ"),
    Case("beyond the first plane", "𝒜 🎉 won 𐐀", "🎉 won 𐐨", "🎉 won 𐐀"),
    Case("place behind an emoji", "🎉🎉 cat", "cat", "cat"),
    Case("flag and joined emoji", "👩‍🚀 🇫🇷 won", "🇫🇷", "🇫🇷"),
    Case("Chinese", "他是张三。", "张三", "张三"),
    Case("Arabic digits", "سنة ١٩٤٨", "١٩٤٨", "١٩٤٨"),
    Case("Hebrew with points", "שָׁלוֹם", "שָׁלוֹם", "שָׁלוֹם"),
    Case("Devanagari", "नमस्ते दुनिया", "दुनिया", "दुनिया"),
    Case("fraction and superscript", "½ m²", "½ m²", "½ m²"),
    Case("inside a word counts", "In the party", "art", "art"),
    Case("whole words go first", "A party of art", "art", "art"),
    Case("number inside a number counts", "In 1998", "99", "99"),
    Case("whole number goes first", "In 1998, 8 men", "8", "8"),
    Case("across words", "he ate a pple", "ate pple", "ate a pple"),
    Case("overlapping", "ababa ab", "aba", "aba"),
    Case("longer than the text", "cat", "cats", None),
    Case("newline in the answer", "New York", "New\nYork", "New York"),
    Case("markup is text", "<b>cat</b>", "bcatb", "b>cat</b"),
    Case("title with stop", "Dr. Who", "Dr Who", "Dr. Who"),
    Case("date", "July 4, 1776", "July 4 1776", "July 4, 1776"),
    Case("time", "9:30 p.m.", "930 pm", "9:30 p.m"),
]  # fmt: skip

SENTENCES = [
    ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
    ("Mr. Smith met Dr. Who. They spoke.", ["Mr. Smith met Dr. Who.", "They spoke."]),
    ("J. K. Rowling wrote. It sold.", ["J. K. Rowling wrote.", "It sold."]),
    ("The U.S. Navy came. It left.", ["The U.S. Navy came.", "It left."]),
    ("It costs 3.5 dollars. Cheap!", ["It costs 3.5 dollars.", "Cheap!"]),
    ("No. 1 in May. No. That is wrong.", ["No. 1 in May.", "No.", "That is wrong."]),
    ("1. First. 2. Second.", ["1. First.", "2. Second."]),
    ("It was 1998. He left.", ["It was 1998.", "He left."]),
    ("“Stop!” He ran. (Really.) Yes.", ["“Stop!”", "He ran.", "(Really.)", "Yes."]),
    ("Wait... what? Yes… No.", ["Wait... what?", "Yes…", "No."]),
    ("“Help!” said he. Fine", ["“Help!” said he.", "Fine"]),
    ("One\nTwo.\r\n\r\nThree\u2028Four", ["One", "Two.", "Three", "Four"]),
    (f"One.{NBSP}Two.\x85Three.", ["One.", "Two.", "Three."]),
    ("  One.  Two.  ", ["One.", "Two."]),
    ("", []),
    (" \n ", []),
    ("...", ["..."]),
    ("One.Two", ["One.Two"]),
    (
        "It was.[3] It went.[citation needed] Why?[n 1] No one knows.",
        ["It was.[3]", "It went.[citation needed]", "Why?[n 1]", "No one knows."],
    ),
    (
        "J. R. R. Smith left the U.S. Navy. In the U.S. 40 ships sank.",
        ["J. R. R. Smith left the U.S. Navy.", "In the U.S. 40 ships sank."],
    ),
    (
        "Part of a set in C. The rest is in No. 5 of Vol. IV (pl. vols) here.",
        ["Part of a set in C.", "The rest is in No. 5 of Vol. IV (pl. vols) here."],
    ),
    ("🎉 Won. 🎉 Lost. Again.", ["🎉 Won. 🎉 Lost.", "Again."]),
    ("Really?! Yes.", ["Really?!", "Yes."]),
    ("Ends with Mr.", ["Ends with Mr."]),
    ("A number at the very end: 12. Next.", ["A number at the very end: 12.", "Next."]),
    ("Twenty of them in all in 1967 Dr. Who.", ["Twenty of them in all in 1967 Dr. Who."]),
    ("....'' ...) Yes", ["....'' ...)", "Yes"]),
    ("Roe v. The State, e.g. The Crown.", ["Roe v. The State, e.g. The Crown."]),
    ("He came to St. Louis. He left St. The end.",
     ["He came to St. Louis.", "He left St.", "The end."]),
    ("World War I. Germany fell. I. Newton did not.",
     ["World War I.", "Germany fell.", "I. Newton did not."]),
    ("A Ph.D. Smith has. In Smith et al. (1999) Jones is.",
     ["A Ph.D. Smith has.", "In Smith et al. (1999) Jones is."]),
    ("It cost more. $5 more. §4 says so.", ["It cost more.", "$5 more. §4 says so."]),
    ("Did You Know? (2004) came. Did you? (Yes.)",
     ["Did You Know? (2004) came.", "Did you?", "(Yes.)"]),
    ("It ends with C. Then B. 1998 came.", ["It ends with C.", "Then B.", "1998 came."]),
    ("So 1.2. Second, iv. Fourth.", ["So 1.2.", "Second, iv.", "Fourth."]),
    ("1.2. Second. IV. Fourth. É. Zola.", ["1.2. Second.", "IV. Fourth.", "É. Zola."]),
    ("What is “C”? “It is.” («No.») Yes, 5 p.m. Eastern. 6 p.m. It is.",
     ["What is “C”?", "“It is.”", "(«No.»)", "Yes, 5 p.m. Eastern.", "6 p.m.", "It is."]),
]  # fmt: skip

LISTED = [
    f"It was {word}. Smith saw {word}. 5 of {word}. The end."
    for word in sorted(TITLES | PLACES | LEADS | COUNTED)
] + [f"In vitamin C. {word} end. To J. {word}. X." for word in OPENERS]
"""A text for each word of the rule's lists, which stand in both languages."""

_WORDS = (
    "the a an A The AN cat Cat's U.S. 4 1,000 twenty-one – — “the” ’s é e\u0301 İ Σ ΟΔΟΣ 🎉 𐐀 ﬁ "
    "theatre another . ! ? … Mr. No. 1. (a) _a_ a1 a² aб « » * & K 张三 Dr. St. I. Ph.D. $5 (2 [3]"
).split(" ")  # fmt: skip
_GAPS = [" ", " ", " ", "", "  ", "\n", NBSP, "\x1c", "\x85", BOM, "\u2009", "\u200b", "-", "\t"]
GENERATED = 250


def table() -> dict[str, Any]:
    """What the file holds."""
    chance = random.Random(4)
    texts = [_some_text(chance, 14) for _ in range(GENERATED)]
    return {
        "presence": [_presence(case.why, case.text, case.answer) for case in TABLE]
        + [_presence("generated", text, _some_part(chance, text)) for text in texts],
        "texts": [_text(text) for text in [*(text for text, _ in SENTENCES), *LISTED, *texts]],
    }


def _presence(why: str, text: str, answer: str) -> dict[str, Any]:
    found = find_short_answer(text, answer)
    return {
        "why": why,
        "text": text,
        "answer": answer,
        "normalised": normalise(text),
        "normalised_answer": normalise(answer),
        "found": list(found) if found else None,
    }


def _text(text: str) -> dict[str, Any]:
    return {
        "text": text,
        "words": count_words(text),
        "sentences": [list(span) for span in split_sentences(text)],
    }


def _some_text(chance: random.Random, words: int) -> str:
    count = chance.randint(1, words)
    return "".join(chance.choice(_WORDS) + chance.choice(_GAPS) for _ in range(count))


def _some_part(chance: random.Random, text: str) -> str:
    start = chance.randrange(len(text))
    part = text[start : start + chance.randint(1, 12)]
    return chance.choice([part, part.upper(), part.swapcase(), _some_text(chance, 2)])


def as_json() -> str:
    """The file's text, a case on each line."""
    parts = (
        f"{json.dumps(name)}: [\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]"
        for name, cases in table().items()
    )
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    PATH.write_text(as_json(), encoding="utf-8")
