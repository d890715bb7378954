"""Reading one example of ASQA's format."""

from collections.abc import Iterator
from typing import Any

from annotator.material.formats.asqa.example import (
    MAX_ANSWER_CHARACTERS,
    MAX_PASSAGE_CHARACTERS,
    NO_CONTEXT,
    AsqaAnnotation,
    AsqaExample,
    Disambiguation,
    KnowledgePiece,
    WikipediaPage,
)
from annotator.material.formats.fields import (
    MAX_TEXT_CHARACTERS,
    check_length,
    check_text,
    check_types,
    describe,
)
from annotator.material.formats.problems import Problem, refuse_example

DISAMBIGUATIONS = range(2, 7)

KNOWN_KEYS = frozenset({"ambiguous_question", "qa_pairs", "wikipages", "annotations"})

_KINDS: dict[str, type] = {"ambiguous_question": str, "qa_pairs": list, "wikipages": list}


def read_example(value: Any) -> AsqaExample:
    """An object of the format, every field checked; unknown keys are ignored.

    ``annotations`` may be missing (unlabelled data), ``context`` too; the published file has null
    for a page's ``url`` and a piece's ``content`` in a few places. Raises ``ExampleError``
    with up to ten problems: missing fields, wrong types, empty texts, fewer than 2 or more than 6
    disambiguations, a disambiguation without a short answer.
    """
    refuse_example(_check(value))
    return AsqaExample(
        ambiguous_question=value["ambiguous_question"],
        disambiguations=tuple(_disambiguation(pair) for pair in value["qa_pairs"]),
        pages=tuple(WikipediaPage(page["title"], page.get("url")) for page in value["wikipages"]),
        annotations=tuple(_annotation(each) for each in value.get("annotations", [])),
    )


def _disambiguation(pair: dict[str, Any]) -> Disambiguation:
    context = pair.get("context")
    return Disambiguation(
        question=pair["question"],
        short_answers=tuple(pair["short_answers"]),
        context=None if context == NO_CONTEXT else context,
        page_title=pair.get("wikipage"),
        has_context_field="context" in pair,
    )


def _annotation(value: dict[str, Any]) -> AsqaAnnotation:
    return AsqaAnnotation(
        long_form_answer=value["long_answer"],
        knowledge=tuple(
            KnowledgePiece(piece.get("content"), piece.get("wikipage"))
            for piece in value["knowledge"]
        ),
    )


def _check(value: Any) -> Iterator[Problem]:
    given = {"annotations": list} if type(value) is dict and "annotations" in value else {}
    wrong = list(check_types(value, _KINDS | given, ""))
    if wrong:
        yield from wrong
        return
    yield from _checked_text(value, "ambiguous_question", "")
    yield from check_count(len(value["qa_pairs"]), "qa_pairs")
    for index, pair in enumerate(value["qa_pairs"]):
        yield from _check_pair(pair, f"qa_pairs[{index}]")
    for key in ("wikipages", "annotations"):
        if problem := check_length(value.get(key, []), key):
            yield problem
    for index, page in enumerate(value["wikipages"]):
        yield from _check_page(page, f"wikipages[{index}]")
    for index, annotation in enumerate(value.get("annotations", [])):
        yield from _check_annotation(annotation, f"annotations[{index}]")


def check_count(disambiguations: int, path: str) -> Iterator[Problem]:
    """A problem unless there are 2 to 6 disambiguations, as ASQA keeps them (section 3.1)."""
    if disambiguations not in DISAMBIGUATIONS:
        is_one = disambiguations == 1
        yield Problem(
            f"there {'is' if is_one else 'are'} {disambiguations} disambiguation"
            f"{'' if is_one else 's'}",
            "ASQA keeps questions with 2 to 6: leave this one out, or shorten the list",
            field=path,
        )


def check_short_answers(
    answers: list[Any], path: str, *, may_be_empty: bool = False
) -> Iterator[Problem]:
    """A problem if there is no short answer, or one that is not text, or empty where it may not."""
    if not answers:
        yield Problem("there is no short answer", "Give at least one", field=path)
    for index, answer in enumerate(answers):
        where = f"{path}[{index}]"
        if type(answer) is not str:
            yield Problem(f"{describe(answer)} is not a string", "Write a string", field=where)
        elif problem := check_text(answer, where, required=not may_be_empty):
            yield problem


def _check_pair(pair: Any, path: str) -> Iterator[Problem]:
    wrong = list(check_types(pair, {"question": str, "short_answers": list}, path))
    if wrong:
        yield from wrong
        return
    yield from _checked_text(pair, "question", path)
    yield from check_short_answers(pair["short_answers"], f"{path}.short_answers")
    if "context" in pair:
        wrong = list(check_types(pair, {"context": str}, path))
        yield from wrong or _checked_text(pair, "context", path, MAX_PASSAGE_CHARACTERS)
    yield from _check_optional(pair, "wikipage", path)


def _check_optional(
    holder: dict[str, Any], key: str, path: str, longest: int = MAX_TEXT_CHARACTERS
) -> Iterator[Problem]:
    if holder.get(key) is not None:
        wrong = list(check_types(holder, {key: str}, path))
        yield from wrong or _checked_text(holder, key, path, longest)


def _check_page(page: Any, path: str) -> Iterator[Problem]:
    wrong = list(check_types(page, {"title": str}, path))
    if wrong:
        yield from wrong
        return
    yield from _checked_text(page, "title", path)
    yield from _check_optional(page, "url", path)


def _check_annotation(annotation: Any, path: str) -> Iterator[Problem]:
    wrong = list(check_types(annotation, {"long_answer": str, "knowledge": list}, path))
    if wrong:
        yield from wrong
        return
    yield from _checked_text(annotation, "long_answer", path, MAX_ANSWER_CHARACTERS)
    if problem := check_length(annotation["knowledge"], f"{path}.knowledge"):
        yield problem
    for index, piece in enumerate(annotation["knowledge"]):
        where = f"{path}.knowledge[{index}]"
        wrong = list(check_types(piece, {}, where))
        if wrong:
            yield from wrong
            continue
        yield from _check_optional(piece, "content", where, MAX_PASSAGE_CHARACTERS)
        yield from _check_optional(piece, "wikipage", where)


def _checked_text(
    holder: dict[str, Any], key: str, path: str, longest: int = MAX_TEXT_CHARACTERS
) -> Iterator[Problem]:
    where = f"{path}.{key}" if path else key
    if problem := check_text(holder[key], where, required=True, longest=longest):
        yield problem
