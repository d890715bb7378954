"""Jobs of leads who are not stewards, on a split that was hidden after they were queued."""

from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from annotator.material.corpus.models import Example
from annotator.quality.reports.hidden_split import hide_split
from annotator.systems.evaluation.job_handlers import SCORE_BASELINE, SCORE_SYSTEM
from annotator.systems.evaluation.models import Part, RetrievalScore, Score
from annotator.systems.evaluation.retrieval import job as retrieval_job
from annotator.systems.evaluation.retrieval.job import SCORE_RETRIEVAL
from annotator.systems.evaluation.scoring_jobs import steps
from annotator.systems.readers.job_handlers import TRAIN_READER
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from tests.factories.corpus import AT, make_member, make_project
from tests.factories.jobs import make_job, run_here
from tests.factories.many_annotations import Given, annotate_at_once
from tests.factories.systems import nothing_predicted, write_predictions
from tests.just_before import just_before

pytestmark = pytest.mark.django_db

REFUSED = (
    "dev was hidden after this was queued. Ask a steward to run it, or submit predictions for the"
    " hidden split."
)
NAMED = {"name": "Ours", "split": "dev", "non_null_annotations": 2}
JOBS: dict[str, dict[str, Any]] = {
    SCORE_SYSTEM: {"notes": ""},
    SCORE_BASELINE: {"baseline": "first-paragraph"},
    SCORE_RETRIEVAL: {"encoder": "bm25", "paths": {}},
}
TRAINING = {
    "system": "pipeline",
    "train_split": "train",
    "dev_split": "train",
    "seed": 0,
    "epochs": 1,
}


@pytest.fixture
def project() -> Project:
    """An annotated question in each of two splits."""
    project = make_project(overlap=3)
    annotate_at_once(project, [[Given(0, words=((0, 1),))] * 3] * 2)
    for example, split in zip(project.examples.order_by("pk"), ("train", "dev"), strict=True):
        Example.objects.filter(pk=example.pk).update(split=split)
    return project


@pytest.fixture
def steward(project: Project) -> User:
    """Who hides dev an hour after the jobs were queued."""
    user = make_member(project, "seb", Role.LEAD).user
    hide_split(project=project, split="dev", steward=user, at=AT + timedelta(hours=1))
    return user


def parameters_of(kind: str, project: Project, folder: Path) -> dict[str, Any]:
    if kind != SCORE_SYSTEM:
        return NAMED | JOBS[kind]
    example = project.examples.get(split="dev")
    path = write_predictions(folder / "predictions.json", [nothing_predicted(example)])
    return NAMED | JOBS[kind] | {"paths": {Part.PREDICTIONS: str(path)}}


def kept() -> int:
    return Score.objects.count() + RetrievalScore.objects.count()


@pytest.mark.usefixtures("steward", "folders")
@pytest.mark.parametrize("kind", JOBS)
def test_a_job_that_was_queued_before_its_split_was_hidden_fails(
    project: Project, kind: str, tmp_path: Path
) -> None:
    lead = make_member(project, "lea", Role.LEAD).user
    parameters = parameters_of(kind, project, tmp_path)
    job = run_here(make_job(kind, parameters, project=project, created_by=lead))
    assert (job.state, job.message, kept()) == ("failed", REFUSED, 0)


def hide_before(
    monkeypatch: pytest.MonkeyPatch, name: str, project: Project, steward: User
) -> None:
    """Let *dev* be hidden while a job runs, just before the function ``name``."""
    later = AT + timedelta(hours=1)
    hide = partial(hide_split, project=project, split="dev", steward=steward, at=later)
    just_before(monkeypatch, name, lambda *_, **__: hide())


