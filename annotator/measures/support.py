"""How far a long-form answer is covered by its support document, and by which passage.

Source: the ASQA paper, section 3.3. The support document of an annotation has the disambiguations
with their short answers, the context passages, and the annotator's knowledge pieces. Which passage
supports a sentence is ours, for orientation while writing; the paper has no such figure.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from annotator.measures.rouge import recall_of, rouge_tokens
from annotator.measures.sentences import split_sentences

MIN_SENTENCE_SUPPORT = 0.5
"""Below this recall, 0 to 1, no passage is said to support a sentence."""


@dataclass(frozen=True, slots=True)
class SupportDocument:
    """What an answer can be attributed to.

    ``disambiguations`` has a text for each, of the question and its short answers
    (``disambiguation_text``). ``passages`` are the context passages that the annotator saw, then
    the knowledge pieces, in their order.
    """

    disambiguations: tuple[str, ...] = ()
    passages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SentenceSupport:
    """A sentence of an answer, by characters, and the passage that has most of its tokens.

    ``passage`` counts from 0 in ``SupportDocument.passages``; None if no passage has at least
    ``MIN_SENTENCE_SUPPORT`` of them. ``recall`` is the best passage's, 0 to 1, even then: None for
    a sentence without tokens or a document without passages.
    """

    start: int
    end: int
    passage: int | None
    recall: float | None


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


def sentence_support(text: str, passages: Sequence[str]) -> list[SentenceSupport]:
    """For each sentence of ``text`` the passage with the highest ROUGE-1 recall of it.

    Ties go to the earliest passage.

    >>> passages = ["Charles X ruled until August.", "Louis Philippe followed."]
    >>> [each.passage for each in sentence_support("Louis Philippe followed him. Why?", passages)]
    [1, None]
    """
    counted = [Counter(rouge_tokens(passage)) for passage in passages]
    return [
        _support_of(start, end, rouge_tokens(text[start:end]), counted)
        for start, end in split_sentences(text)
    ]


def _support_of(
    start: int, end: int, tokens: list[str], passages: list[Counter[str]]
) -> SentenceSupport:
    if not tokens or not passages:
        return SentenceSupport(start, end, None, None)
    recalls = [recall_of(tokens, passage) for passage in passages]
    best = max(recalls)
    passage = recalls.index(best) if best >= MIN_SENTENCE_SUPPORT else None
    return SentenceSupport(start, end, passage, best)
