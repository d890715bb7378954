"""AmbigNQ's JSON: which questions ASQA takes from it (ASQA paper, section 3.1)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any
from urllib.parse import quote

from annotator.material.formats.asqa.example import Disambiguation
from annotator.material.formats.asqa.reader import (
    DISAMBIGUATIONS,
    check_short_answers,
)
from annotator.material.formats.fields import (
    check_key,
    check_length,
    check_text,
    check_types,
    describe,
)
from annotator.material.formats.json_files import read_json
from annotator.material.formats.known_shapes import other_shape
from annotator.material.formats.problems import ExampleError, FormatError, Problem, refuse_example

MULTIPLE = "multipleQAs"
SINGLE = "singleAnswer"
KNOWN_KEYS = frozenset(
    {
        "id",
        "question",
        "annotations",
        "viewed_doc_titles",
        "used_queries",
        "nq_answer",
        "nq_doc_title",
    }
)
WIKIPEDIA = "https://en.wikipedia.org/wiki/"


class LeftOut(StrEnum):
    """Why a question of AmbigNQ is not for ASQA."""

    UNAMBIGUOUS = "not ambiguous to any annotator"
    TOO_FEW = "fewer than 2 disambiguations"
    TOO_MANY = "more than 6 disambiguations"


@dataclass(frozen=True, slots=True)
class AmbiguousQuestion:
    """A question of AmbigNQ with the disambiguations that were chosen for it.

    ``page_titles``: the pages that were viewed when it was disambiguated, in order.
    """

    key: str
    question: str
    disambiguations: tuple[Disambiguation, ...]
    page_titles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AmbigqaFile:
    """A file, parsed but not yet checked. ``name`` is how problems call it."""

    name: str
    values: list[Any]

    def questions(
        self, *, start: int = 0
    ) -> Iterator[tuple[str, AmbiguousQuestion | LeftOut | ExampleError]]:
        """Place and outcome of each question in the file's order from number ``start`` on.

        The place is the question's key, or its number (``[12]``) if it has none. A wrong question
        is replaced by its error, with fields below that place.
        """
        for number in range(start, len(self.values)):
            value = self.values[number]
            place = _place(value, number)
            try:
                yield place, read_question(value)
            except ExampleError as error:
                yield place, ExampleError(self._placed(place, each) for each in error.problems)

    def _placed(self, place: str, problem: Problem) -> Problem:
        field = ".".join(part for part in (place, problem.field) if part)
        return Problem(problem.problem, problem.fix, field=field, file=self.name)


def read_file(path: Path, *, name: str = "") -> AmbigqaFile:
    """The questions of the file at ``path``.

    Raises ``FormatError`` when the file is not a JSON list; a file of another format is recognised.
    """
    name = name or path.name
    value = read_json(path, name=name)
    is_there = type(value) is list and any(
        type(each) is dict and each.keys() >= {"id", "annotations"} for each in value
    )
    if not is_there and (other := other_shape(value, wanted="ambigqa")):
        raise FormatError([Problem(other.problem, other.fix, file=name)])
    if type(value) is not list:
        problem = f"{describe(value)} is not a list"
        raise FormatError([Problem(problem, "Write a list of questions", file=name)])
    return AmbigqaFile(name=name, values=value)


def wikipedia_address(title: str) -> str:
    """Where Wikipedia has the page, spelled as ASQA's files spell it.

    >>> wikipedia_address("Goodbye, Toby")
    'https://en.wikipedia.org/wiki/Goodbye%2C%20Toby'
    """
    return WIKIPEDIA + quote(title, safe="")


def _place(value: Any, number: int) -> str:
    key = value.get("id") if type(value) is dict else None
    return f"[{number}]" if type(key) is not str or check_key(key, "id") else key


def read_question(value: Any) -> AmbiguousQuestion | LeftOut:
    """One object of the file, or why it is left out.

    Where several annotators found the question ambiguous, the first whose list has 2 to 6
    disambiguations counts. Raises ``ExampleError`` for missing fields, wrong types and empty
    short answers; unknown keys are ignored.
    """
    refuse_example(_check(value))
    lists = [each["qaPairs"] for each in value["annotations"] if each["type"] == MULTIPLE]
    if not lists:
        return LeftOut.UNAMBIGUOUS
    fitting = [pairs for pairs in lists if len(pairs) in DISAMBIGUATIONS]
    if not fitting:
        is_short = max(len(pairs) for pairs in lists) < DISAMBIGUATIONS.start
        return LeftOut.TOO_FEW if is_short else LeftOut.TOO_MANY
    return AmbiguousQuestion(
        key=value["id"],
        question=value["question"],
        disambiguations=tuple(
            Disambiguation(pair["question"], tuple(pair["answer"])) for pair in fitting[0]
        ),
        page_titles=tuple(dict.fromkeys(value.get("viewed_doc_titles", []))),
    )


def _check(value: Any) -> Iterator[Problem]:
    wrong = list(check_types(value, {"id": str, "question": str, "annotations": list}, ""))
    if wrong:
        yield from wrong
        return
    if problem := check_key(value["id"], "id"):
        yield problem
    if problem := check_text(value["question"], "question", required=True):
        yield problem
    for index, annotation in enumerate(value["annotations"]):
        yield from _check_annotation(annotation, f"annotations[{index}]")
    if "viewed_doc_titles" in value:
        yield from _check_titles(value)


def _check_annotation(annotation: Any, path: str) -> Iterator[Problem]:
    wrong = list(check_types(annotation, {"type": str}, path))
    if wrong:
        yield from wrong
    elif annotation["type"] == MULTIPLE:
        yield from _check_pairs(annotation, path)
    elif annotation["type"] != SINGLE:
        yield Problem(
            f"{describe(annotation['type'])} is not a type of annotation",
            f"Write {MULTIPLE} or {SINGLE}",
            field=f"{path}.type",
        )


def _check_pairs(annotation: dict[str, Any], path: str) -> Iterator[Problem]:
    wrong = list(check_types(annotation, {"qaPairs": list}, path))
    if wrong:
        yield from wrong
        return
    for index, pair in enumerate(annotation["qaPairs"]):
        where = f"{path}.qaPairs[{index}]"
        wrong = list(check_types(pair, {"question": str, "answer": list}, where))
        if wrong:
            yield from wrong
            continue
        if problem := check_text(pair["question"], f"{where}.question", required=True):
            yield problem
        yield from check_short_answers(pair["answer"], f"{where}.answer")


def _check_titles(value: dict[str, Any]) -> Iterator[Problem]:
    wrong = list(check_types(value, {"viewed_doc_titles": list}, ""))
    if wrong:
        yield from wrong
        return
    if problem := check_length(value["viewed_doc_titles"], "viewed_doc_titles"):
        yield problem
    for index, title in enumerate(value["viewed_doc_titles"]):
        where = f"viewed_doc_titles[{index}]"
        if type(title) is not str:
            yield Problem(f"{describe(title)} is not a string", "Write a string", field=where)
        elif problem := check_text(title, where, required=True):
            yield problem
