"""Verifying ``annotations`` against tokens and candidates."""

from collections.abc import Iterator, Sequence
from typing import Any

from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token
from annotator.material.formats.fields import (
    INT64_OR_UINT64,
    MOST_SHORT_ANSWERS,
    check_length,
    check_range,
    check_types,
    describe,
)
from annotator.material.formats.natural_questions.example import (
    LongAnswer,
    OriginalAnnotation,
    ShortAnswer,
)
from annotator.material.formats.problems import Problem, refuse_example

FIELD = "annotations"
YES_NO_ANSWERS = ("NONE", "YES", "NO")

_KINDS: dict[str, type] = {"annotation_id": int, "short_answers": list, "yes_no_answer": str}
_SPAN: dict[str, type] = {
    "start_byte": int,
    "end_byte": int,
    "start_token": int,
    "end_token": int,
}
_BOX = {**_SPAN, "candidate_index": int}
_NOWHERE = -1


def read_annotations(
    values: list[Any], tokens: Sequence[Token], candidates: Sequence[LongAnswerCandidate]
) -> tuple[OriginalAnnotation, ...]:
    """The annotations of an example, in the order of the file.

    This verifies types; the long answer is the candidate that ``candidate_index`` names, or -1
    throughout; short answers are inside it, on tokens' edges, without overlaps; yes or no needs a
    long answer and no short ones; no annotation id twice.

    Raises ``ExampleError`` with up to ten problems.
    """
    refuse_example(_check(values, tokens, candidates))
    return tuple(_read(value) for value in values)


def _read(value: dict[str, Any]) -> OriginalAnnotation:
    box = value["long_answer"]
    return OriginalAnnotation(
        annotation_id=value["annotation_id"],
        long_answer=(
            None
            if box["candidate_index"] == _NOWHERE
            else LongAnswer(**{key: box[key] for key in _BOX})
        ),
        short_answers=tuple(
            ShortAnswer(**{key: span[key] for key in _SPAN}) for span in value["short_answers"]
        ),
        yes_no_answer=value["yes_no_answer"],
    )


def _check(
    values: list[Any], tokens: Sequence[Token], candidates: Sequence[LongAnswerCandidate]
) -> Iterator[Problem]:
    seen: set[int] = set()
    for index, value in enumerate(values):
        path = f"{FIELD}[{index}]"
        wrong = list(_check_all_types(value, path))
        if wrong:
            yield from wrong
            continue
        out_of_range = check_range(value["annotation_id"], INT64_OR_UINT64, f"{path}.annotation_id")
        if out_of_range:
            yield out_of_range
        if value["annotation_id"] in seen:
            yield Problem(
                "another annotation of this example has this id",
                "Give each annotation its own id",
                field=f"{path}.annotation_id",
            )
        seen.add(value["annotation_id"])
        misplaced = list(
            _check_long_answer(value["long_answer"], candidates, f"{path}.long_answer")
        )
        if misplaced:
            yield from misplaced
            continue
        answers = f"{path}.short_answers"
        if problem := check_length(value["short_answers"], answers, most=MOST_SHORT_ANSWERS):
            yield problem
            continue
        yield from _check_short_answers(value, tokens, path)
        yield from _check_yes_no_answer(value, path)


def _check_all_types(value: Any, path: str) -> Iterator[Problem]:
    wrong = list(check_types(value, _KINDS, path))
    yield from wrong
    if not isinstance(value, dict):
        return
    if "long_answer" in value:
        yield from check_types(value["long_answer"], _BOX, f"{path}.long_answer")
    else:
        yield Problem("the field is missing", "Add it", field=f"{path}.long_answer")
    if not wrong:
        for index, span in enumerate(value["short_answers"]):
            yield from check_types(span, _SPAN, f"{path}.short_answers[{index}]")


