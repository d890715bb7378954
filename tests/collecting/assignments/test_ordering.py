from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError, transaction
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import QueuePlace, Slot
from annotator.collecting.assignments.ordering import (
    MOST_AT_ONCE,
    change_queue,
    ordering_job,
    rank_batch,
    set_priority,
    set_priority_by_filter,
    splits_with_turn,
)
from annotator.collecting.assignments.services import give_up_assignment
from annotator.exceptions import InvalidInputError
from annotator.material.corpus.models import Example
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import STALE_AFTER, cancel_job, run_job
from annotator.workspace.projects.models import Project, Split
from tests.factories.corpus import AT, make_annotators, make_examples, make_member, make_project
from tests.factories.jobs import run_here
from tests.factories.late import BAD
from tests.size import sized

pytestmark = pytest.mark.django_db
SPLITS = ("train", "dev", "test")


def order(project: Project, **changes: Any) -> Project:
    """Change the order and let a worker put the queue in it."""
    project, job = change_queue(project=project, at=AT, actor=None, **changes)
    if job:
        run_here(job)
        assert job.state == JobState.SUCCEEDED, job.message
    project.refresh_from_db()
    return project


def handed_out(project: Project, annotator: User) -> Iterator[int]:
    """The positions of the examples that come to somebody, one after the other."""
    while assignment := claim_assignment(project=project, annotator=annotator, at=AT):
        yield assignment.example.position
        submit_annotation(assignment=assignment, answer=BAD, at=AT)


def make_queue(count: int = 6, **options: Any) -> tuple[Project, list[Example], User]:
    project = make_project(**options)
    examples = make_examples(project, count)
    return project, examples, make_member(project, "ada").user


def put_into_splits(examples: list[Example]) -> None:
    for number, example in enumerate(examples):
        example.split = SPLITS[number % 3]
        example.save(update_fields=["split"])


def test_splits_are_handed_out_in_the_order_that_the_lead_gives() -> None:
    project, examples, ada = make_queue()
    put_into_splits(examples)
    project = order(project, queue_order="split", splits=["dev", "test"])
    assert list(handed_out(project, ada)) == [2, 5, 3, 6, 1, 4]


def test_within_a_split_the_order_can_be_drawn() -> None:
    project, examples, ada = make_queue(30)
    put_into_splits(examples)
    project = order(
        project, queue_order="split", splits=list(SPLITS), queue_within="random", seed=5
    )
    handed = list(handed_out(project, ada))
    drawn = [sorted(handed[start : start + 10]) for start in (0, 10, 20)]
    assert drawn == [list(range(first, 31, 3)) for first in (1, 2, 3)]
    assert handed[:10] != drawn[0]


def test_high_priorities_come_first_and_equal_ones_as_imported() -> None:
    project, examples, ada = make_queue()
    project = order(project, queue_order="priority")
    for number, priority in ((4, 9), (1, -3), (5, 9)):
        set_priority(
            project=project, examples=[examples[number].pk], priority=priority, at=AT, actor=None
        )
    assert list(handed_out(project, ada)) == [5, 6, 1, 3, 4, 2]


def test_a_priority_reaches_those_who_have_come_past_its_example() -> None:
    project, examples, ada = make_queue(overlap=2)
    project = order(project, queue_order="priority")
    handed = handed_out(project, ada)
    assert [next(handed) for _ in range(3)] == [1, 2, 3]
    set_priority(project=project, examples=[examples[5].pk], priority=1, at=AT, actor=None)
    # What she holds already stays the next one.
    assert list(handed) == [6, 4, 5]


def test_a_priority_is_on_record_and_set_once() -> None:
    project, examples, _ = make_queue()
    keys = [example.pk for example in examples[:2]]
    given = {"project": project, "examples": keys, "priority": 7, "at": AT, "actor": None}
    assert [set_priority(**given), set_priority(**given)] == [2, 0]
    events = Event.objects.filter(verb="changed", subject="example").order_by("pk")
    assert list(events.values_list("example_id", "details")) == [
        (key, {"before": {"priority": 0}, "after": {"priority": 7}}) for key in keys
    ]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"priority": 1001}, "invalid_priority"),
        ({"examples": [0]}, "unknown_example"),
        ({"examples": list(range(MOST_AT_ONCE + 1))}, "too_many_examples"),
    ],
)
def test_impossible_priorities_are_refused(changes: dict[str, Any], code: str) -> None:
    project, examples, _ = make_queue(1)
    given = {"examples": [examples[0].pk], "priority": 1} | changes
    with pytest.raises(InvalidInputError) as refused:
        set_priority(project=project, at=AT, actor=None, **given)
    assert refused.value.code == code


