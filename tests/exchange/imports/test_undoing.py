"""Undoing an import that nobody has worked on, and bringing it back."""

from pathlib import Path
from uuid import UUID

import pytest

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.overlaps import raise_overlap
from annotator.collecting.assignments.taking_out import take_out
from annotator.collecting.training.pool import choose_training_examples
from annotator.exceptions import ConflictError
from annotator.exchange.imports.undoing import redo_import, undo_import, undone_imports
from annotator.material.corpus.models import Example
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.exchange.imports.import_jobs import run_import, write_lines
from tests.factories.comparisons import make_comparers
from tests.factories.corpus import AT, make_annotators, make_examples, make_member, make_project
from tests.factories.jobs import run_here
from tests.factories.judgments import make_round
from tests.factories.late import make_assignment
from tests.material.formats.nq_examples import small_example

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    """A project with one example of its own."""
    project = make_project(overlap=1)
    make_examples(project, 1)
    return project


@pytest.fixture
def imported(project: Project, tmp_path: Path) -> Job:
    """An import of two examples, each with an annotation."""
    lines = [small_example(example_id=number) for number in (71, 72)]
    return run_import(project, write_lines(tmp_path / "two.jsonl", lines), annotations=True)


def purposes() -> dict[int, str]:
    return dict(Example.objects.order_by("position").values_list("example_id", "purpose"))


def undo(job: Job) -> Job:
    return run_here(undo_import(job=job, at=AT, actor=None))


def redo(job: Job) -> Job:
    return run_here(redo_import(job=job, at=AT, actor=None))


def refusal(job: Job) -> str:
    with pytest.raises(ConflictError) as refused:
        undo_import(job=job, at=AT, actor=None)
    assert refused.value.code == "import_in_use"
    return refused.value.detail


def test_an_import_goes_and_comes_back_whole(project: Project, imported: Job) -> None:
    before = purposes()
    annotations = set(Annotation.objects.values_list("pk", flat=True))
    assert undone_imports([imported]) == {imported.pk: False}
    done = undo(imported)
    assert done.message == "Took 2 questions out. Nobody gets them, and exports leave them out."
    assert purposes() == {**before, 71: "taken_out", 72: "taken_out"}
    assert undone_imports([imported]) == {imported.pk: True}
    (annotator,) = make_annotators(project, 1)
    held = claim_assignment(project=project, annotator=annotator, at=AT)
    assert held is not None
    assert held.example.example_id not in (71, 72)
    assert redo(imported).message == "Put 2 questions back."
    assert (purposes(), undone_imports([imported])) == (before, {imported.pk: False})
    assert set(Annotation.objects.values_list("pk", flat=True)) == annotations
    events = Event.objects.filter(subject="import").order_by("pk")
    assert list(events.values_list("verb", "subject_id")) == [
        ("undid", str(imported.pk)),
        ("brought_back", str(imported.pk)),
    ]


def test_what_a_lead_had_taken_out_before_stays_out(project: Project, imported: Job) -> None:
    first = Example.objects.get(example_id=71)
    take_out(project=project, examples=[first.pk], at=AT, actor=None, reason="A duplicate.")
    undo(imported)
    redo(imported)
    assert (purposes()[71], purposes()[72]) == ("taken_out", "main")


def test_one_on_which_somebody_works_is_not_undone(project: Project, imported: Job) -> None:
    example = Example.objects.get(example_id=71)
    raise_overlap(project=project, examples=[example.pk], to=9, at=AT, actor=None)
    make_assignment(example, make_annotators(project, 1)[0])
    assert "1 assignments depend on its questions" in refusal(imported)
    assert purposes()[71] == "main"


def test_one_whose_annotations_are_judged_is_not_undone(project: Project, imported: Job) -> None:
    make_round(project, annotations=list(Annotation.objects.all()[:1]), experts=1)
    assert "1 judged answers" in refusal(imported)


def test_one_with_questions_in_training_is_not_undone(project: Project, tmp_path: Path) -> None:
    lines = [small_example(example_id=number) for number in (81, 82)]
    job = run_import(project, write_lines(tmp_path / "three.jsonl", lines))
    lead = make_member(project, "lead", Role.LEAD).user
    choose_training_examples(
        project=project,
        examples=[Example.objects.get(example_id=81).pk],
        step="self_study",
        at=AT,
        actor=lead,
    )
    assert "1 questions in training or a hidden split" in refusal(job)


def test_only_leads_undo_and_bring_back(project: Project, imported: Job) -> None:
    lead = client_of(make_member(project, "lead", Role.LEAD).user)
    others = [
        client_of(make_member(project, "ada").user),
        client_of(make_comparers(project, 1)[0]),
        client_of(make_member(make_project("other"), "zoe", Role.LEAD).user),
    ]
    address = f"/api/v1/jobs/{imported.pk}/"
    for client in others:
        assert client.post(f"{address}undo/").status_code == 404
    assert client_of().post(f"{address}undo/").status_code == 401
    queued = lead.post(f"{address}undo/")
    assert queued.status_code == 202
    run_here(Job.objects.get(pk=UUID(queued.json()["job"])))
    assert lead.get(address).json()["undone"] is True
    for client in others:
        assert client.post(f"{address}redo/").status_code == 404
    assert lead.post(f"{address}undo/").json()["code"] == "already_undone"
    run_here(Job.objects.get(pk=UUID(lead.post(f"{address}redo/").json()["job"])))
    assert lead.get(address).json()["undone"] is False
    assert lead.post(f"{address}redo/").json()["code"] == "not_undone"
