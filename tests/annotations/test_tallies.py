"""What is kept and what has changed since give what counting everything gives."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from threading import Thread
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from annotator.accounts.models import User
from annotator.annotations import tallies
from annotator.annotations.models import (
    Annotation,
    BlockTally,
    ChangedBlock,
    NaturalQuestionsAnswer,
    ProjectTally,
    Source,
)
from annotator.annotations.tallies import counts_of, settle_tallies, settle_tally
from annotator.annotations.tally_parts import BITS, PARTS, VERSION, Part
from annotator.annotations.tasks import settle_tallies_task
from annotator.assignments.models import Assignment, AssignmentState, Slot, SlotState
from annotator.corpus.models import Example, Purpose
from annotator.projects.models import Project
from tests.factories.corpus import AT, make_annotators, make_examples, make_project
from tests.meanwhile import meanwhile

FIRST_BLOCK = 1_000_000
"""Far from the keys that the database hands out."""
ON_POSTGRESQL = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="on SQLite one transaction waits for the other"
)


@dataclass(frozen=True)
class World:
    """A project with two examples in each of three blocks."""

    project: Project
    people: Sequence[User]
    examples: Sequence[Example]


def make_world(slug: str = "project", first_block: int = FIRST_BLOCK) -> World:
    project = make_project(slug)
    template = make_examples(project, 1)[0]
    examples = [
        Example.objects.create(
            pk=(first_block + number // 2 << BITS) + number % 2,
            project=project,
            example_id=100 + number,
            question=template.question,
            position=100 + number,
            rank=100 + number,
            overlap=1,
            is_published=True,
            created_at=AT,
        )
        for number in range(6)
    ]
    return World(project, make_annotators(project, 3), examples)


def add_slot(world: World, example: Example, number: int) -> Slot:
    """Another one, in one of the four states."""
    state = list(SlotState)[number % 4]
    return Slot.objects.create(
        example=example,
        project=world.project,
        number=example.slots.count() + 100 * Slot.objects.count(),
        state=state,
        rank=example.rank,
    )


def change_slots(_: World, example: Example, number: int) -> None:
    example.slots.filter(assignment__isnull=True).update(state=list(SlotState)[number % 4])


def delete_slots(_: World, example: Example, number: int) -> None:
    free = example.slots.filter(assignment__isnull=True).order_by("pk")
    Slot.objects.filter(pk__in=free[: number % 2 + 1].values("pk")).delete()


def publish(_: World, example: Example, number: int) -> None:
    Example.objects.filter(pk=example.pk).update(is_published=number % 2 == 0)


def set_purpose(_: World, example: Example, number: int) -> None:
    Example.objects.filter(pk=example.pk).update(purpose=list(Purpose)[number % 3])


def answer(world: World, example: Example, number: int) -> None:
    """By one of three annotators who has not answered it yet; every fourth is late."""
    annotator = world.people[number % 3]
    if Assignment.objects.filter(example=example, annotator=annotator).exists():
        return
    slot = add_slot(world, example, 3) if number % 4 else None
    at = AT + timedelta(days=number % 5)
    assignment = Assignment.objects.create(
        example=example,
        annotator=annotator,
        project=world.project,
        slot=slot,
        state=AssignmentState.SUBMITTED,
        created_at=at,
        submitted_at=at,
    )
    source = list(Source)[number % 3]
    add_annotation(assignment, number, source=source, created_at=at, is_late=slot is None)


def add_annotation(assignment: Assignment, number: int, **columns: Any) -> None:
    annotation = Annotation.objects.create(
        assignment=assignment,
        example_id=assignment.example_id,
        annotator_id=assignment.annotator_id,
        project_id=assignment.project_id,
        annotation_id=str(number),
        **columns,
    )
    NaturalQuestionsAnswer.objects.create(
        annotation=annotation,
        question_quality=[None, "good", "bad"][number % 3],
        seconds_question=None if number % 2 else 1.0,
    )


def revise(_: World, example: Example, number: int) -> None:
    newest = Annotation.objects.current().filter(example=example).order_by("pk").first()
    if newest is not None:
        add_annotation(
            newest.assignment,
            number,
            created_at=AT,
            revision_of=newest,
            revised_by_id=newest.annotator_id,
        )


def accept_late(world: World, example: Example, number: int) -> None:
    late = Assignment.objects.filter(example=example, slot__isnull=True).first()
    if late is not None:
        late.slot = add_slot(world, example, 3)
        late.save(update_fields=["slot"])


def withdraw(_: World, example: Example, number: int) -> None:
    counting = Assignment.objects.filter(example=example, slot__isnull=False).last()
    if counting is not None:
        counting.slot = None
        counting.save(update_fields=["slot"])


def settle(world: World, _: Example, number: int) -> None:
    settle_tally(world.project)


def accept_in_a_filled_slot(_: World, example: Example, number: int) -> None:
    """As above, where nothing but the assignment changes."""
    late = Assignment.objects.filter(example=example, slot__isnull=True).first()
    slot = example.slots.filter(assignment__isnull=True, state=SlotState.FILLED).first()
    if late is not None and slot is not None:
        late.slot = slot
        late.save(update_fields=["slot"])


def move_to_another_day(_: World, example: Example, number: int) -> None:
    at = AT + timedelta(days=number)
    Assignment.objects.filter(example=example).update(submitted_at=at)


def delete_where_nobody_has_answered(_: World, example: Example, number: int) -> None:
    Example.objects.filter(pk=example.pk, assignments__isnull=True).delete()


OPERATIONS: list[Callable[[World, Example, int], object]] = [
    *(add_slot, change_slots, delete_slots, publish, set_purpose),
    *(answer, answer, revise, accept_late, withdraw, settle, settle),
    *(accept_in_a_filled_slot, move_to_another_day, delete_where_nobody_has_answered),
]


def count_by_hand(project: Project) -> dict[str, Counter[str]]:
    """All parts of an NQ project, row by row."""
    counts: dict[str, Counter[str]] = {part: Counter() for part in PARTS}
    for example in Example.objects.filter(project=project):
        if not example.is_published or example.purpose != Purpose.MAIN:
            continue
        counts["examples"]["examples"] += 1
        states = [slot.state == SlotState.FILLED for slot in example.slots.all()]
        counts["slots"].update(filled=sum(states), unfilled=len(states) - sum(states))
        counts["slots"]["unfinished"] += not all(states)
        newest = {row.assignment_id: row for row in example.annotations.order_by("pk")}
        for row in newest.values():
            counts["annotations"]["annotations"] += 1
            assignment = Assignment.objects.get(pk=row.assignment_id)
            if assignment.slot_id is not None and row.source != Source.IMPORTED:
                assert assignment.submitted_at is not None
                counts["days"][assignment.submitted_at.date().isoformat()] += 1
            found = row.natural_questions_answer
            own = {
                "submitted": 1,
                "timed": found.seconds_question is not None,
                "null": found.candidate_index is None,
                "bad": found.question_quality == "bad",
                "judged": found.question_quality is not None,
            }
            counts["annotators"].update(
                {f"{row.annotator_id} {name}": int(count) for name, count in own.items()}
            )
    return {part: +each for part, each in counts.items()}


def counted(project: Project) -> dict[str, Counter[str]]:
    return counts_of(project, *PARTS)


class TestCounts(TestCase):
    @given(
        steps=st.lists(
            st.tuples(st.sampled_from(OPERATIONS), st.integers(0, 5), st.integers(0, 11)),
            max_size=25,
        ),
        most=st.sampled_from([1, 2, 1000]),
    )
    def test_they_are_those_of_the_rows_after_whatever_has_changed(
        self, steps: list[tuple[Callable[..., object], int, int]], most: int
    ) -> None:
        world, other = make_world(), make_world("other", FIRST_BLOCK + 9)
        settle_tally(other.project)
        before = counted(other.project)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tallies, "MOST", most)
            patch.setattr(tallies, "AT_ONCE", most)
            for operation, example, number in steps:
                if Example.objects.filter(pk=world.examples[example].pk).exists():
                    operation(world, world.examples[example], number)
                assert counted(world.project) == count_by_hand(world.project)
            settle_tally(world.project)
        assert not ChangedBlock.objects.filter(project_id=world.project.pk).exists()
        assert counted(world.project) == count_by_hand(world.project)
        assert counted(other.project) == before


def sums_of_blocks(project: Project) -> dict[str, Counter[str]]:
    sums: dict[str, Counter[str]] = {}
    for tally in BlockTally.objects.filter(project=project):
        for part, counts in tally.counts.items():
            sums.setdefault(part, Counter()).update(counts)
    return sums


@pytest.mark.django_db
def test_what_is_kept_of_a_project_is_the_sum_of_its_blocks() -> None:
    world = make_world()
    for number, example in enumerate(world.examples):
        answer(world, example, number)
    settle_tallies()
    for example in world.examples[:2]:
        revise(world, example, 1)
        set_purpose(world, example, 1)
    settle_tallies()
    kept = ProjectTally.objects.get(project=world.project).counts
    assert sums_of_blocks(world.project) == kept
    assert kept["examples"] == {"examples": 5}
    # Beside the block of the template there are three, and nothing of the first counts any more.
    assert BlockTally.objects.filter(project=world.project).count() == 3


@pytest.mark.django_db
def test_once_settled_only_the_blocks_that_have_changed_are_counted() -> None:
    world = make_world()
    settle_tallies_task()
    with CaptureQueriesContext(connection) as queries:
        counts_of(world.project, "slots")
    assert [table_of(each["sql"]) for each in queries] == ["projecttally", "changedblock"]
    change = world.examples[2]
    add_slot(world, change, 1)
    add_slot(world, world.examples[3], 1)
    with CaptureQueriesContext(connection) as queries:
        assert counts_of(world.project, "slots")["slots"]["unfilled"] == 3
    assert [table_of(each["sql"]) for each in queries] == [
        *("projecttally", "changedblock", "blocktally"),
        "slot",
    ]
    assert str(change.pk) in queries[3]["sql"]
    assert str(world.examples[0].pk) not in queries[3]["sql"]


def table_of(sql: str) -> str:
    return sql.split(' FROM "')[1].split('"', maxsplit=1)[0].split("_")[1]


@pytest.mark.django_db
def test_a_tally_of_another_version_is_made_anew() -> None:
    world = make_world()
    settle_tallies()
    ProjectTally.objects.update(version=0, counts={"examples": {"examples": 99}})
    BlockTally.objects.update(counts={"examples": {"examples": 99}})
    assert counts_of(world.project, "examples")["examples"]["examples"] == 7
    settle_tallies()
    assert counts_of(world.project, "examples")["examples"]["examples"] == 7
    assert ProjectTally.objects.get(project=world.project).counts["examples"] == {"examples": 7}


@pytest.mark.django_db
def test_more_blocks_than_are_counted_in_one_go_are_settled_one_go_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tallies, "AT_ONCE", 1)
    world = make_world()
    settle_tallies()
    assert not ChangedBlock.objects.exists()
    assert BlockTally.objects.filter(project=world.project).count() == 4


@pytest.mark.django_db
def test_what_has_changed_in_a_project_that_is_gone_is_forgotten() -> None:
    world = make_world()
    Project.objects.filter(pk=make_project("gone").pk).delete()
    ChangedBlock.objects.create(project_id=world.project.pk + 100, block=1)
    settle_tallies()
    assert not ChangedBlock.objects.exists()


@pytest.mark.django_db
def test_a_project_with_tallies_can_be_deleted() -> None:
    world = make_world()
    settle_tallies()
    add_slot(world, world.examples[0], 1)
    world.project.delete()
    settle_tallies()
    assert not Project.objects.exists()
    assert not BlockTally.objects.exists()
    assert not ChangedBlock.objects.exists()


@pytest.mark.django_db
def test_of_a_project_that_is_deleted_meanwhile_nothing_is_settled() -> None:
    project = make_world().project
    Project.objects.get(pk=project.pk).delete()
    settle_tally(project)
    assert not ProjectTally.objects.exists()


def test_the_scheduler_settles_once_a_minute() -> None:
    entry = settings.CELERY_BEAT_SCHEDULE["settle-tallies"]
    assert entry == {
        "task": settle_tallies_task.name,
        "schedule": 60.0,
        "options": {"expires": 60},
    }


@ON_POSTGRESQL
@pytest.mark.django_db(transaction=True)
def test_what_is_being_written_while_tallies_are_settled_counts_once_it_is_there() -> None:
    world = make_world()
    slot = add_slot(world, world.examples[0], 1)
    settle_tallies()
    add_slot(world, world.examples[0], 1)

    def _settle_and_count() -> Counter[str]:
        settle_tallies()
        assert not ChangedBlock.objects.exists()
        return counts_of(world.project, "slots")["slots"]

    def _fill() -> None:
        add_slot(world, world.examples[1], 1)
        Slot.objects.filter(pk=slot.pk).update(state=SlotState.FILLED)

    before = {"unfilled": 3, "unfinished": 2}
    assert meanwhile(_fill, _settle_and_count) == before
    after = {"filled": 1, "unfilled": 3, "unfinished": 3}
    assert ChangedBlock.objects.count() == 2
    assert counts_of(world.project, "slots")["slots"] == after
    settle_tallies()
    assert not ChangedBlock.objects.exists()
    assert counts_of(world.project, "slots")["slots"] == after


@ON_POSTGRESQL
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("when", ["before it is counted", "once it is counted"])
def test_what_is_written_into_a_block_that_is_being_settled_is_not_lost(
    when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = make_world()
    settle_tallies()
    add_slot(world, world.examples[0], 1)
    count_blocks = Part.count_blocks
    is_written = False

    def _write() -> None:
        answer(world, world.examples[0], 1)

    def _count_beside_a_writer(*arguments: Any) -> Any:
        nonlocal is_written
        found = None if when.startswith("before") else count_blocks(*arguments)
        if not is_written:
            is_written = True
            in_another_connection(_write)
        return count_blocks(*arguments) if found is None else found

    with monkeypatch.context() as patch:
        patch.setattr(Part, "count_blocks", _count_beside_a_writer)
        settle_tally(world.project)
    assert is_written
    assert ChangedBlock.objects.exists()
    assert counted(world.project) == count_by_hand(world.project)
    settle_tally(world.project)
    assert not ChangedBlock.objects.exists()
    assert counted(world.project) == count_by_hand(world.project)


def in_another_connection(work: Callable[[], None]) -> None:
    def _work() -> None:
        try:
            work()
        finally:
            connections.close_all()

    thread = Thread(target=_work)
    thread.start()
    thread.join()


@ON_POSTGRESQL
@pytest.mark.django_db(transaction=True)
def test_a_project_that_goes_while_it_is_settled_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = make_world()
    settle_some = tallies._settle_some

    def _settle_what_is_gone(project: Project) -> int:
        in_another_connection(lambda: Project.objects.get(pk=project.pk).delete() and None)
        return settle_some(project)

    monkeypatch.setattr(tallies, "_settle_some", _settle_what_is_gone)
    settle_tally(world.project)
    assert not ProjectTally.objects.exists()


@pytest.mark.django_db
def test_what_a_process_of_another_version_has_begun_is_left_to_it() -> None:
    world = make_world()
    settle_tallies()
    add_slot(world, world.examples[0], 1)
    ProjectTally.objects.update(version=VERSION + 1)
    before = list(ChangedBlock.objects.values_list("block", flat=True))
    assert tallies._settle_some(world.project) == 0
    assert list(ChangedBlock.objects.values_list("block", flat=True)) == before


@pytest.mark.django_db
def test_a_project_that_cannot_be_settled_keeps_no_other_from_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = make_world("broken"), make_world("sound", FIRST_BLOCK + 9)
    settle = tallies.settle_tally

    def _settle(project: Project) -> None:
        if project == broken.project:
            raise RuntimeError("broken")
        settle(project)

    monkeypatch.setattr(tallies, "settle_tally", _settle)
    with pytest.raises(RuntimeError, match="broken"):
        settle_tallies()
    assert [each.project_id for each in ProjectTally.objects.all()] == [sound.project.pk]
    assert "The tally of project broken could not be settled." in caplog.text


@ON_POSTGRESQL
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_new", [True, False])
def test_what_somebody_else_is_settling_is_left_to_them(is_new: bool) -> None:
    world = make_world()
    if not is_new:
        settle_tallies()
        add_slot(world, world.examples[0], 3)
    expected = count_by_hand(world.project)

    def _settle_and_count() -> dict[str, Counter[str]]:
        settle_tally(world.project)
        return counted(world.project)

    assert meanwhile(lambda: settle_tally(world.project), _settle_and_count) == expected
    assert counted(world.project) == expected
    assert sums_of_blocks(world.project) == ProjectTally.objects.get().counts


@pytest.mark.django_db(transaction=True)
def test_an_error_while_settling_leaves_everything_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = make_world()
    settle_tallies()
    answer(world, world.examples[0], 1)
    with monkeypatch.context() as patch:
        patch.setattr(tallies, "_storable", _fail)
        with pytest.raises(RuntimeError, match="killed"):
            settle_tallies()
    assert ChangedBlock.objects.exists()
    assert counted(world.project) == count_by_hand(world.project)


def _fail(*_: object) -> None:
    raise RuntimeError("killed")
