"""Figures that are counted in indexes are those of the rows, looked at one by one."""

from collections import Counter
from collections.abc import Iterable
from datetime import timedelta
from statistics import median
from typing import Any, NamedTuple

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Q
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from annotator.collecting.annotations import annotators
from annotator.collecting.annotations.annotators import annotators_of, describe_annotators
from annotator.collecting.annotations.models import Annotation, NaturalQuestionsAnswer, Source
from annotator.collecting.annotations.queries import (
    count_current_annotations,
    count_published_examples,
    current_annotations,
    project_progress,
    published_examples,
)
from annotator.collecting.assignments.models import Assignment, AssignmentState, Slot, SlotState
from annotator.collecting.assignments.queries import EXAMPLE_STATES, narrow_examples
from annotator.foundation.database.snapshot import snapshot
from annotator.material.corpus.models import Example, Page, Purpose
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from tests.earlier_version import LAST, earlier_version
from tests.factories.corpus import AT, make_examples, make_member, make_page, make_project
from tests.size import examples as sized_examples

DAY = timedelta(days=1)


class Given(NamedTuple):
    """An answer: by which annotator, in a slot or late without, timed or not, on which day; whether
    each of its revisions was written by a lead.
    """

    annotator: int
    has_slot: bool
    source: Source
    seconds: float | None
    day: int
    by_lead: tuple[bool, ...]


class Asked(NamedTuple):
    """An example, the states of its further slots, and its answers."""

    purpose: Purpose
    is_published: bool
    slots: tuple[SlotState, ...]
    answers: tuple[Given, ...]


ANSWERS = st.builds(
    Given,
    annotator=st.integers(0, 2),
    has_slot=st.booleans(),
    source=st.sampled_from(Source),
    seconds=st.none() | st.integers(1, 9).map(float),
    day=st.integers(0, 2),
    by_lead=st.lists(st.booleans(), max_size=2).map(tuple),
)
EXAMPLES = st.builds(
    Asked,
    purpose=st.sampled_from([Purpose.MAIN, Purpose.MAIN, Purpose.EXAM]),
    is_published=st.sampled_from([True, True, False]),
    slots=st.lists(st.sampled_from(SlotState), max_size=3).map(tuple),
    answers=st.lists(ANSWERS, max_size=3, unique_by=lambda each: each.annotator).map(tuple),
)


class TestFigures(TestCase):
    def setUp(self) -> None:
        patch = pytest.MonkeyPatch()
        patch.setattr(annotators, "RECENT", 2)
        self.addCleanup(patch.undo)

    @sized_examples(5, 100)
    @given(own=st.lists(EXAMPLES, max_size=5), others=st.lists(EXAMPLES, max_size=2))
    def test_they_are_those_of_the_rows(self, own: list[Asked], others: list[Asked]) -> None:
        page = make_page()
        project, people = make_world("own", own, page)
        make_world("other", others, page)
        rows = rows_of_main_task(project)
        assert list(current_annotations(project)) == sorted(rows, key=lambda each: -each.pk)
        assert count_current_annotations(project) == len(rows)
        assert count_published_examples(project) == published_examples(project).count()
        assert_states_are_those_of_the_slots(project)
        progress = project_progress(project=project)
        # The slots here don't fit the examples' overlaps: see test_reach.
        progress.pop("out_of_reach")
        assert progress == progress_of(project, rows)
        assert describe_annotators(project=project, users=people) == [
            described(project, user, [each for each in rows if each.annotator == user])
            for user in people
        ]
        names = {user.username for user in people}
        assert {user.username for user in annotators_of(project)} == names


def assert_states_are_those_of_the_slots(project: Project) -> None:
    found: dict[str, set[int]] = {state: set() for state in EXAMPLE_STATES}
    for example in published_examples(project):
        slots = set(example.slots.values_list("state", flat=True))
        begun = bool(slots & {SlotState.HELD, SlotState.FILLED})
        complete = slots <= {SlotState.FILLED}
        for state, is_in in zip(
            EXAMPLE_STATES, (not begun, begun and not complete, complete), strict=True
        ):
            found[state] |= {example.pk} if is_in else set()
    for state, keys in found.items():
        examples = narrow_examples(published_examples(project), project=project, state=state)
        assert {each.pk for each in examples} == keys
        assert count_published_examples(project, state=state) == len(keys)


def make_world(slug: str, asked: Iterable[Asked], page: Page) -> tuple[Project, list[User]]:
    """A project with these examples and answers; its annotators."""
    project = make_project(slug)
    people = [make_member(project, f"annotator-{number}").user for number in range(3)]
    lead = make_member(project, "lead", Role.LEAD).user
    for each in asked:
        (example,) = make_examples(project, 1, page=page)
        example.slots.all().delete()
        numbers = iter(range(10))
        for answer in each.answers:
            slot = make_slot(example, next(numbers), SlotState.FILLED) if answer.has_slot else None
            make_chain(example, answer, slot, people[answer.annotator], lead)
        for state in each.slots:
            make_slot(example, next(numbers), state)
        Example.objects.filter(pk=example.pk).update(
            purpose=each.purpose, is_published=each.is_published
        )
    return project, people


def make_slot(example: Example, number: int, state: SlotState) -> Slot:
    return Slot.objects.create(
        example=example, project=example.project, number=number, state=state, rank=number
    )


