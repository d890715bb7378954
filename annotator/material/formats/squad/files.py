"""Reading SQuAD 1.1 and 2.0: paragraphs with their questions and where the answers begin.

Files that ReQA's converter made of Natural Questions are read, too: their ids are whole numbers,
and some of their answers are not quite where they say.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from annotator.material.formats.fields import check_types
from annotator.material.formats.json_files import read_json
from annotator.material.formats.problems import FormatError, Problem

MAX_PROBLEMS = 100


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question and the characters of its paragraph at which its answers begin.

    ``answer_starts`` is empty for a question of SQuAD 2.0 that has no answer. At ``misplaced`` of
    them the paragraph has other words than the answer's.
    """

    id: int | str
    question: str
    answer_starts: tuple[int, ...]
    misplaced: int = 0


@dataclass(frozen=True, slots=True)
class AskedParagraph:
    """A paragraph and the questions about it."""

    context: str
    questions: tuple[AskedQuestion, ...]


def read_squad(path: Path) -> list[AskedParagraph]:
    """The paragraphs of all articles in the file at ``path``, in its order.

    Raises ``FormatError`` with up to 100 problems: a field that is missing or of the wrong type, an
    answer that begins outside its paragraph, a question's id that appears twice.
    """
    return asked_paragraphs(read_json(path), name=path.name)


def asked_paragraphs(value: Any, *, name: str) -> list[AskedParagraph]:
    """The same of a file's ``value``; problems name it ``name``."""
    problems: list[Problem] = []
    paragraphs: list[AskedParagraph] = []
    seen: set[int | str] = set()
    for place, found in _paragraphs(value):
        if isinstance(found, Problem):
            problems.append(found)
            continue
        wrong = list(_check(found, place, seen))
        problems += wrong
        if not wrong:
            paragraphs.append(_read(found))
        if len(problems) >= MAX_PROBLEMS:
            break
    if problems:
        raise FormatError(each.at(file=name, line=None) for each in problems[:MAX_PROBLEMS])
    return paragraphs


def _paragraphs(value: Any) -> Iterator[tuple[str, dict[str, Any] | Problem]]:
    articles = value.get("data") if type(value) is dict else None
    if type(articles) is not list:
        problem = "the file is not an object with a list of articles"
        yield "data", Problem(problem, 'Write {"data": [...]}, the format of SQuAD', field="data")
        return
    for number, article in enumerate(articles):
        listed = article.get("paragraphs") if type(article) is dict else None
        path = f"data[{number}].paragraphs"
        if type(listed) is not list:
            yield path, Problem("the article has no list of paragraphs", "Add it", field=path)
            continue
        for index, paragraph in enumerate(listed):
            place = f"{path}[{index}]"
            wrong = next(check_types(paragraph, {"context": str, "qas": list}, place), None)
            yield place, wrong or paragraph


def _check(paragraph: dict[str, Any], place: str, seen: set[int | str]) -> Iterator[Problem]:
    for number, asked in enumerate(paragraph["qas"]):
        path = f"{place}.qas[{number}]"
        wrong = list(_check_question(asked, path))
        if wrong:
            yield from wrong
            continue
        if asked["id"] in seen:
            yield Problem(
                "another question has this id",
                "Give each question its own id",
                field=f"{path}.id",
            )
        seen.add(asked["id"])
        for index, answer in enumerate(asked["answers"]):
            yield from _check_answer(answer, paragraph["context"], f"{path}.answers[{index}]")


def _check_question(asked: Any, path: str) -> Iterator[Problem]:
    has_number = type(asked) is dict and type(asked.get("id")) is int
    kinds: dict[str, type] = {"id": int if has_number else str, "question": str, "answers": list}
    yield from check_types(asked, kinds, path)


def _check_answer(answer: Any, context: str, path: str) -> Iterator[Problem]:
    wrong = list(check_types(answer, {"text": str, "answer_start": int}, path))
    if wrong:
        yield from wrong
    elif not 0 <= answer["answer_start"] < len(context):
        yield Problem(
            f"there is no character {answer['answer_start']} in the context",
            "Give the character where the answer begins, counted from 0",
            field=f"{path}.answer_start",
        )


def _read(paragraph: dict[str, Any]) -> AskedParagraph:
    return AskedParagraph(
        context=paragraph["context"],
        questions=tuple(
            AskedQuestion(
                id=asked["id"],
                question=asked["question"],
                answer_starts=tuple(each["answer_start"] for each in asked["answers"]),
                misplaced=sum(
                    not paragraph["context"].startswith(each["text"], each["answer_start"])
                    for each in asked["answers"]
                ),
            )
            for asked in paragraph["qas"]
        ),
    )
