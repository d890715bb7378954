"""Queries with tags made by hand, as the tagger gives them, for tests that run without spaCy."""

from collections.abc import Iterable, Iterator

from annotator.exchange.intake.filtering.tagged import TaggedToken

TABLE_1 = {
    "1a": "where/WRB does/VBZ the/DT nature/NN conservancy/NN get/VB its/PRP$ funding/NN",
    "1b": "who/WP is/VBZ the/DT song/NN killing/VBG me/PRP softly/RB written/VBN about/IN",
    "2": "who/WP owned/VBD most/JJS of/IN the/DT railroads/NNS in/IN the/DT/B-DATE"
    " 1800s/NNS/I-DATE",
    "4": "how/WRB far/RB is/VBZ chardon/NNP/B-ORG ohio/NNP/I-ORG from/IN cleveland/NNP/B-GPE"
    " ohio/NNP/B-GPE",
    "5": "american/NNP/B-NORP comedian/NNP on/IN have/VBP i/PRP got/VBD news/NN for/IN you/PRP",
}
"""The paper's Table 1: heuristic and query."""

OTHERS = (
    "facebook/VB login/NN page/NN sign/NN in/RP to/IN my/PRP$ account/NN now/RB",
    "who/WP lives/VBZ at/IN 9/CD baker/NN street/NN call/VB ann/NNP/B-PERSON on/IN 555-123-4567/CD",
    "how/WRB to/TO tie/VB a/DT tie/NN with/IN one/CD hand/NN only/RB",
)


def tagged(line: str) -> list[TaggedToken]:
    """The words of ``word/TAG`` or ``word/TAG/ENTITY``, with blanks between them."""
    return [TaggedToken(*part.split("/")) for part in line.split()]


def text_of(line: str) -> str:
    """The query alone."""
    return " ".join(token.text for token in tagged(line))


class HandTagger:
    """Stands in for ``Tagger``: knows the queries of this file; a word elsewhere is a noun."""

    def __init__(self) -> None:
        self._known = {text_of(line): tagged(line) for line in (*TABLE_1.values(), *OTHERS)}

    def tag(self, texts: Iterable[str]) -> Iterator[list[TaggedToken]]:
        """The words of each text."""
        for text in texts:
            yield self._known.get(text) or [TaggedToken(word, "NN") for word in text.split()]
