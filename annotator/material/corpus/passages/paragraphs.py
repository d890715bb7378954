"""Which parts of a page read as paragraphs."""

from collections.abc import Sequence

from annotator.material.corpus.markup.passages import Passage, cut_passage
from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token

MINIMUM_ITEM_WORDS = 10
"""A list item with fewer words is an entry, no paragraph."""

_ITEMS = frozenset({"Li", "Dd"})


def find_paragraphs(
    html: bytes, tokens: Sequence[Token], candidates: Sequence[tuple[LongAnswerCandidate, str]]
) -> list[Passage]:
    """The paragraphs of a page in order, never one inside another.

    ``html`` is the page's frozen UTF-8, ``candidates`` come with their tags. Paragraphs are the
    candidates ``P``, and the list items without another candidate inside that have at least
    ``MINIMUM_ITEM_WORDS`` words. Text in a table is not a paragraph.
    """
    tables = [each for each, tag in candidates if tag == "Table"]
    chosen: list[LongAnswerCandidate] = []
    for number, (candidate, tag) in enumerate(candidates):
        if any(_holds(table, candidate) for table in tables):
            continue
        if chosen and _holds(chosen[-1], candidate):
            continue
        # Parents come first, so the candidates inside follow at once.
        following = candidates[number + 1 : number + 2]
        is_leaf = not any(_holds(candidate, inside) for inside, _ in following)
        if tag == "P" or (tag in _ITEMS and is_leaf and _is_long(candidate, tokens)):
            chosen.append(candidate)
    cut = (
        cut_passage(html, tokens, start_token=each.start_token, end_token=each.end_token)
        for each in chosen
    )
    return [passage for passage in cut if passage]


def _holds(outer: LongAnswerCandidate, inner: LongAnswerCandidate) -> bool:
    return outer.start_token <= inner.start_token and inner.end_token <= outer.end_token


def _is_long(candidate: LongAnswerCandidate, tokens: Sequence[Token]) -> bool:
    inside = tokens[candidate.start_token : candidate.end_token]
    return sum(not token.html_token for token in inside) >= MINIMUM_ITEM_WORDS
