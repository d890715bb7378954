"""The passage that supports a sentence, as ``frontend/src/long-form/support.ts`` finds it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from annotator.measures.rouge import recall_of, rouge_tokens
from annotator.measures.sentences import split_sentences

MIN_SENTENCE_SUPPORT = 0.5
"""Below this recall, 0 to 1, no passage is said to support a sentence."""


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


def sentence_support(text: str, passages: Sequence[str]) -> list[SentenceSupport]:
    """For each sentence of ``text`` the passage with the highest ROUGE-1 recall of it.

    Ties go to the earliest passage.
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