def test_a_filter_sets_the_priority_of_what_it_finds() -> None:
    project, examples, ada = make_queue(3)
    next(handed_out(project, ada))
    given = {"project": project, "at": AT, "actor": None}
    assert set_priority_by_filter(**given, priority=3, state="unstarted") == (2, None)
    found = set_priority_by_filter(**given, priority=5, search=str(examples[2].example_id))
    assert found == (1, None)
    priorities = Example.objects.order_by("position").values_list("priority", flat=True)
    assert list(priorities) == [0, 3, 5]


def test_a_filter_that_finds_many_examples_is_a_job() -> None:
    project, examples, _ = make_queue(1)
    Example.objects.bulk_create(
        Example(
            project=project,
            example_id=number,
            question=examples[0].question,
            position=number,
            rank=number,
            overlap=1,
            is_published=True,
            created_at=AT,
        )
        for number in range(2, MOST_AT_ONCE + 2)
    )
    changed, job = set_priority_by_filter(project=project, priority=4, at=AT, actor=None)
    assert changed is None
    assert job
    run_here(job)
    assert (job.state, job.done, job.total, job.message) == (
        JobState.SUCCEEDED,
        1001,
        1001,
        "1,001 examples have priority 4 now.",
    )
    assert set(Example.objects.values_list("priority", flat=True)) == {4}


def test_the_command_orders_the_queue_in_the_foreground() -> None:
    project, examples, ada = make_queue(3)
    put_into_splits(examples)
    arguments = ["--order", "split", "--splits", "test,dev", "--balance", "yes"]
    call_command("order_queue", project.slug, *arguments)
    call_command("order_queue", project.slug, *arguments)
    project.refresh_from_db()
    assert (project.balance_pairs, project.order_reached, Job.objects.count()) == (True, 1, 1)
    assert list(handed_out(project, ada)) == [3, 2, 1]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"seed": 2**70}, "seed"),
        ({"seed": -1}, "seed"),
        ({"queue_order": "split", "splits": ["a" * 21]}, "splits"),
    ],
)
def test_what_no_column_takes_is_refused(changes: dict[str, Any], field: str) -> None:
    project = make_project()
    with pytest.raises(InvalidInputError) as refused:
        change_queue(project=project, at=AT, actor=None, **changes)
    assert list(refused.value.fields) == [field]


@pytest.mark.parametrize(
    ("splits", "spelling"), [(["dev", "Test"], "test"), (["train", "Train"], "train")]
)
def test_a_turn_for_another_spelling_of_a_split_is_refused(
    splits: list[str], spelling: str
) -> None:
    project, examples, _ = make_queue(3)
    put_into_splits(examples)
    Project.objects.update(hidden_split="test", hidden_since=AT)
    Example.objects.filter(split="train").update(split="")
    with pytest.raises(InvalidInputError) as refused:
        change_queue(project=project, at=AT, actor=None, queue_order="split", splits=splits)
    assert (refused.value.code, refused.value.fields) == (
        "misspelt_split",
        {"splits": f"Write {spelling}, as the project does, or choose another name."},
    )
    assert not Split.objects.exists()


def test_a_turn_that_another_spelling_has_already_can_be_changed() -> None:
    project, examples, _ = make_queue(3)
    put_into_splits(examples)
    Split.objects.create(project=project, name="Test", turn=0)
    order(project, splits=["test", "Test"])
    assert splits_with_turn(project) == ["test", "Test"]


def test_a_new_split_that_was_mistyped_can_be_written_in_another_way() -> None:
    project = make_project()
    order(project, splits=["Dev"])
    order(project, splits=["dev"])
    assert splits_with_turn(project) == ["dev"]


def test_an_order_by_split_needs_a_split() -> None:
    with pytest.raises(InvalidInputError) as refused:
        change_queue(project=make_project(), at=AT, actor=None, queue_order="split")
    assert refused.value.code == "no_split"


def test_what_leaves_the_order_as_it_is_needs_no_job() -> None:
    project, _, _ = make_queue(1)
    for changes in (
        {"balance_pairs": True},
        {"seed": 4},
        {"splits": ["dev"]},
        {"queue_within": "random"},
        {"queue_order": "imported"},
    ):
        _, job = change_queue(project=project, at=AT, actor=None, **changes)
        assert job is None
    assert Event.objects.filter(verb="changed", subject="project").count() == 4


def test_a_later_change_takes_the_place_of_one_that_is_not_through() -> None:
    project, _, _ = make_queue(3)
    _, first = change_queue(project=project, at=AT, actor=None, queue_order="random", seed=1)
    _, second = change_queue(project=project, at=AT, actor=None, seed=2)
    assert first
    assert second
    for job in (first, second):
        run_here(job)
    assert [first.message, second.message] == [
        "A later change of the order replaced this one.",
        "Put 3 examples in order.",
    ]
    project.refresh_from_db()
    assert (project.order_wanted, project.order_reached) == (2, 2)


