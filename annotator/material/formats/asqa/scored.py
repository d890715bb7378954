"""Reading what answers are scored against: short answers and long-form answers.

The data set's scorer reads no more, so files that lack pages, knowledge or contexts can be scored.
Titles of pages are read where they are there, since intervals are over groups of pages.
Imports read every field (``reader``).
"""

from collections.abc import Iterator
from typing import Any

from annotator.material.formats.asqa.example import (
    AsqaAnnotation,
    AsqaExample,
    Disambiguation,
    WikipediaPage,
)
from annotator.material.formats.asqa.reader import check_short_answers
from annotator.material.formats.fields import check_types
from annotator.material.formats.problems import Problem, refuse_example


def read_scored_example(value: Any, *, with_questions: bool) -> AsqaExample:
    """An object of the format, of which the scored fields are checked. Of the others only titles of
    pages are looked at, and left out where they aren't text.

    A short answer or a long-form answer may be empty, and there may be any number of annotations.
    ``with_questions`` the ambiguous question and those of the disambiguations are read as well, for
    an extractor; otherwise they are empty. Raises ``ExampleError`` with up to ten problems: a
    field that is missing or of another type, no disambiguation, one without a short answer.
    """
    questions: dict[str, type] = {"question": str} if with_questions else {}
    refuse_example(_check(value, questions))
    return AsqaExample(
        ambiguous_question=value["ambiguous_question"] if with_questions else "",
        disambiguations=tuple(
            Disambiguation(
                question=pair["question"] if with_questions else "",
                short_answers=tuple(pair["short_answers"]),
                page_title=_text(pair, "wikipage"),
            )
            for pair in value["qa_pairs"]
        ),
        pages=tuple(_pages(value.get("wikipages"))),
        annotations=tuple(
            AsqaAnnotation(each["long_answer"], ()) for each in value.get("annotations", [])
        ),
    )


def _pages(pages: Any) -> Iterator[WikipediaPage]:
    for each in pages if type(pages) is list else ():
        if title := _text(each, "title"):
            yield WikipediaPage(title, None)


def _text(value: Any, key: str) -> str | None:
    found = value.get(key) if type(value) is dict else None
    return found if type(found) is str else None


def _check(value: Any, questions: dict[str, type]) -> Iterator[Problem]:
    kinds: dict[str, type] = {"qa_pairs": list}
    if questions:
        kinds["ambiguous_question"] = str
    if type(value) is dict and "annotations" in value:
        kinds["annotations"] = list
    wrong = list(check_types(value, kinds, ""))
    if wrong:
        yield from wrong
        return
    if not value["qa_pairs"]:
        yield Problem("there is no disambiguation", "Give at least one", field="qa_pairs")
    for index, pair in enumerate(value["qa_pairs"]):
        path = f"qa_pairs[{index}]"
        wrong = list(check_types(pair, {"short_answers": list, **questions}, path))
        yield from wrong or check_short_answers(
            pair["short_answers"], f"{path}.short_answers", may_be_empty=True
        )
    for index, annotation in enumerate(value.get("annotations", [])):
        yield from check_types(annotation, {"long_answer": str}, f"annotations[{index}]")
