"""Simulating a project: what is written, that it is the same again, and what is refused."""

from collections import Counter
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.db.models import F

from annotator.collecting.annotations.models import Annotation, Source
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import Assignment, Slot, SlotState
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.material.corpus.queries import html_of
from annotator.quality.judgments.sampling import counted_annotations
from annotator.quality.simulation.planning import Wish
from annotator.quality.simulation.services import request_simulation
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Membership, Project
from tests.factories.corpus import AT, BAD, make_annotators, make_examples, make_project
from tests.factories.jobs import run_here

pytestmark = pytest.mark.django_db


def wish(**more: Any) -> Wish:
    return Wish(**{"annotators": 4, "seed": 7, "until": "2026-03-04"} | more)


def request(project: Project, *, force: bool = False, **more: Any) -> Job:
    return request_simulation(project=project, wish=wish(**more), at=AT, actor=None, force=force)


def simulate(project: Project, *, force: bool = False, **more: Any) -> Job:
    job = request(project, force=force, **more)
    run_here(job)
    assert job.state == "succeeded"
    return job


def answers(project: Project) -> list[tuple[Any, ...]]:
    """Everything about the project's annotations that does not depend on other projects."""
    name = "natural_questions_answer__"
    rows = Annotation.objects.filter(example__project=project).values_list(
        "example__example_id",
        "annotator__display_name",
        "created_at",
        "assignment__opened_at",
        "assignment__page_shown_at",
        f"{name}question_quality",
        f"{name}candidate_index",
        f"{name}short_answers",
        f"{name}yes_no_answer",
        f"{name}seconds_question",
        f"{name}seconds_long_answer",
        f"{name}seconds_short_answer",
    )
    return sorted(rows, key=str)


def test_every_slot_is_filled_by_another_simulated_annotator() -> None:
    project = make_project(overlap=3)
    examples = make_examples(project, 12)
    job = simulate(project)
    assert (job.message, job.done, job.total) == ("Simulated 36 annotations.", 12, 12)
    counted = counted_annotations(project)
    assert Counter(counted.values_list("example", flat=True)) == {
        example.pk: 3 for example in examples
    }
    assert counted.values("example", "annotator").distinct().count() == 36
    assert set(counted.values_list("source", flat=True)) == {Source.SIMULATED}
    assert set(Slot.objects.values_list("state", flat=True)) == {SlotState.FILLED}
    assert set(Assignment.objects.values_list("state", flat=True)) == {"submitted"}
    assert len(set(counted.values_list("annotation_id", flat=True))) == 36
    event = Event.objects.get(verb="simulated")
    assert event.details == {"annotations": 36, "annotators": 4, "seed": 7}


def test_simulated_annotators_are_members_and_nobody_can_be_them() -> None:
    project = make_project(overlap=2)
    make_examples(project, 10)
    simulate(project)
    people = User.objects.filter(username__startswith="project-simulated-").order_by("pk")
    assert [(each.username, each.display_name) for each in people] == [
        (f"project-simulated-{number}", f"Simulated annotator {number}") for number in range(1, 5)
    ]
    for each in people:
        assert (each.is_active, each.imported, each.has_usable_password()) == (False, True, False)
    members = Membership.objects.filter(project=project)
    assert {(each.user, each.role) for each in members} == {(each, "annotator") for each in people}
    assert len({each.pseudonym for each in members}) == 4
    # They joined on the morning of the first day, ten working days before.
    first = counted_annotations(project).order_by("created_at").first()
    assert first is not None
    morning = datetime.combine(first.created_at.date(), time(), tzinfo=UTC)
    assert {each.joined_at for each in members} == {morning}
    assert datetime(2026, 2, 18, tzinfo=UTC) <= morning < datetime(2026, 2, 23, tzinfo=UTC)


def test_somebody_real_with_such_a_name_is_left_alone() -> None:
    project = make_project()
    make_examples(project, 2)
    User.objects.create(username="project-simulated-2")
    job = request(project)
    run_here(job)
    assert (job.state, Annotation.objects.count()) == ("failed", 0)
    assert "project-simulated-2" in job.message


def test_an_annotation_lasts_as_long_as_its_stages() -> None:
    project = make_project(overlap=4)
    make_examples(project, 8)
    simulate(project)
    rows = counted_annotations(project).select_related("natural_questions_answer", "assignment")
    for row in rows:
        answer, assignment = row.natural_questions_answer, row.assignment
        stages = [
            answer.seconds_question,
            answer.seconds_long_answer,
            answer.seconds_short_answer,
        ]
        bad = answer.question_quality == "bad"
        assert [each is not None for each in stages] == [
            True,
            not bad,
            answer.candidate_index is not None,
        ]
        assert assignment.opened_at is not None
        lasted = row.created_at - assignment.opened_at
        assert lasted / timedelta(seconds=1) == pytest.approx(sum(each or 0 for each in stages))
        assert (assignment.page_shown_at is None) == bad
        assert assignment.submitted_at == row.created_at


def test_answers_stand_on_the_page() -> None:
    project = make_project(overlap=4)
    (example, *_) = make_examples(project, 30)
    simulate(project)
    assert example.page is not None
    html = html_of(example.page)
    texts: Counter[str] = Counter()
    for row in counted_annotations(project).select_related("natural_questions_answer"):
        answer = row.natural_questions_answer
        for number, (start, end, _, _) in enumerate(answer.short_answers):
            assert answer.long_start_byte is not None
            assert answer.long_end_byte is not None
            assert answer.long_start_byte <= start < end <= answer.long_end_byte
            words = html[start:end].decode().split()
            assert answer.short_answer_texts[number].replace(" ", "") == "".join(words)
            texts[" ".join(words)] += 1
    # Answers repeat: annotators agree on some of them.
    assert len(texts) >= 5
    assert max(texts.values()) >= 3


