"""Annotations as letters, for sections that only ask which answers are the same."""

from collections.abc import Mapping, Sequence

from annotator.quality.reports.natural_questions_columns import NaturalQuestionsColumns
from tests.factories.report_columns import Row, make_columns

Answers = Sequence[str]
"""A letter for each annotation; ``-`` is NULL and ``!`` the short answer *yes*."""


def coded_columns(
    long: Mapping[int, Answers], short: Mapping[int, Answers] | None = None
) -> NaturalQuestionsColumns:
    """Columns of examples by key; short answers are NULL where they are left out."""
    rows = []
    for example, answers in long.items():
        shorts = (short or {}).get(example, "-" * len(answers))
        rows += [
            _row(example, annotator, one, other)
            for annotator, (one, other) in enumerate(zip(answers, shorts, strict=True), 1)
        ]
    return make_columns(rows)


def _row(example: int, annotator: int, long: str, short: str) -> Row:
    start = 10 * (ord(short) - ord("a"))
    return Row(
        example,
        annotator,
        candidate=None if long == "-" else ord(long) - ord("a"),
        spans=() if short in "-!" else ((start, start + 1),),
        yes_no="YES" if short == "!" else "NONE",
    )
