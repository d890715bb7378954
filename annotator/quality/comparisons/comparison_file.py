"""Studies as files: comparisons that were made elsewhere come in, those made here go out."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db import transaction

from annotator.exceptions import InvalidInputError
from annotator.material.formats.comparisons import ComparisonRow, PlacedRow, write_comparisons
from annotator.material.formats.problems import MOST_FOUND, FormatError, Problem, counted
from annotator.quality.comparisons.models import (
    AnswerPair,
    Comparison,
    ComparisonStudy,
    StudyComparer,
    StudyOrigin,
    SystemAnswer,
)
from annotator.quality.comparisons.opening import (
    create_study,
    create_systems,
    disambiguation_counts,
    write_pairs,
)
from annotator.quality.comparisons.results import submitted_comparisons
from annotator.quality.comparisons.sources import SystemSource, check_kind, keys_of, unknown_key
from annotator.quality.reviews.opening import AT_ONCE
from annotator.quality.reviews.working import record
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project


def refusal_of(error: FormatError, field: str) -> InvalidInputError:
    """The error that tells a lead what is wrong with the file in ``field``, line by line.

    Of a file with many problems readers find only the first ``MOST_FOUND``.
    """
    # A key may have half of a character in it, which no answer can be written with.
    problems = [
        str(problem).encode(errors="backslashreplace").decode()
        for problem in error.problems[:MOST_FOUND]
    ]
    detail = f"The file has {counted(error.problems)}: nothing was imported. {problems[0]}"
    if len(error.problems) >= MOST_FOUND:
        problems.append(f"Only the first {MOST_FOUND} problems are listed.")
    return InvalidInputError("invalid_file", detail, fields={field: "\n".join(problems)})


@transaction.atomic
def import_study(
    rows: Sequence[PlacedRow],
    *,
    project: Project,
    title: str,
    file: str,
    at: datetime,
    actor: User | None,
) -> ComparisonStudy:
    """A finished study of the comparisons in a file that ``read_comparisons`` found right.

    The n-th line of a pair is the n-th comparer's, who has no account. Answers have no text. Raises
    ``FormatError`` for a key that the project doesn't have or whose number of disambiguations
    differs, each with its line; ``InvalidInputError`` for a project of another kind.
    """
    # Before anything is read: a lead may be hiding the split of some of the questions.
    project = lock_project(project)
    check_kind(project)
    keys = keys_of(project)
    _check_questions(rows, keys, file)
    pairs = {row.pair: row for _, row in reversed(rows)}
    study = create_study(
        project=project,
        at=at,
        actor=actor,
        title=title,
        origin=StudyOrigin.FILE,
        seed=0,
        question_count=len({row.key for row in pairs.values()}),
        comparers_per_pair=len(rows) // len(pairs),
        finished_at=at,
    )
    _create_comparisons(study, rows, _create_pairs(study, pairs, keys), at)
    record(study, "imported", at, actor, comparisons=len(rows), pairs=len(pairs))
    return study


def _check_questions(rows: Sequence[PlacedRow], keys: dict[str, int], file: str) -> None:
    counts = disambiguation_counts([keys[row.key] for _, row in rows if row.key in keys])
    problems = []
    for line, row in rows:
        known = keys.get(row.key)
        if known is None:
            problems.append(unknown_key(file, line))
        elif counts[known] != row.disambiguations:
            problem = (
                f"the project's question has {counts[known]} disambiguations, not"
                f" {row.disambiguations}"
            )
            fix = "Compare the answers by the project's disambiguations, or correct the number"
            problems.append(Problem(problem, fix, field="numQA", file=file, line=line))
    if problems:
        raise FormatError(problems[:MOST_FOUND])


def _create_pairs(
    study: ComparisonStudy, pairs: dict[int, ComparisonRow], keys: dict[str, int]
) -> dict[int, AnswerPair]:
    """The pairs by their numbers in the file, with systems and answers."""
    names = sorted({name for row in pairs.values() for name in (row.left_model, row.right_model)})
    systems = dict(zip(names, create_systems(study, map(SystemSource, names)), strict=True))

    def answer(name: str, row: ComparisonRow) -> SystemAnswer:
        return SystemAnswer(system=systems[name], example_id=keys[row.key])

    written = write_pairs(
        study,
        (
            (number, (answer(row.left_model, row), answer(row.right_model, row)))
            for number, row in sorted(pairs.items())
        ),
    )
    return {pair.number: pair for pair in written}


def _create_comparisons(
    study: ComparisonStudy, rows: Sequence[PlacedRow], pairs: dict[int, AnswerPair], at: datetime
) -> None:
    seats = StudyComparer.objects.bulk_create(
        StudyComparer(study=study, number=number)
        for number in range(1, study.comparers_per_pair + 1)
    )
    times = dict.fromkeys(pairs, 0)
    comparisons: list[Comparison] = []
    for _, row in rows:
        # Every pair is there equally often, so each comparer has each pair once.
        seat, times[row.pair] = seats[times[row.pair]], times[row.pair] + 1
        comparisons.append(
            Comparison(
                pair=pairs[row.pair],
                comparer=seat,
                position=len(comparisons),
                left_captured=row.left_captured,
                right_captured=row.right_captured,
                ambiguity=row.ambiguity,
                fluency=row.fluency,
                overall=row.overall,
                submitted_at=at,
            )
        )
    Comparison.objects.bulk_create(comparisons, batch_size=AT_ONCE)


def export_lines(study: ComparisonStudy, splits: Sequence[str] = ()) -> Iterator[str]:
    """The lines of the study's TSV: comparisons that were made, by pair and then by comparer; those
    of questions of ``splits`` where some are named.
    """
    comparisons = submitted_comparisons(study, splits)
    keys = dict(
        AnswerPair.objects.filter(study=study).values_list("pk", "example__ambiguous_question__key")
    )
    return write_comparisons(_row(each, keys[each.pair_id]) for each in comparisons)


def _row(comparison: Comparison, key: str) -> ComparisonRow:
    pair = comparison.pair
    return ComparisonRow(
        pair=pair.number,
        disambiguations=pair.disambiguation_count,
        left_captured=comparison.left_captured or 0,
        right_captured=comparison.right_captured or 0,
        ambiguity=comparison.ambiguity or "",
        fluency=comparison.fluency or "",
        overall=comparison.overall or "",
        left_model=pair.left.system.name,
        right_model=pair.right.system.name,
        key=key,
    )
