"""Verifying ``long_answer_candidates`` against the tokens."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any

from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token
from annotator.material.formats.fields import check_types
from annotator.material.formats.natural_questions.tokens import tag_name
from annotator.material.formats.problems import ExampleError, Problem, refuse_example

FIELD = "long_answer_candidates"
BOXES = frozenset({"p", "table", "tr", "ul", "ol", "dl", "li", "dd", "dt"})

_KINDS: dict[str, type] = {
    "start_byte": int,
    "end_byte": int,
    "start_token": int,
    "end_token": int,
    "top_level": bool,
}


def read_candidates(values: list[Any], tokens: Sequence[Token]) -> tuple[LongAnswerCandidate, ...]:
    """The long answer candidates of a page.

    This verifies types; the box begins with the opening tag of a paragraph, table, row, list or
    list item and ends with its closing tag, by token and by byte; the boxes are ordered by their
    first token, a parent before its children, and are nested or apart; ``top_level`` is true
    exactly where no other box encloses one.

    Raises ``ExampleError`` with up to ten problems.
    """
    if not values:
        raise ExampleError(
            [Problem("the page has no long answer candidates", "Leave this page out", field=FIELD)]
        )
    refuse_example(
        problem
        for index, value in enumerate(values)
        for problem in check_types(value, _KINDS, f"{FIELD}[{index}]")
    )
    boxes = tuple(LongAnswerCandidate(**{key: value[key] for key in _KINDS}) for value in values)
    refuse_example(
        problem
        for index, box in enumerate(boxes)
        for problem in _check_edges(box, tokens, f"{FIELD}[{index}]")
    )
    refuse_example(_check_nesting(boxes))
    return boxes


def _check_edges(box: LongAnswerCandidate, tokens: Sequence[Token], path: str) -> Iterator[Problem]:
    count = len(tokens)
    if not 0 <= box.start_token < count:
        yield Problem(
            f"there is no token {box.start_token}; the page has {count:,}",
            "Give the index of the box's opening tag in document_tokens",
            field=f"{path}.start_token",
        )
        return
    if not box.start_token < box.end_token <= count:
        yield Problem(
            f"{box.end_token} is not after {box.start_token} and inside the page's {count:,} "
            "tokens",
            "Give the index after the box's closing tag in document_tokens",
            field=f"{path}.end_token",
        )
        return
    first, last = tokens[box.start_token], tokens[box.end_token - 1]
    if box.start_byte != first.start_byte:
        yield _byte_and_token_differ(box.start_byte, first.start_byte, "start", tokens, path)
    elif not first.html_token or tag_name(first.token) not in BOXES:
        yield Problem(
            f"{first.token[:40]!r} does not open a paragraph, table, row, list or list item",
            "Start the box at its opening tag",
            field=f"{path}.start_token",
        )
    if box.end_byte != last.end_byte:
        yield _byte_and_token_differ(box.end_byte, last.end_byte, "end", tokens, path)
    elif not last.html_token or tag_name(last.token) != f"/{tag_name(first.token)}":
        yield Problem(
            f"{last.token[:40]!r} does not close {first.token[:40]!r}",
            "End the box at its closing tag",
            field=f"{path}.end_token",
        )


def _byte_and_token_differ(
    given: int, expected: int, edge: str, tokens: Sequence[Token], path: str
) -> Problem:
    """Blame the token index if a token has the given byte, else the byte."""
    edges = [getattr(token, f"{edge}_byte") for token in tokens]
    index = bisect_left(edges, given)
    if index < len(edges) and edges[index] == given:
        right = index if edge == "start" else index + 1
        return Problem(
            f"the token has {edge}_byte {expected}, the box {given}",
            f"Set it to {right}, or {edge}_byte to {expected}",
            field=f"{path}.{edge}_token",
        )
    return Problem(
        f"{given} is not the {edge}_byte of the box's token, which is {expected}",
        f"Set it to {expected}",
        field=f"{path}.{edge}_byte",
    )


def _check_nesting(boxes: Sequence[LongAnswerCandidate]) -> Iterator[Problem]:
    enclosing: list[LongAnswerCandidate] = []
    before = (-1, 0)
    for index, box in enumerate(boxes):
        place = (box.start_token, -box.end_token)
        if place <= before:
            yield Problem(
                "the box is out of order",
                "Order the boxes by start_token, a parent before its children, each one once",
                field=f"{FIELD}[{index}].start_token",
            )
            return
        before = place
        while enclosing and enclosing[-1].end_token <= box.start_token:
            enclosing.pop()
        if enclosing and enclosing[-1].end_token < box.end_token:
            yield Problem(
                "the box overlaps the one before it but is not inside it",
                "Give the index after the box's own closing tag",
                field=f"{FIELD}[{index}].end_token",
            )
            return
        if box.top_level == bool(enclosing):
            yield Problem(
                f"{str(box.top_level).lower()} is wrong: another box encloses this one"
                if enclosing
                else "false is wrong: no other box encloses this one",
                f"Set it to {str(not box.top_level).lower()}",
                field=f"{FIELD}[{index}].top_level",
            )
        enclosing.append(box)