def make_chain(
    example: Example, answer: Given, slot: Slot | None, annotator: User, lead: User
) -> None:
    """An answer with its revisions, an hour apart."""
    at = AT + answer.day * DAY
    assignment = Assignment.objects.create(
        example=example,
        annotator=annotator,
        project=example.project,
        slot=slot,
        state=AssignmentState.SUBMITTED,
        created_at=at,
        submitted_at=at,
    )
    newest: Annotation | None = None
    for number, by_lead in enumerate((None, *answer.by_lead)):
        newest = Annotation.objects.create(
            assignment=assignment,
            example=example,
            annotator=annotator,
            project=example.project,
            annotation_id=str(number),
            created_at=at + timedelta(hours=number),
            source=Source.HUMAN if number else answer.source,
            is_late=slot is None,
            revision_of=newest,
            revised_by=None if by_lead is None else lead if by_lead else annotator,
        )
        NaturalQuestionsAnswer.objects.create(
            annotation=newest,
            question_quality=None if newest.source == Source.IMPORTED else "bad",
            seconds_question=answer.seconds,
        )


def rows_of_main_task(project: Project) -> list[Annotation]:
    """The newest of each chain, by nothing but the chain and the example."""
    rows = Annotation.objects.filter(example__project=project).order_by("pk")
    newest = {row.assignment_id: row for row in rows.select_related("example", "assignment")}
    return [
        row
        for row in newest.values()
        if row.example.is_published and row.example.purpose == Purpose.MAIN
    ]


def progress_of(project: Project, rows: list[Annotation]) -> dict[str, Any]:
    states = {
        example: list(Slot.objects.filter(example=example).values_list("state", flat=True))
        for example in Example.objects.filter(
            project=project, is_published=True, purpose=Purpose.MAIN
        )
    }
    all_states = Counter(state for each in states.values() for state in each)
    days = Counter(
        row.assignment.submitted_at.date()  # type: ignore[union-attr]
        for row in rows
        if row.assignment.slot_id is not None and row.source != Source.IMPORTED
    )
    return {
        "examples": len(states),
        "examples_complete": sum(set(each) <= {SlotState.FILLED} for each in states.values()),
        "annotations_required": all_states.total(),
        "annotations_submitted": all_states[SlotState.FILLED],
        "late": sum(row.is_late and row.assignment.slot_id is None for row in rows),
        "open_assignments": 0,
        "annotators": 3,
        "by_day": [{"date": day, "annotations": days[day]} for day in sorted(days)],
    }


def described(project: Project, user: User, rows: list[Annotation]) -> dict[str, Any]:
    answers = [row.natural_questions_answer for row in sorted(rows, key=lambda each: -each.pk)]
    judged = [each for each in answers if each.question_quality is not None]
    seconds = [each.seconds_question for each in answers if each.seconds_question is not None][:2]
    own = Annotation.objects.filter(
        Q(revised_by=None) | Q(revised_by=user),
        annotator=user,
        example__in={row.example_id for row in rows},
    )
    return {
        "id": user.pk,
        "username": user.username,
        "display_name": user.display_name,
        "pseudonym": project.memberships.get(user=user).pseudonym,
        "open": 0,
        "submitted": len(rows),
        "last_at": max((row.pk, row.created_at) for row in own)[1] if own else None,
        "null_share": 1.0 if rows else None,
        "bad_share": 1.0 if judged else None,
        "long_form": None,
        "seconds_median": median(seconds) if seconds else None,
    }


@pytest.mark.django_db(transaction=True)
def test_a_snapshot_within_another_reads_on_in_that_one_and_leaves_nothing_open() -> None:
    answer = Given(0, has_slot=True, source=Source.HUMAN, seconds=1.0, day=0, by_lead=(True,))
    asked = [Asked(Purpose.MAIN, is_published=True, slots=(), answers=(answer,))]
    project, _ = make_world("own", asked, make_page())
    with snapshot(), snapshot():
        assert count_current_annotations(project) == 1
        assert project_progress(project=project)["examples_complete"] == 1
    make_world("other", asked, make_page())
    assert project_progress(project=project)["examples"] == 1


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_annotations_from_before_get_their_projects_by_the_migration_and_it_can_be_undone() -> None:
    answers = [Given(0, has_slot=True, source=Source.HUMAN, seconds=1.0, day=0, by_lead=(True,))]
    asked = [Asked(Purpose.MAIN, is_published=True, slots=(), answers=tuple(answers))]
    for slug in ("one", "two"):
        make_world(slug, asked, make_page())
    with earlier_version() as migrate:
        before = columns_of(["id", "example_id", "reason", "revised_by_id"])
        projects = columns_of(["id", "project_id"])
        migrate({"annotations": "0008_revised_by"})
        assert columns_of(["id", "example_id", "reason", "revised_by_id"]) == before
        assert refusals(["example_id", "revised_by_id"]) == ["example_id", "revised_by_id"]
        migrate(LAST)
        assert columns_of(["id", "project_id"]) == projects
        assert len({project for _, project in projects}) == 2
        assert refusals(["example_id", "revised_by_id", "project_id"]) == [
            "example_id",
            "revised_by_id",
            "project_id",
        ]
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("DELETE FROM annotations_annotation WHERE revision_of_id IS NOT NULL")


def columns_of(names: list[str]) -> list[Any]:
    with connection.cursor() as cursor:
        columns = ", ".join(names)
        cursor.execute(f"SELECT {columns} FROM annotations_annotation ORDER BY id")  # noqa: S608
        return list(cursor.fetchall())


def refusals(names: list[str]) -> list[str]:
    """The columns that can't be changed."""
    found = []
    for name in names:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"UPDATE annotations_annotation SET {name} = 0")  # noqa: S608
        except IntegrityError as error:
            found += [name] if "append-only" in str(error) else []
    return found
