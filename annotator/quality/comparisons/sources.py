"""Where the answers of a study come from: files, and annotations of projects."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, F, QuerySet

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.submission_order import earliest_first
from annotator.exceptions import InvalidInputError
from annotator.foundation.names.naming import describe_flaw, spelling_among
from annotator.material.corpus.models import Example, Purpose
from annotator.material.formats.asqa.system_answers import AnswerFile
from annotator.material.formats.fields import check_text
from annotator.material.formats.problems import Problem
from annotator.workspace.projects.kinds import Ability, can
from annotator.workspace.projects.models import Project

LONGEST_NAME = 100
MOST_SYSTEMS = 20

_KEY = "example__ambiguous_question__key"
"""A question's key, as seen from an annotation."""


@dataclass(frozen=True, slots=True)
class SystemSource:
    """A system: its name, and either a file of answers or the n-th annotations of a project.

    ``annotation_number`` counts from 0, in the order in which a question's annotations came.
    """

    name: str
    file: AnswerFile | None = None
    annotations_of: Project | None = None
    annotation_number: int | None = None


class FoundAnswer(NamedTuple):
    """An answer's text, and the id of who wrote it, where that is known."""

    text: str
    author: int | None


def comparable_examples(project: Project) -> "QuerySet[Example]":
    """The published ambiguous questions of the main task, in the order in which they came."""
    return Example.objects.filter(
        project=project,
        is_published=True,
        purpose=Purpose.MAIN,
        disambiguations__number=0,
    ).order_by("position")


def keys_of(project: Project) -> dict[str, int]:
    """The ids of the project's questions, by their keys."""
    rows = comparable_examples(project).values_list("ambiguous_question__key", "pk")
    return dict(rows)


def annotations_by_key(project: Project) -> dict[str, list[FoundAnswer]]:
    """The long-form answers that count, by the question's key, in the order of first submission.

    Of an annotation that was revised the newest text, in the place of the first. Simulated
    answers are left out: a study would take them for people's.
    """
    rows = (
        earliest_first(_counted(project))
        .annotate(key=F(_KEY))
        .values_list("key", "long_form_answer__text", "annotator")
    )
    found: dict[str, list[FoundAnswer]] = {}
    for key, text, author in rows:
        found.setdefault(key, []).append(FoundAnswer(text, author))
    return found


def most_answers(project: Project, keys: Container[str]) -> int:
    """The most answers that ``annotations_by_key`` has to one of the questions ``keys``."""
    rows = _counted(project).order_by().values(_KEY).annotate(number=Count("pk"))
    return max((row["number"] for row in rows if row[_KEY] in keys), default=0)


def _counted(project: Project) -> "QuerySet[Annotation]":
    """The annotations whose answers count."""
    return (
        Annotation.objects.current()
        .of_people()
        .filter(example__in=comparable_examples(project), assignment__slot__isnull=False)
        .exclude(long_form_answer__text="")
    )


def check_kind(project: Project) -> None:
    """Raise ``InvalidInputError`` for a project of another kind."""
    if not can(project.kind, Ability.COMPARISONS):
        raise InvalidInputError(
            "wrong_kind",
            f"{project.slug} is a project of kind {project.kind}. Only answers to ambiguous"
            " questions can be compared.",
        )


def unknown_key(file: str, line: int) -> Problem:
    """The problem of a key that the project doesn't have."""
    fix = "Check the key, or import the question first"
    return Problem("the project has no question with this key", fix, "key", file, line)


def check_systems(project: Project, systems: Sequence[SystemSource]) -> None:
    """Raise ``InvalidInputError`` if names or sources of ``systems`` are not to be used."""
    check_kind(project)
    if not 2 <= len(systems) <= MOST_SYSTEMS:  # noqa: PLR2004 - a pair
        _refuse("systems", f"Choose 2 to {MOST_SYSTEMS} systems.")
    names = [system.name for system in systems]
    for number, system in enumerate(systems):
        field = f"systems[{number}]"
        _check_name(system.name, f"{field}.name")
        if known := spelling_among(names[:number], system.name):
            _refuse(f"{field}.name", f"Another system is called {known}: give it a new name.")
        if (system.file is None) == (system.annotations_of is None):
            _refuse(field, "Choose a file or a project's annotations.")
        if system.annotations_of is not None:
            _check_annotations(system, systems[:number], field)


def _check_annotations(system: SystemSource, before: Sequence[SystemSource], field: str) -> None:
    if system.annotation_number is None or system.annotation_number < 0:
        _refuse(
            f"{field}.annotation_number", "Give the number of each question's annotation, from 0."
        )
    if any(
        each.annotations_of == system.annotations_of
        and each.annotation_number == system.annotation_number
        for each in before
    ):
        _refuse(f"{field}.annotation_number", "Another system already has these annotations.")


def _check_name(name: str, field: str) -> None:
    is_shown = name.isprintable() and not describe_flaw(name)
    if not is_shown or name != name.strip() or len(name) > LONGEST_NAME:
        _refuse(
            field,
            f"Write a name of 1 to {LONGEST_NAME} visible characters, without spaces at its ends.",
        )
    if problem := check_text(name, field):
        _refuse(field, f"{problem.problem}. {problem.fix}.")


def _refuse(field: str, fix: str) -> None:
    raise InvalidInputError("invalid", "These systems can't be compared.", fields={field: fix})


def answers_of(systems: Sequence[SystemSource]) -> list[Mapping[str, FoundAnswer]]:
    """The answers of each of ``systems``, by the question's key."""
    annotations = {
        system.annotations_of.pk: annotations_by_key(system.annotations_of)
        for system in systems
        if system.annotations_of is not None
    }
    return [_answers_of_one(system, annotations) for system in systems]


def _answers_of_one(
    system: SystemSource, annotations: Mapping[int, Mapping[str, Sequence[FoundAnswer]]]
) -> dict[str, FoundAnswer]:
    if system.file is not None:
        return {key: FoundAnswer(text, None) for key, text in system.file.answers.items()}
    if system.annotations_of is None or system.annotation_number is None:
        return {}
    number = system.annotation_number
    return {
        key: found[number]
        for key, found in annotations[system.annotations_of.pk].items()
        if len(found) > number
    }
