"""What baselines look at in a line of Natural Questions' files: question, page, boxes, answers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from annotator.material.formats.answer_spans import read_span
from annotator.material.formats.articles import page_of
from annotator.material.formats.fields import check_type, describe
from annotator.material.formats.gold_answers import GoldExample, read_gold_example
from annotator.material.formats.problems import LineError, Problem
from annotator.measures.answer_match import Span

_TAG = re.compile(r"<(\w+)")


@dataclass(frozen=True, slots=True)
class Box:
    """A long answer candidate: its place, its element's name, and whether no other one holds it."""

    span: Span
    tag: str
    top_level: bool


@dataclass(frozen=True, slots=True)
class BoxedExample:
    """An example with the boxes of its page. ``page`` names the article, whatever its revision; of
    a page without an address it is the example's id, as nothing tells which others have that page.
    """

    gold: GoldExample
    question: str
    page: str
    boxes: tuple[Box, ...]


def read_boxed_example(value: dict[str, Any]) -> BoxedExample:
    """The example of a line's object, original or simplified.

    Raises ``LineError`` if a field is missing or wrong.
    """
    gold = read_gold_example(value)
    kinds = {"question_text": str, "document_url": str, "long_answer_candidates": list}
    problems = [
        problem for key, kind in kinds.items() if (problem := check_type(value, key, kind, key))
    ]
    if problems:
        raise LineError(problems)
    tokens = _first_tokens(value)
    boxes = tuple(_boxes(value["long_answer_candidates"], tokens))
    page = page_of(value["document_url"]) or str(gold.example_id)
    return BoxedExample(gold, value["question_text"], page, boxes)


def _first_tokens(value: dict[str, Any]) -> list[Any]:
    """The page's tokens: of the original format objects, of the simplified one texts."""
    if type(value.get("document_tokens")) is list:
        tokens: list[Any] = value["document_tokens"]
        return tokens
    if type(value.get("document_text")) is str:
        return list(value["document_text"].split(" "))
    problem = "the page has neither document_tokens nor document_text"
    raise LineError([Problem(problem, "Give the original or the simplified format")])


def _boxes(candidates: list[Any], tokens: list[Any]) -> Iterator[Box]:
    for index, value in enumerate(candidates):
        path = f"long_answer_candidates[{index}]"
        if type(value) is not dict:
            problem = f"{describe(value)} is not an object"
            raise LineError([Problem(problem, "Write an object", field=path)])
        span, problems = read_span(value, path)
        if problems:
            raise LineError(problems)
        if span is None or span.in_tokens is None or span.in_tokens[0] >= len(tokens):
            problem = "the candidate has no token of the page"
            raise LineError([Problem(problem, "Give start_token and end_token", field=path)])
        yield Box(span, _tag_of(tokens[span.in_tokens[0]]), value.get("top_level") is True)


def _tag_of(token: Any) -> str:
    """The element's name in lower case; empty if the token is not a tag."""
    text = token.get("token") if type(token) is dict else token
    found = _TAG.match(text) if type(text) is str else None
    return found[1].lower() if found else ""
