from pathlib import Path
from typing import Any

import orjson
import pytest

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.late import accept_late, withdraw_acceptance
from annotator.collecting.assignments.leases import expire_leases
from annotator.collecting.assignments.models import Assignment, LateAcceptance, Slot
from annotator.collecting.assignments.overlaps import change_overlap
from annotator.exceptions import ConflictError
from annotator.material.corpus.models import Example
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, make_annotators, make_examples, make_member, make_project
from tests.factories.jobs import make_job
from tests.factories.late import BAD, make_assignment, make_late_annotation

pytestmark = pytest.mark.django_db


@pytest.fixture
def late() -> Annotation:
    """Ada's annotation, after Ben had filled the only slot of the example."""
    project = make_project()
    (example,) = make_examples(project, 1)
    ada, ben = make_annotators(project, 2)
    return make_late_annotation(example, ada, ben)


def slots() -> list[tuple[int, str]]:
    return list(Slot.objects.order_by("number").values_list("number", "state"))


def exported(project: Project, folder: Path) -> list[int]:
    """The ids of the annotations that an export has."""
    output = folder / "out.jsonl"
    job = make_job("export_nq", {"output": str(output)}, project=project)
    run_job(job_id=job.pk)
    lines: list[dict[str, Any]] = [orjson.loads(line) for line in output.read_bytes().splitlines()]
    return [each["annotation_id"] for line in lines for each in line["annotations"]]


def test_a_late_annotation_knows_when_its_lease_ended(late: Annotation) -> None:
    assert late.is_late
    assert (late.assignment.expired_at, late.assignment.slot) == (AT, None)


def test_accepting_a_late_annotation_gives_its_example_one_slot_more(late: Annotation) -> None:
    accept_late(assignment=late.assignment, at=AT, actor=None, note="It is the better one.")
    assert slots() == [(0, "filled"), (1, "filled")]
    late.assignment.refresh_from_db()
    assert late.assignment.slot == Slot.objects.get(number=1)
    assert Example.objects.get().overlap == 2
    event = Event.objects.get(verb="accepted")
    assert event.example_id == late.example_id
    assert event.details == {"note": "It is the better one.", "added_slot": True}


def test_accepting_a_late_annotation_takes_a_slot_that_is_still_free(late: Annotation) -> None:
    change_overlap(project=late.assignment.project, overlap=2, at=AT, actor=None)
    acceptance = accept_late(assignment=late.assignment, at=AT, actor=None)
    assert not acceptance.added_slot
    assert slots() == [(0, "filled"), (1, "filled")]
    assert Example.objects.get().overlap == 2


def test_a_late_annotation_is_exported_only_while_it_is_accepted(
    late: Annotation, tmp_path: Path
) -> None:
    project = late.assignment.project
    on_time = Annotation.objects.exclude(pk=late.pk).get()
    ids = [int(on_time.annotation_id), int(late.annotation_id)]
    assert exported(project, tmp_path) == ids[:1]
    accept_late(assignment=late.assignment, at=AT, actor=None)
    assert exported(project, tmp_path) == ids
    withdraw_acceptance(assignment=late.assignment, at=AT, actor=None)
    assert exported(project, tmp_path) == ids[:1]


def test_a_late_annotation_is_accepted_once(late: Annotation) -> None:
    accept_late(assignment=late.assignment, at=AT, actor=None)
    with pytest.raises(ConflictError) as refused:
        accept_late(assignment=late.assignment, at=AT, actor=None)
    assert refused.value.code == "not_late"
    assert (Slot.objects.count(), LateAcceptance.objects.count()) == (2, 1)


def test_an_annotation_that_was_on_time_or_is_not_there_can_not_be_accepted(
    late: Annotation,
) -> None:
    on_time = Assignment.objects.exclude(pk=late.assignment_id).get()
    change_overlap(project=on_time.project, overlap=2, at=AT, actor=None)
    carla = make_member(on_time.project, "carla").user
    opened = claim_assignment(project=on_time.project, annotator=carla, at=AT)
    assert opened
    for assignment in (on_time, opened):
        with pytest.raises(ConflictError):
            accept_late(assignment=assignment, at=AT, actor=None)
        with pytest.raises(ConflictError):
            withdraw_acceptance(assignment=assignment, at=AT, actor=None)


def test_withdrawing_removes_the_slot_that_was_added(late: Annotation) -> None:
    accept_late(assignment=late.assignment, at=AT, actor=None)
    withdraw_acceptance(assignment=late.assignment, at=AT, actor=None)
    assert slots() == [(0, "filled")]
    assert Example.objects.get().overlap == 1
    assert not LateAcceptance.objects.exists()
    assert Event.objects.filter(verb="withdrew").count() == 1
    accept_late(assignment=late.assignment, at=AT, actor=None)
    assert slots() == [(0, "filled"), (1, "filled")]


def test_withdrawing_frees_a_slot_that_the_project_has_come_to_need(late: Annotation) -> None:
    accept_late(assignment=late.assignment, at=AT, actor=None)
    change_overlap(project=late.assignment.project, overlap=2, at=AT, actor=None)
    withdraw_acceptance(assignment=late.assignment, at=AT, actor=None)
    assert slots() == [(0, "filled"), (1, "free")]
    assert Slot.objects.get(number=1).returned


def test_raising_the_overlap_fills_the_gap_that_a_withdrawn_slot_left() -> None:
    project = make_project()
    (example,) = make_examples(project, 1)
    ada, ben, carla = make_annotators(project, 3)
    hers = make_assignment(example, ada)
    expire_leases(project=project, at=AT)
    late = make_late_annotation(example, ben, carla)
    hers.refresh_from_db()
    submit_annotation(assignment=hers, answer=BAD, at=AT)
    for assignment in (hers, late.assignment):
        accept_late(assignment=assignment, at=AT, actor=None)
    withdraw_acceptance(assignment=hers, at=AT, actor=None)
    assert slots() == [(0, "filled"), (2, "filled")]
    change_overlap(project=project, overlap=3, at=AT, actor=None)
    assert slots() == [(0, "filled"), (1, "free"), (2, "filled")]
