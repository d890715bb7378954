"""With ``balance_pairs``, annotators meet one another evenly often."""

import random
import statistics
from collections import Counter
from dataclasses import dataclass
from itertools import combinations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.balance import LOOK_AHEAD, OpenExample, preferred_examples
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import Assignment, Slot
from annotator.collecting.assignments.pairing import shared_lately
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, make_annotators, make_examples, make_project
from tests.factories.late import BAD

ANNOTATORS, OVERLAP, EXAMPLES = 6, 3, 200


@dataclass
class Course:
    """What a simulated project saw: how often pairs met, and how far anybody reached ahead."""

    meetings: list[int]
    farthest: int = 0
    unfinished: int = 0


def simulate(
    project: Project, annotators: list[User], seed: int, *, by_halves: bool = False
) -> Course:
    """Everybody answers one question in each round, in an order that is drawn anew.

    With ``by_halves``, half of them work for ten rounds, then the other half, as on two shifts.
    """
    draw = random.Random(seed)
    course = Course([])
    half = len(annotators) // 2
    queue = list(project.examples.order_by("rank").values_list("pk", flat=True))
    had: dict[int, set[int]] = {annotator.pk: set() for annotator in annotators}
    taken: Counter[int] = Counter()
    idle: set[int] = set()
    number = 0
    while len(idle) < len(annotators):
        shift = annotators
        if by_halves:
            shift = annotators[:half] if number // 10 % 2 == 0 else annotators[half:]
        number += 1
        for annotator in draw.sample(shift, len(shift)):
            assignment = claim_assignment(project=project, annotator=annotator, at=AT)
            if assignment is None:
                idle.add(annotator.pk)
                continue
            example, own = assignment.example_id, had[annotator.pk]
            waiting = [each for each in queue if taken[each] < OVERLAP and each not in own]
            course.farthest = max(course.farthest, waiting.index(example))
            submit_annotation(assignment=assignment, answer=BAD, at=AT)
            own.add(example)
            taken[example] += 1
    course.unfinished = Slot.objects.filter(project=project).exclude(state="filled").count()
    course.meetings = _meetings(project, annotators)
    return course


def _meetings(project: Project, annotators: list[User]) -> list[int]:
    """How many examples each pair of annotators shares."""
    people: dict[int, list[int]] = {}
    for example, annotator in Assignment.objects.filter(
        project=project, slot__isnull=False
    ).values_list("example", "annotator"):
        people.setdefault(example, []).append(annotator)
    counted = Counter(
        pair for present in people.values() for pair in combinations(sorted(present), 2)
    )
    pairs = combinations(sorted(annotator.pk for annotator in annotators), 2)
    return [counted[pair] for pair in pairs]


def run(*, balanced: bool, by_halves: bool = False) -> Course:
    project = make_project(f"balanced-{balanced}", overlap=OVERLAP)
    project.balance_pairs = balanced
    project.save()
    make_examples(project, EXAMPLES)
    annotators = make_annotators(project, ANNOTATORS)
    return simulate(project, annotators, seed=1, by_halves=by_halves)


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize(("by_halves", "spread", "least_without"), [(False, 1.5, 3), (True, 4, 40)])
def test_pairs_of_annotators_share_evenly_many_examples(
    by_halves: bool, spread: float, least_without: float
) -> None:
    balanced = run(balanced=True, by_halves=by_halves)
    plain = run(balanced=False, by_halves=by_halves)
    # 200 examples × 3 pairs each over 15 pairs: 40 meetings on average. With this seed, pairs met
    # 39 to 41 times with balance and 30 to 50 times without; on two shifts, 40 times each, while
    # without balance people of different shifts never met and the others 100 times.
    assert statistics.mean(balanced.meetings) == statistics.mean(plain.meetings) == 40
    assert statistics.pstdev(plain.meetings) > least_without
    assert statistics.pstdev(balanced.meetings) < spread
    assert (balanced.unfinished, plain.unfinished) == (0, 0)
    assert balanced.farthest < LOOK_AHEAD
    assert plain.farthest == 0


@pytest.mark.django_db
def test_what_was_shared_is_counted_per_colleague() -> None:
    project = make_project(overlap=3)
    make_examples(project, 4)
    ada, ben, carla = make_annotators(project, 3)
    for annotator, times in ((ada, 4), (ben, 3), (carla, 1)):
        for _ in range(times):
            assignment = claim_assignment(project=project, annotator=annotator, at=AT)
            assert assignment
            submit_annotation(assignment=assignment, answer=BAD, at=AT)
    assert shared_lately(project=project, annotator=ada) == {ben.pk: 3, carla.pk: 1}
    assert shared_lately(project=project, annotator=carla) == {ada.pk: 1, ben.pk: 1}


@pytest.mark.django_db
def test_a_claim_with_balance_asks_as_much_however_many_examples_and_annotators_there_are() -> None:
    counts = []
    for name, people, examples in (("few", 2, 3), ("many", 12, 60)):
        project = make_project(name, overlap=3)
        project.balance_pairs = True
        project.save()
        make_examples(project, examples)
        *others, caller = make_annotators(project, people + 1)
        for other in others:
            assignment = claim_assignment(project=project, annotator=other, at=AT)
            assert assignment
            submit_annotation(assignment=assignment, answer=BAD, at=AT)
        counts.append(_queries_of_a_claim(project, caller))
    assert counts[0] == counts[1]


def _queries_of_a_claim(project: Project, annotator: User) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert claim_assignment(project=project, annotator=annotator, at=AT)
    return len(captured)


ENTRIES = st.lists(st.lists(st.integers(1, 5), max_size=3, unique=True), min_size=1, max_size=8)


@given(ENTRIES, st.dictionaries(st.integers(1, 5), st.integers(0, 9)))
def test_all_of_the_window_is_preferred_in_some_order_and_the_least_shared_begun_one_first(
    entries: list[list[int]], shared: dict[int, int]
) -> None:
    window = [OpenExample(number, present) for number, present in enumerate(entries)]
    order = preferred_examples(window, shared=shared, colleagues=5)
    assert sorted(order) == list(range(len(window)))
    burdens = {
        number: statistics.mean(shared.get(other, 0) for other in present)
        for number, present in enumerate(entries)
        if present
    }
    begun = [number for number in order if entries[number]]
    assert [burdens[number] for number in begun] == sorted(burdens.values())


def test_an_example_that_nobody_has_begun_waits_until_the_begun_ones_would_be_one_sided() -> None:
    window = [OpenExample(1, [7]), OpenExample(2, []), OpenExample(3, [8])]
    assert preferred_examples(window, shared={7: 4, 8: 2}, colleagues=2) == [3, 2, 1]
    assert preferred_examples(window, shared={7: 9, 8: 9}, colleagues=5) == [2, 1, 3]
    assert preferred_examples(window, shared={}, colleagues=5) == [1, 3, 2]
