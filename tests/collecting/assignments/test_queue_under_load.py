"""Threads take and finish assignments at once; the database must hold the promise."""

import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from tempfile import gettempdir

import pytest
from django.db import connection, connections

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.leases import expire_leases
from annotator.collecting.assignments.models import Assignment, Slot
from annotator.collecting.assignments.ordering import (
    change_queue,
    finish_ordering,
    rank_batch,
    set_priority,
)
from annotator.collecting.assignments.overlaps import change_overlap
from annotator.exceptions import ConflictError
from annotator.foundation.files.file_turns import take_turn
from annotator.material.corpus.models import Example
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project
from tests.at_once import at_once
from tests.factories.corpus import AT, BAD, make_annotators, make_examples, make_project
from tests.size import sized

CLIENTS = sized(12, 64)
SIZES = sized([(1, 24), (5, 6)], [(1, 80), (5, 24), (25, 8)])


@pytest.fixture(autouse=True)
def _one_after_the_other() -> Iterator[None]:
    """Two of these tests beside each other would want more connections than PostgreSQL gives."""
    with take_turn(Path(gettempdir()) / "plumbline-many-connections", seconds=600):
        yield


def _work(project: Project, annotator: User, start: threading.Barrier) -> int:
    """Take and submit until nothing is left; how many were submitted."""
    try:
        start.wait()
        done = 0
        while assignment := claim_assignment(project=project, annotator=annotator, at=AT):
            submit_annotation(assignment=assignment, answer=BAD, at=AT)
            done += 1
        return done
    finally:
        connections.close_all()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("overlap", "examples"), SIZES)
def test_clients_at_once_give_each_example_exactly_k_annotations(
    overlap: int, examples: int
) -> None:
    project = make_project(overlap=overlap)
    wanted = make_examples(project, examples)
    annotators = make_annotators(project, CLIENTS)
    start = threading.Barrier(CLIENTS)
    connection.close()

    with ThreadPoolExecutor(CLIENTS) as pool:
        done = list(pool.map(lambda annotator: _work(project, annotator, start), annotators))

    pairs = list(Annotation.objects.values_list("example", "annotator"))
    assert sum(done) == examples * overlap
    assert Counter(example for example, _ in pairs) == {e.pk: overlap for e in wanted}
    assert len(set(pairs)) == len(pairs)
    assert set(Slot.objects.values_list("state", flat=True)) == {"filled"}
    assert not Annotation.objects.filter(is_late=True).exists()


@pytest.mark.django_db(transaction=True)
def test_two_tabs_of_one_annotator_get_the_same_assignment() -> None:
    project = make_project(overlap=3)
    make_examples(project, 10)
    (annotator,) = make_annotators(project, 1)
    claim = partial(claim_assignment, project=project, annotator=annotator, at=AT)
    assert set(at_once([claim] * 16)) == {Assignment.objects.get()}


def _reorder(project: Project, start: threading.Barrier, at_work: threading.Event) -> int:
    """Change order and priorities again and again while others work; how often."""
    try:
        start.wait()
        times = 0
        while at_work.is_set():
            times += 1
            order = ("random", "priority", "imported")[times % 3]
            changed, _ = change_queue(
                project=project, at=AT, actor=None, queue_order=order, seed=times, queue=False
            )
            examples = Example.objects.filter(project=project)
            after: int | None = 0
            while after is not None:
                after = rank_batch(
                    project=project, examples=examples, at=AT, actor=None, after=after, size=7
                ).last
            finish_ordering(project=project, order=changed.order_wanted)
            some = list(examples.values_list("pk", flat=True)[:5])
            set_priority(project=project, examples=some, priority=times % 9, at=AT, actor=None)
        return times
    finally:
        connections.close_all()


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("balanced", [False, True])
def test_nothing_is_given_twice_or_forgotten_while_the_order_changes(balanced: bool) -> None:
    project = make_project(overlap=3)
    project.balance_pairs = balanced
    project.save()
    wanted = make_examples(project, 30)
    annotators = make_annotators(project, 12)
    start, at_work = threading.Barrier(len(annotators) + 1), threading.Event()
    at_work.set()
    connection.close()

    with ThreadPoolExecutor(len(annotators) + 1) as pool:
        changes = pool.submit(_reorder, project, start, at_work)
        work = [pool.submit(_work, project, annotator, start) for annotator in annotators]
        try:
            done = [each.result() for each in work]
        finally:
            at_work.clear()

    pairs = list(Annotation.objects.values_list("example", "annotator"))
    assert changes.result() > 0
    assert sum(done) == len(set(pairs)) == 90
    assert Counter(example for example, _ in pairs) == {each.pk: 3 for each in wanted}
    assert set(Slot.objects.values_list("state", flat=True)) == {"filled"}


@pytest.mark.django_db(transaction=True)
def test_no_slot_in_use_is_removed_while_the_overlap_changes_and_annotators_work() -> None:
    project = make_project(overlap=3)
    make_examples(project, 30)
    annotators = make_annotators(project, 12)
    start = threading.Barrier(len(annotators) + 1)
    connection.close()

    with ThreadPoolExecutor(len(annotators)) as pool:
        working = [pool.submit(_work, project, annotator, start) for annotator in annotators]
        start.wait()
        for overlap in (2, 4, 3, 1, 2, 5, 3):
            # More may be in use already.
            with suppress(ConflictError):
                change_overlap(project=project, overlap=overlap, at=AT, actor=None)
        submitted = sum(done.result() for done in working)

    assert Annotation.objects.count() == submitted
    assert not Annotation.objects.filter(assignment__slot__isnull=True).exists()
    change_overlap(project=project, overlap=5, at=AT, actor=None)
    for annotator in annotators:
        _work(project, annotator, threading.Barrier(1))
    per_example = Counter(Annotation.objects.values_list("example", flat=True))
    assert set(per_example.values()) == {5}
    assert set(Slot.objects.values_list("state", flat=True)) == {"filled"}
    assert set(Example.objects.values_list("overlap", flat=True)) == {5}


@pytest.mark.django_db(transaction=True)
def test_two_who_end_each_others_leases_do_not_wait_for_one_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    project = make_project(lease_minutes=30)
    make_examples(project, 4)
    ada, bob = make_annotators(project, 2)
    minute = timedelta(minutes=1)
    assert claim_assignment(project=project, annotator=bob, at=AT)
    assert claim_assignment(project=project, annotator=ada, at=AT + 20 * minute)
    both_ended_leases = threading.Barrier(2)

    def expire_and_pause(*, project: Project, at: datetime) -> int:
        expired = expire_leases(project=project, at=at)
        with suppress(threading.BrokenBarrierError):
            both_ended_leases.wait(timeout=2)
        return expired

    def ask(annotator: User, at: datetime) -> Assignment | None:
        try:
            return claim_assignment(project=project, annotator=annotator, at=at)
        finally:
            connections.close_all()

    monkeypatch.setattr("annotator.collecting.assignments.claiming.expire_leases", expire_and_pause)
    connection.close()
    with ThreadPoolExecutor(2) as pool:
        # Bob's lease has run out for Ada, and, somewhat later, Ada's for Bob.
        first = pool.submit(ask, ada, AT + 40 * minute)
        threading.Event().wait(0.5)
        second = pool.submit(ask, bob, AT + 60 * minute)
        found = [first.result(), second.result()]

    assert all(found)
    held = Slot.objects.filter(state="held").count()
    assert held == Assignment.objects.filter(state="open").count()
