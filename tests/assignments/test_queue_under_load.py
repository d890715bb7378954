"""Threads take and finish assignments at once; the database must hold the promise."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections

from annotator.accounts.models import User
from annotator.annotations.models import Annotation
from annotator.annotations.services import submit_annotation
from annotator.assignments.models import Assignment, Slot
from annotator.assignments.services import claim_assignment
from annotator.projects.models import Project
from tests.factories.corpus import AT, make_annotators, make_examples, make_project
from tests.size import sized

CLIENTS = sized(12, 64)
SIZES = sized([(1, 24), (5, 6)], [(1, 80), (5, 24), (25, 8)])
BAD = {
    "question_quality": "bad",
    "long_answer": None,
    "short_answers": [],
    "yes_no_answer": "NONE",
}


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
    tabs = 16
    start = threading.Barrier(tabs)
    connection.close()

    def _ask(_: int) -> int | None:
        try:
            start.wait()
            assignment = claim_assignment(project=project, annotator=annotator, at=AT)
            return assignment.pk if assignment else None
        finally:
            connections.close_all()

    with ThreadPoolExecutor(tabs) as pool:
        answers = set(pool.map(_ask, range(tabs)))

    assert answers == {Assignment.objects.get().pk}
