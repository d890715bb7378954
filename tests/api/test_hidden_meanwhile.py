"""A split that is hidden while a lead who is not a steward asks for a job on it."""

from collections.abc import Callable
from typing import Any

import orjson
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from annotator.quality.reports.hidden_split import hide_split
from annotator.systems.error_analysis.models import ErrorAnalysis
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import browser_of
from tests.factories.corpus import AT, make_member
from tests.factories.error_analysis import make_answers
from tests.factories.jobs import make_job
from tests.factories.many_annotations import make_three_splits
from tests.factories.systems import nothing_predicted
from tests.just_before import just_before

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]

P = "/api/v1/projects/dev/"
JSON = "application/json"
TRAINING = {"system": "pipeline", "train_split": "train", "dev_split": "dev", "split": "test"}


@pytest.fixture
def project() -> Project:
    return make_three_splits()


@pytest.fixture
def hidden_before(project: Project, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Has *test* hidden each time just before a named function of the server is called."""
    steward = make_member(project, "keeper", Role.LEAD).user

    def hide_before(name: str) -> None:
        def hide(*_: Any, **__: Any) -> None:
            if not Project.objects.get().hidden_split:
                hide_split(project=project, split="test", steward=steward, at=AT)

        just_before(monkeypatch, name, hide)

    return hide_before


def predictions(project: Project) -> SimpleUploadedFile:
    content = {"predictions": [nothing_predicted(each) for each in project.examples.all()]}
    return SimpleUploadedFile("predictions.json", orjson.dumps(content))


def score(lead: Client, project: Project) -> Any:
    return lead.post(f"{P}systems/", {"file": predictions(project), "name": "x", "split": "test"})


def rank(lead: Client, _project: Project) -> Any:
    return lead.post(f"{P}encoders/", {"name": "x", "encoder": "bm25", "split": "test"})


def run_baseline(lead: Client, _project: Project) -> Any:
    return lead.post(f"{P}baselines/", {"baseline": "first-paragraph", "split": "test"}, JSON)


def train(lead: Client, _project: Project) -> Any:
    return lead.post(f"{P}readers/", TRAINING, JSON)


def export(lead: Client, _project: Project) -> Any:
    return lead.post(f"{P}exports/", {"format": "nq", "splits": ["test"]}, JSON)


@pytest.mark.usefixtures("training_installed")
@pytest.mark.parametrize(
    ("ask", "before"),
    [
        (score, "api.views.leaderboard.stored_uploads"),
        (rank, "api.views.retrieval.stored_uploads"),
        (run_baseline, "api.views.baselines.check_free"),
        (train, "api.views.readers.unavailable"),
        (export, "api.views.jobs.check_fits"),
    ],
)
def test_no_job_is_queued_on_a_split_that_is_hidden_by_then(
    project: Project,
    hidden_before: Callable[[str], None],
    ask: Callable[[Client, Project], Any],
    before: str,
) -> None:
    hidden_before(before)
    answer = ask(browser_of(project), project)
    assert (answer.status_code, Job.objects.count()) == (403, 0), answer.content


def test_no_answers_are_drawn_from_a_split_that_is_hidden_by_then(
    project: Project, hidden_before: Callable[[str], None]
) -> None:
    given = make_answers(project, ["wrong"], split="test")
    hidden_before("annotator.systems.error_analysis.opening.answers_given")
    lead = browser_of(project)
    body = {
        "system": given.system_id,
        "split": "test",
        "size": 1,
        "seed": 0,
        "labellers": [project.memberships.get(user__username="keeper").pk],
    }
    answer = lead.post(f"{P}error-analyses/", body, JSON)
    assert (answer.status_code, ErrorAnalysis.objects.count()) == (404, 0), answer.content


def test_a_split_counts_as_hidden_after_the_jobs_that_were_queued_before_it(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who hides a split waits for the project until a job is there, which counts as older."""

    def lock_once_it_is_queued(locked: Project) -> Project:
        if not Job.objects.exists():
            make_job("export_nq", project=project, at=timezone.now())
        return lock_project(locked)

    for view in ("annotator.quality.reports.hidden_split", "api.views.splits"):
        monkeypatch.setattr(f"{view}.lock_project", lock_once_it_is_queued, raising=False)
    answer = browser_of(project).put(f"{P}splits/hidden/", {"split": "test"}, JSON)
    since = Project.objects.get().hidden_since
    assert answer.status_code == 200
    assert since
    assert Job.objects.get().created_at < since