def test_an_order_that_was_stopped_half_way_can_be_asked_for_again() -> None:
    project, _, ada = make_queue(3)
    QueuePlace.objects.create(membership=project.memberships.get(user=ada), cursor=2**60)
    _, job = change_queue(project=project, at=AT, actor=None, queue_order="random")
    assert job
    assert ordering_job(project) == job
    cancel_job(job=job, at=AT)
    project.refresh_from_db()
    assert (ordering_job(project), project.order_reached) == (None, 0)
    _, again = change_queue(project=project, at=AT, actor=None)
    assert again
    run_job(job_id=again.pk)
    project.refresh_from_db()
    assert project.order_reached == project.order_wanted
    assert QueuePlace.objects.get().cursor == 0


def test_ordering_goes_on_from_the_last_batch_after_a_broken_connection() -> None:
    project, examples, _ = make_queue(3)
    _, job = change_queue(project=project, at=AT, actor=None, queue_order="random", seed=8)
    assert job
    with transaction.atomic():
        batch = rank_batch(
            project=project, examples=Example.objects.all(), at=AT, actor=None, size=2
        )
    Job.objects.update(
        state=JobState.RUNNING,
        attempts=1,
        done=2,
        total=3,
        checkpoint={"after": batch.last},
        heartbeat_at=timezone.now() - 2 * STALE_AFTER,
    )
    ranked = dict(Example.objects.values_list("pk", "rank"))

    def broken(_: Job) -> None:
        raise OperationalError("gone")

    with pytest.raises(OperationalError):
        run_job(job_id=job.pk, observer=broken)
    # Rows and checkpoint are written together or not at all.
    assert dict(Example.objects.values_list("pk", "rank")) == ranked
    Job.objects.update(heartbeat_at=timezone.now() - 2 * STALE_AFTER)
    run_here(job)
    assert (job.state, job.done, job.message) == (
        JobState.SUCCEEDED,
        3,
        "Put 3 examples in order.",
    )
    assert Example.objects.get(pk=examples[2].pk).rank != ranked[examples[2].pk]


def test_a_slot_that_was_held_meanwhile_has_its_place_in_the_new_order_when_it_is_free() -> None:
    project, _, ada = make_queue(2)
    assignment = claim_assignment(project=project, annotator=ada, at=AT)
    assert assignment
    project = order(project, queue_order="random", seed=11)
    give_up_assignment(assignment=assignment, state="released", note="", at=AT, actor=ada)
    assert all(slot.rank == slot.example.rank for slot in Slot.objects.select_related("example"))


def test_imports_of_a_project_are_ranked_by_its_present_order() -> None:
    project, _, _ = make_queue(1)
    stale = Project.objects.get(pk=project.pk)
    order(project, queue_order="random", seed=3)
    stale.refresh_from_db()
    (added,) = make_examples(stale, 1)
    before = added.rank
    order(stale, queue_order="imported")
    order(stale, queue_order="random")
    added.refresh_from_db()
    assert added.rank == before


@settings(max_examples=sized(6, 40))
@given(data=st.data())
def test_after_any_change_of_order_a_newcomer_gets_all_examples_in_that_order(
    data: st.DataObject,
) -> None:
    savepoint = transaction.savepoint()
    try:
        _check_newcomer(data)
    finally:
        transaction.savepoint_rollback(savepoint)


def _check_newcomer(data: st.DataObject) -> None:
    project = make_project(overlap=4)
    examples = make_examples(project, data.draw(st.integers(1, 6)))
    put_into_splits(examples)
    veterans = make_annotators(project, 2)
    at = AT
    for _ in range(data.draw(st.integers(0, 3))):
        project = order(
            project,
            queue_order=data.draw(st.sampled_from(["imported", "random", "priority", "split"])),
            queue_within=data.draw(st.sampled_from(["imported", "random"])),
            seed=data.draw(st.integers(0, 3)),
            splits=data.draw(st.permutations(SPLITS)),
        )
        example = data.draw(st.sampled_from(examples))
        priority = data.draw(st.integers(-5, 5))
        set_priority(project=project, examples=[example.pk], priority=priority, at=at, actor=None)
        for veteran in veterans:
            for _ in range(data.draw(st.integers(0, 2))):
                at += timedelta(seconds=1)
                claimed = claim_assignment(project=project, annotator=veteran, at=at)
                if claimed:
                    submit_annotation(assignment=claimed, answer=BAD, at=at)
    in_order = Example.objects.filter(project=project).order_by("rank")
    newcomer = make_member(project, "newcomer").user
    handed = list(handed_out(project, newcomer))
    assert handed == list(in_order.values_list("position", flat=True))
    # Those who were there before get all that they have not had, too.
    for veteran in veterans:
        list(handed_out(project, veteran))
        assert veteran.assignments.count() == len(examples)
