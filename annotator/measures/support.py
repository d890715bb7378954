"""How far a long-form answer is covered by its support document.

Source: the ASQA paper, section 3.3. The support document of an annotation has the disambiguations
with their short answers, the context passages, and the annotator's knowledge pieces.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from annotator.measures.rouge import recall_of, rouge_tokens


@dataclass(frozen=True, slots=True)
class SupportDocument:
    """What an answer can be attributed to.

    ``disambiguations`` has a text for each, of the question and its short answers
    (``disambiguation_text``). ``passages`` are the context passages that the annotator saw, then
    the knowledge pieces, in their order.
    """

    disambiguations: tuple[str, ...] = ()
    passages: tuple[str, ...] = ()


def disambiguation_text(question: str, short_answers: Sequence[str]) -> str:
    """The part of a support document that one disambiguation is.

    >>> disambiguation_text("Who ruled France in 1830?", ["Charles X", "Charles the Tenth"])
    'Who ruled France in 1830? Charles X Charles the Tenth'
    """
    return " ".join([question, *short_answers])


def coverage(text: str, support: SupportDocument, *, with_disambiguations: bool = True) -> float:
    """The share, 0 to 1, of an answer's tokens that its support document has.

    ROUGE-1 recall of the lower-cased answer against the whole document (section 3.3: 0.92 on the
    data set, 0.78 without the disambiguations).

    >>> document = SupportDocument(("Who ruled? Charles X",), ("Charles X ruled until August.",))
    >>> coverage("Charles X ruled France.", document)
    0.75

    Raises ``UndefinedMeasureError`` if the answer has no tokens.
    """
    parts = (*(support.disambiguations if with_disambiguations else ()), *support.passages)
    counts: Counter[str] = Counter()
    for part in parts:
        counts.update(rouge_tokens(part))
    return recall_of(rouge_tokens(text), counts)
