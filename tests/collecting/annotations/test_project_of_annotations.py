"""Anyone who writes an annotation gives it its example's project."""

from pathlib import Path

import pytest
from django.db.models import F

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.revisions import revise_annotation
from annotator.quality.simulation.planning import Wish
from annotator.quality.simulation.services import request_simulation
from annotator.workspace.jobs.services import run_job
from tests.exchange.imports.ambiguous_files import asqa_example, write_json
from tests.exchange.imports.import_jobs import run_import, write_lines
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_annotators, make_examples, make_project
from tests.factories.guidance import BAD, annotate
from tests.material.formats.nq_examples import small_example

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def other() -> None:
    """Another project, so that no key is that of its project by chance."""
    make_examples(make_project("other"), 2)


def annotated_in_projects() -> int:
    """How many annotations there are, all of which have their example's project."""
    assert not Annotation.objects.exclude(project=F("example__project")).exists()
    return Annotation.objects.count()


def test_a_submission_and_a_revision() -> None:
    project = make_project()
    make_examples(project, 1)
    (annotator,) = make_annotators(project, 1)
    first = annotate(project, annotator)
    revise_annotation(annotation=first, answer=BAD, reason="Better now", at=AT)
    assert annotated_in_projects() == 2


def test_an_import_of_official_files(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "in.jsonl", [small_example(9)])
    run_import(make_project(overlap=6), path, annotations=True)
    assert annotated_in_projects() == 5


def test_an_import_of_answers_of_asqa(tmp_path: Path) -> None:
    project = make_asqa_project(overlap=1)
    path = write_json(tmp_path / "a.json", {"dev": {"5": asqa_example()}})
    run_import(project, path, kind="import_asqa", split="dev", annotations=True)
    assert annotated_in_projects() == 2


@pytest.mark.parametrize("kind", ["nq", "asqa"])
def test_a_simulation(kind: str) -> None:
    project = make_asqa_project() if kind == "asqa" else make_project()
    if kind == "asqa":
        make_ambiguous_examples(project, 2)
    else:
        make_examples(project, 2)
    wish = Wish(annotators=4, seed=7, until="2026-03-04")
    job = request_simulation(project=project, wish=wish, at=AT, actor=None)
    run_job(job_id=job.pk)
    assert annotated_in_projects() >= 2