def _check_long_answer(
    box: dict[str, int], candidates: Sequence[LongAnswerCandidate], path: str
) -> Iterator[Problem]:
    index = box["candidate_index"]
    offsets = {key: box[key] for key in _SPAN}
    if index == _NOWHERE:
        for key, value in offsets.items():
            if value != _NOWHERE:
                yield Problem(
                    f"{value} is not -1, but candidate_index is",
                    "Write -1 in all five fields where there is no long answer",
                    field=f"{path}.{key}",
                )
        return
    if not 0 <= index < len(candidates):
        yield Problem(
            f"there is no candidate {index}; the page has {len(candidates):,}",
            "Give an index into long_answer_candidates, or -1 for no long answer",
            field=f"{path}.candidate_index",
        )
        return
    differing = [key for key in _SPAN if getattr(candidates[index], key) != box[key]]
    if len(differing) > len(_SPAN) // 2:
        yield Problem(
            f"candidate {index} has other offsets than the long answer",
            "Give the index of the candidate that has them",
            field=f"{path}.candidate_index",
        )
        return
    for key in differing:
        expected = getattr(candidates[index], key)
        yield Problem(
            f"{box[key]} differs from candidate {index}, which has {expected}",
            f"Set it to {expected}",
            field=f"{path}.{key}",
        )


def _check_short_answers(
    value: dict[str, Any], tokens: Sequence[Token], path: str
) -> Iterator[Problem]:
    box, spans = value["long_answer"], value["short_answers"]
    if spans and box["candidate_index"] == _NOWHERE:
        yield Problem(
            "there are short answers without a long answer",
            "Give the long answer that holds them, or none of them",
            field=f"{path}.short_answers",
        )
        return
    taken: list[tuple[int, int]] = []
    for index, span in enumerate(spans):
        here = f"{path}.short_answers[{index}]"
        misplaced = list(_check_span(span, box, tokens, here))
        yield from misplaced
        if misplaced:
            continue
        start, end = span["start_token"], span["end_token"]
        if any(start < other_end and other_start < end for other_start, other_end in taken):
            yield Problem(
                "the span overlaps another short answer",
                "Put each token in one short answer at most",
                field=f"{here}.start_token",
            )
        taken.append((start, end))


def _check_span(
    span: dict[str, int], box: dict[str, int], tokens: Sequence[Token], path: str
) -> Iterator[Problem]:
    start, end = span["start_token"], span["end_token"]
    first, last = max(box["start_token"], 0), min(box["end_token"], len(tokens))
    if not first <= start < last:
        yield Problem(
            f"token {start} is outside the long answer, {first} to {last}",
            "Give a token inside the long answer",
            field=f"{path}.start_token",
        )
        return
    if not start < end <= last:
        yield Problem(
            f"{end} is not after {start} and inside the long answer, which ends at {last}",
            "Give the index after the span's last token",
            field=f"{path}.end_token",
        )
        return
    expected = {"start_byte": tokens[start].start_byte, "end_byte": tokens[end - 1].end_byte}
    for key, byte in expected.items():
        if span[key] != byte:
            yield Problem(
                f"{span[key]} is not the {key} of the span's token, which is {byte}",
                f"Set it to {byte}, or correct {key.replace('byte', 'token')}",
                field=f"{path}.{key}",
            )


def _check_yes_no_answer(value: dict[str, Any], path: str) -> Iterator[Problem]:
    answer, here = value["yes_no_answer"], f"{path}.yes_no_answer"
    if answer not in YES_NO_ANSWERS:
        yield Problem(f"{describe(answer)} is not an answer", "Write NONE, YES or NO", field=here)
    elif answer != "NONE" and value["short_answers"]:
        yield Problem(f"{answer} is given beside short answers", "Keep one of the two", field=here)
    elif answer != "NONE" and value["long_answer"]["candidate_index"] == _NOWHERE:
        yield Problem(
            f"{answer} is given without a long answer", "Give the long answer, or NONE", field=here
        )