def test_the_same_seed_gives_the_same_annotations_and_another_one_others() -> None:
    found = []
    for slug, seed in (("one", 7), ("two", 7), ("three", 8)):
        project = make_project(slug, overlap=3)
        make_examples(project, 10)
        simulate(project, seed=seed)
        found.append(answers(project))
    assert len(found[0]) == 30
    assert found[0] == found[1]
    assert found[0] != found[2]


def test_a_second_run_writes_nothing_and_one_that_asks_for_more_adds_to_the_first() -> None:
    project = make_project(overlap=2)
    make_examples(project, 6)
    simulate(project)
    before = answers(project)
    assert simulate(project).message == "Simulated 0 annotations."
    assert simulate(project, annotations=4).message == "Simulated 12 annotations."
    after = answers(project)
    assert len(after) == 24
    assert [each for each in after if each in before] == before
    assert set(project.examples.values_list("overlap", flat=True)) == {4}


def test_fewer_annotations_than_an_example_needs_leave_slots_to_people() -> None:
    project = make_project(overlap=3)
    make_examples(project, 5)
    assert simulate(project, annotations=1).message == "Simulated 5 annotations."
    assert Slot.objects.filter(state=SlotState.FREE).count() == 10
    assert set(project.examples.values_list("overlap", flat=True)) == {3}


def test_examples_of_training_are_left_alone() -> None:
    project = make_project(overlap=2)
    (exam, *_) = make_examples(project, 3)
    exam.purpose = "exam"
    exam.save(update_fields=["purpose"])
    assert simulate(project).message == "Simulated 4 annotations."
    assert not Annotation.objects.filter(example=exam).exists()


class KilledError(BaseException):
    """Ends a job as a kill does: nobody is left to tidy up."""


@pytest.mark.parametrize("number", range(1, 5))
def test_a_simulation_that_was_killed_goes_on_to_the_same_annotations(
    number: int, settings: Any
) -> None:
    """Two examples at once; killed at the beginning, and after each batch of six examples."""
    settings.SIMULATED_AT_ONCE = 2
    whole = make_project("whole", overlap=2)
    make_examples(whole, 6)
    simulate(whole)
    project = make_project("killed", overlap=2)
    make_examples(project, 6)
    job = request(project)
    saves = 0

    def observe(_: Job) -> None:
        nonlocal saves
        saves += 1
        if saves == number:
            raise KilledError

    with pytest.raises(KilledError):
        run_job(job_id=job.pk, observer=observe)
    kept = Annotation.objects.filter(example__project=project).count()
    assert kept == max(0, 4 * (number - 2))
    Job.objects.filter(pk=job.pk).update(heartbeat_at=F("heartbeat_at") - timedelta(hours=1))
    run_here(job)
    assert (job.state, job.done) == ("succeeded", 6)
    assert answers(project) == answers(whole)


def test_a_cancelled_simulation_keeps_what_it_wrote(settings: Any) -> None:
    settings.SIMULATED_AT_ONCE = 2
    project = make_project(overlap=2)
    make_examples(project, 6)
    job = request(project)

    def observe(seen: Job) -> None:
        if seen.done == 4:
            Job.objects.filter(pk=seen.pk).update(cancel_requested=True)

    run_job(job_id=job.pk, observer=observe)
    job.refresh_from_db()
    assert (job.state, job.message) == (
        "cancelled",
        "Stopped half-way. What was simulated so far stays; start it again to go on.",
    )
    kept = answers(project)
    assert len(kept) == 4
    simulate(project)
    assert [each for each in answers(project) if each in kept] == kept
    assert len(answers(project)) == 12


def test_annotations_of_people_are_not_mixed_with_simulated_ones_by_accident() -> None:
    project = make_project(overlap=2)
    make_examples(project, 3)
    (ada,) = make_annotators(project, 1)
    assignment = claim_assignment(project=project, annotator=ada, at=AT)
    assert assignment is not None
    submit_annotation(assignment=assignment, answer=BAD, at=AT)
    assert claim_assignment(project=project, annotator=ada, at=AT) is not None
    with pytest.raises(ConflictError, match="has annotations of people"):
        request(project)
    # Forced, it fills what is free: one slot is filled, and one is held.
    assert simulate(project, force=True).message == "Simulated 4 annotations."
    assert Slot.objects.filter(state=SlotState.HELD).count() == 1
    assert Annotation.objects.filter(source=Source.HUMAN).count() == 1


@pytest.mark.parametrize(
    ("more", "field", "fix"),
    [
        ({"annotators": 0}, "annotators", "from 1 to 1,000"),
        ({"annotators": 1001}, "annotators", "from 1 to 1,000"),
        ({"annotators": 2}, "annotators", "simulate 3 annotators or more"),
        ({"annotators": 4, "annotations": 5}, "annotators", "simulate 5 annotators or more"),
        ({"seed": -1}, "seed", "Give a whole number from 0 to 9,007,199,254,740,991."),
        ({"annotations": 0}, "annotations", "Give a number of at least 1, or leave it out."),
    ],
)
def test_numbers_that_cannot_be(more: dict[str, int], field: str, fix: str) -> None:
    project = make_project(overlap=3)
    make_examples(project, 2)
    with pytest.raises(InvalidInputError) as refused:
        request(project, **more)
    assert list(refused.value.fields) == [field]
    assert fix in refused.value.fields[field]


def test_a_project_without_examples_has_nothing_to_simulate() -> None:
    with pytest.raises(ConflictError, match="no examples yet"):
        request(make_project())
