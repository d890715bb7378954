"""Comparison studies for tests: rows as the services leave them, without a draw."""

from collections.abc import Sequence

from annotator.material.corpus.models import Example
from annotator.quality.comparisons.models import (
    AnswerPair,
    ComparedSystem,
    Comparison,
    ComparisonStudy,
    Preference,
    StudyComparer,
    SystemAnswer,
)
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from tests.factories.asqa import make_ambiguous_examples
from tests.factories.corpus import AT, make_member

SYSTEMS = ("Retriever", "Writer")


def make_comparers(project: Project, count: int) -> list[User]:
    """Experts of the project, called comparer-0 and so on."""
    return [make_member(project, f"comparer-{n}", Role.EXPERT).user for n in range(count)]


def make_study(
    project: Project,
    comparers: Sequence[User],
    *,
    questions: int = 2,
    systems: Sequence[str] = SYSTEMS,
    per_pair: int = 1,
    lead: User | None = None,
    authors: Sequence[User | None] = (),
) -> ComparisonStudy:
    """A study with one pair for each two of ``systems`` and each question.

    Comparers take turns, ``per_pair`` for each pair. ``authors`` wrote the systems' answers.
    """
    study = ComparisonStudy.objects.create(
        project=project,
        number=ComparisonStudy.objects.filter(project=project).count() + 1,
        title="Which reads better",
        seed=1,
        question_count=questions,
        comparers_per_pair=per_pair,
        instructions="Read both answers **twice**.",
        opened_at=AT,
        opened_by=lead,
    )
    seats = [
        StudyComparer.objects.create(study=study, number=number, user=user)
        for number, user in enumerate(comparers, start=1)
    ]
    pairs: list[AnswerPair] = []
    compared = [
        ComparedSystem.objects.create(study=study, number=number, name=name)
        for number, name in enumerate(systems, start=1)
    ]
    for example in make_ambiguous_examples(project, questions):
        answers = [
            _make_answer(system, example, authors[at] if authors else None)
            for at, system in enumerate(compared)
        ]
        for left, right in zip(answers[::2], answers[1::2], strict=False):
            pairs.append(
                AnswerPair.objects.create(
                    study=study,
                    number=len(pairs) + 1,
                    example=example,
                    left=left,
                    right=right,
                    disambiguation_count=example.disambiguations.count(),
                )
            )
    _deal(pairs, seats, per_pair)
    return study


def _make_answer(system: ComparedSystem, example: Example, author: User | None) -> SystemAnswer:
    return SystemAnswer.objects.create(
        system=system,
        example=example,
        text=f"A plumb bob, said in wording {system.number} of question {example.example_id}.",
        author=author,
    )


def _deal(pairs: Sequence[AnswerPair], seats: Sequence[StudyComparer], per_pair: int) -> None:
    load = dict.fromkeys(range(len(seats)), 0)
    for turn in range(len(pairs) * per_pair):
        seat = turn % len(seats)
        Comparison.objects.create(
            pair=pairs[turn // per_pair], comparer=seats[seat], position=load[seat]
        )
        load[seat] += 1


def complete(
    comparison: Comparison,
    *,
    left_captures: Sequence[bool] = (True, False),
    right_captures: Sequence[bool] = (False, False),
    ambiguity: str = Preference.LEFT,
    fluency: str = Preference.TIE,
    overall: str = Preference.LEFT,
    comment: str = "",
) -> Comparison:
    """The comparison as it is after it was submitted."""
    comparison.left_captures, comparison.right_captures = list(left_captures), list(right_captures)
    comparison.left_captured, comparison.right_captured = sum(left_captures), sum(right_captures)
    comparison.ambiguity, comparison.fluency, comparison.overall = ambiguity, fluency, overall
    comparison.comment, comparison.seconds, comparison.submitted_at = comment, 60.0, AT
    comparison.save()
    return comparison


def complete_study(study: ComparisonStudy) -> None:
    """Submit every comparison of the study, each with the same preferences."""
    for comparison in Comparison.objects.filter(pair__study=study):
        complete(comparison)
