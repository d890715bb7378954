"""What happens to an example leaves an event."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from annotator.collecting.annotations.drafts import save_draft
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.leases import expire_leases
from annotator.collecting.assignments.models import Assignment, AssignmentState
from annotator.collecting.assignments.services import (
    give_up_assignment,
    park_assignment,
    resume_assignment,
)
from annotator.material.corpus.models import Example
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Project
from tests.exchange.imports.import_jobs import run_import, write_lines
from tests.factories.corpus import AT, make_annotators, make_examples, make_project
from tests.material.formats.nq_examples import small_example

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
NO_ANSWER: dict[str, Any] = {
    "question_quality": "good",
    "long_answer": None,
    "short_answers": [],
    "yes_no_answer": "NONE",
}


def claimed(project: Project, annotator: Any, at: Any = AT, *, ahead: bool = False) -> Assignment:
    assignment = claim_assignment(project=project, annotator=annotator, at=at, ahead=ahead)
    assert assignment
    return assignment


def life_of(example: Example) -> list[tuple[Any, ...]]:
    events = Event.objects.filter(example_id=example.pk).order_by("pk").select_related("actor")
    return [
        (event.at, event.actor and event.actor.username, event.verb, event.details)
        for event in events
    ]


def test_an_import_records_each_example_that_it_published(tmp_path: Path) -> None:
    project = make_project()
    path = write_lines(tmp_path / "in.jsonl", [small_example(9), small_example(10)])
    run_import(project, path)
    job = Job.objects.get(kind="import_nq")
    events = Event.objects.filter(subject="example").order_by("pk")
    assert [(each.verb, each.example_id, each.subject_id, each.details) for each in events] == [
        ("imported", example.pk, str(example.pk), {"job": str(job.pk)})
        for example in Example.objects.order_by("position")
    ]
    assert {each.project_id for each in events} == {project.pk}
    assert all(each.at >= job.created_at for each in events)


def test_an_import_that_fails_leaves_no_event_of_an_example(tmp_path: Path) -> None:
    project = make_project()
    path = write_lines(tmp_path / "in.jsonl", [small_example(9), {"example_id": 3}])
    run_import(project, path)
    assert Example.objects.count() == 0
    assert not Event.objects.filter(subject="example").exists()


def test_claims_parking_and_submission_are_recorded_in_order() -> None:
    project = make_project()
    (example,) = make_examples(project, 1)
    (ada,) = make_annotators(project, 1)
    assignment = claimed(project, ada)
    park_assignment(assignment=assignment, note="hm", at=AT + HOUR / 4, actor=ada)
    resume_assignment(assignment=assignment, at=AT + HOUR / 2)
    annotation, _ = submit_annotation(assignment=assignment, answer=NO_ANSWER, at=AT + HOUR)
    assert life_of(example) == [
        (AT, "annotator-0", "claimed", {}),
        (AT + HOUR / 4, "annotator-0", "parked", {"note": "hm"}),
        (AT + HOUR / 2, "annotator-0", "resumed", {"from": "parked"}),
        (
            AT + HOUR,
            "annotator-0",
            "submitted",
            {"late": False, "assignment": assignment.pk, "from": "open"},
        ),
    ]
    subjects = Event.objects.filter(example_id=example.pk).values_list("subject", "subject_id")
    assert list(subjects.order_by("pk")) == [("assignment", str(assignment.pk))] * 3 + [
        ("annotation", str(annotation.pk))
    ]


def test_an_expiry_is_by_nobody_and_says_when_the_time_was_over() -> None:
    project = make_project()
    (example,) = make_examples(project, 1)
    (ada,) = make_annotators(project, 1)
    claimed(project, ada)
    expire_leases(project=project, at=AT + 3 * HOUR)
    claimed(project, ada, AT + 4 * HOUR)
    over = (AT + HOUR).isoformat()
    assert life_of(example) == [
        (AT, "annotator-0", "claimed", {}),
        (AT + 3 * HOUR, None, "expired", {"from": "open", "note": "", "expired_at": over}),
        (AT + 4 * HOUR, "annotator-0", "claimed", {"from": "expired"}),
    ]


def test_only_a_renewal_after_the_time_was_over_is_recorded() -> None:
    project = make_project()
    (example,) = make_examples(project, 1)
    (ada,) = make_annotators(project, 1)
    assignment = claimed(project, ada)
    save_draft(assignment=assignment, version=0, answer=NO_ANSWER, at=AT + HOUR / 2)
    save_draft(assignment=assignment, version=1, answer=NO_ANSWER, at=AT + 2 * HOUR)
    assert life_of(example) == [
        (AT, "annotator-0", "claimed", {}),
        (
            AT + 2 * HOUR,
            "annotator-0",
            "renewed",
            {"expired_at": (AT + HOUR + HOUR / 2).isoformat()},
        ),
    ]


def test_a_reservation_is_recorded_when_it_is_opened() -> None:
    project = make_project()
    first, second = make_examples(project, 2)
    (ada,) = make_annotators(project, 1)
    assignment = claimed(project, ada)
    claimed(project, ada, ahead=True)
    assert life_of(second) == []
    give_up_assignment(
        assignment=assignment, state=AssignmentState.SKIPPED, note="no", at=AT, actor=ada
    )
    claimed(project, ada)
    assert life_of(second) == [(AT, "annotator-0", "claimed", {"from": "reserved"})]
    assert life_of(first)[-1] == (
        AT,
        "annotator-0",
        "skipped",
        {"from": "open", "note": "no"},
    )