@pytest.mark.usefixtures("folders")
def test_a_split_that_is_hidden_while_it_is_scored_gives_no_figures(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lead, steward = (make_member(project, name, Role.LEAD).user for name in ("lea", "seb"))
    hide_before(monkeypatch, f"{steps.__name__}.score", project, steward)
    parameters = parameters_of(SCORE_SYSTEM, project, tmp_path)
    job = run_here(make_job(SCORE_SYSTEM, parameters, project=project, created_by=lead))
    assert (job.state, job.message, kept()) == ("failed", REFUSED, 0)


@pytest.mark.usefixtures("folders")
def test_a_split_that_is_hidden_while_it_is_ranked_gives_no_figures(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    lead, steward = (make_member(project, name, Role.LEAD).user for name in ("lea", "seb"))
    hide_before(monkeypatch, f"{retrieval_job.__name__}.run_encoder", project, steward)
    parameters = NAMED | JOBS[SCORE_RETRIEVAL]
    job = run_here(make_job(SCORE_RETRIEVAL, parameters, project=project, created_by=lead))
    assert (job.state, job.message, kept()) == ("failed", REFUSED, 0)


@pytest.mark.usefixtures("folders")
def test_nothing_is_kept_that_was_copied_from_a_split_that_was_hidden_meanwhile(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even for its steward: all leads read predictions."""
    steward = make_member(project, "seb", Role.LEAD).user
    hide_before(monkeypatch, f"{steps.__name__}.score", project, steward)
    copied = {"baseline": "most-frequent", "train_project": project.slug, "train_split": "dev"}
    parameters = NAMED | copied | {"split": "train"}
    job = run_here(make_job(SCORE_BASELINE, parameters, project=project, created_by=steward))
    assert (job.state, job.message, kept()) == (
        "failed",
        f"dev of {project.slug} is hidden: nothing is copied from it. Choose another split.",
        0,
    )


@pytest.mark.usefixtures("steward", "folders")
@pytest.mark.parametrize(
    ("kind", "parameters"),
    [
        ("export_nq", {}),
        ("export_squad", {}),
        ("export_history", {"format": "jsonl", "names": "pseudonyms"}),
    ],
)
def test_nothing_is_exported_of_a_split_that_was_hidden_since(
    project: Project, kind: str, parameters: dict[str, Any]
) -> None:
    lead = make_member(project, "lea", Role.LEAD).user
    asked = {"splits": ["dev"], **parameters}
    job = run_here(make_job(kind, asked, project=project, created_by=lead))
    assert (job.state, job.message) == ("failed", REFUSED)


@pytest.mark.usefixtures("folders")
@pytest.mark.parametrize("kind", JOBS)
def test_the_steward_who_queued_it_gets_the_figures(
    project: Project, steward: User, kind: str, tmp_path: Path
) -> None:
    parameters = parameters_of(kind, project, tmp_path)
    job = run_here(make_job(kind, parameters, project=project, created_by=steward))
    assert (job.state, kept()) == ("succeeded", 1), job.message


@pytest.mark.usefixtures("steward", "folders")
def test_a_submission_since_is_scored_for_a_lead_who_is_not_a_steward(
    project: Project, tmp_path: Path
) -> None:
    lead = make_member(project, "lea", Role.LEAD).user
    parameters = parameters_of(SCORE_SYSTEM, project, tmp_path)
    at = AT + timedelta(hours=2)
    job = run_here(make_job(SCORE_SYSTEM, parameters, project=project, at=at, created_by=lead))
    assert (job.state, kept()) == ("succeeded", 1), job.message


@pytest.mark.usefixtures("steward", "folders")
def test_nothing_is_trained_for_a_split_that_was_hidden_since(project: Project) -> None:
    pytest.importorskip("jax", reason="JAX is not installed: make training")
    lead = make_member(project, "lea", Role.LEAD).user
    parameters = NAMED | TRAINING
    job = run_here(make_job(TRAIN_READER, parameters, project=project, created_by=lead))
    assert (job.state, job.message, kept()) == ("failed", REFUSED, 0)


@pytest.mark.usefixtures("folders", "training_installed")
def test_nothing_is_trained_on_a_hidden_split_even_for_its_steward(
    project: Project, steward: User
) -> None:
    parameters = NAMED | TRAINING | {"train_split": "dev", "split": "train"}
    job = run_here(make_job(TRAIN_READER, parameters, project=project, created_by=steward))
    message = "dev is hidden: nothing is trained on it. Choose another split."
    assert (job.state, job.message, kept()) == ("failed", message, 0)
