"""Jobs that save how far they are while they read, and others commit in between."""

from collections.abc import Callable
from typing import Any

import pytest

from annotator.exchange.intake.page_finding import start_finding_pages
from annotator.material.corpus.models import Example
from annotator.running.personal_data.services import request_export
from annotator.systems.evaluation.job_handlers import SCORE_BASELINE
from annotator.workspace.accounts.services import create_user
from annotator.workspace.accounts.tokens import create_token
from annotator.workspace.history.services import record_event
from annotator.workspace.jobs import context
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.models import Project
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_examples, make_page, make_project
from tests.factories.intake import make_query
from tests.factories.jobs import make_job
from tests.factories.many_annotations import LONG, annotate_at_once
from tests.workspace.jobs.other_writers import read_row_by_row, run_beside_writers

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("folders")]


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Jobs save after each row or two."""
    read_row_by_row(monkeypatch)
    monkeypatch.setattr(context, "HEARTBEAT_SECONDS", 0)
    settings.EXAMPLES_AT_ONCE = settings.ROWS_AT_ONCE = 1
    settings.EXPORTED_AT_ONCE = 2


def questions() -> Project:
    project = make_project()
    make_examples(project, 5)
    return project


def ambiguous_questions() -> Project:
    project = make_asqa_project()
    make_ambiguous_examples(project, 5)
    return project


def export(kind: str, make: Callable[[], Project], **parameters: Any) -> Job:
    return make_job(kind, parameters, project=make())


def export_history() -> Job:
    project = make_project()
    for number in range(5):
        record_event(
            at=AT,
            actor=None,
            verb="noted",
            subject="project",
            subject_id=number,
            project_id=project.pk,
        )
    return make_job("export_history", {"format": "jsonl", "names": "real"}, project=project)


def export_person() -> Job:
    ada = create_user(username="ada", password="a plumb line")
    for number in range(5):
        create_token(user=ada, name=str(number), at=AT)
    return request_export(user=ada, at=AT)


def predict() -> Job:
    project = make_project("rivers", overlap=5)
    annotate_at_once(project, [[LONG] * 3] * 5)
    Example.objects.update(split="dev")
    parameters = {"name": "First", "split": "dev", "non_null_annotations": 2}
    return make_job(SCORE_BASELINE, {**parameters, "baseline": "first-paragraph"}, project=project)


def search() -> Job:
    other = make_project("other")
    for number in range(5):
        html = f"<h1>Bob</h1><p>Page {number} tells what a plumb bob is.</p>".encode()
        make_examples(other, 1, page=make_page(html, f"Bob {number}"))
    project = make_project("queries")
    make_query(project, text="what is a plumb bob")
    return start_finding_pages(
        project=project, split="", provider="pages", at=AT, actor=None, queue=False
    )


JOBS: dict[str, Callable[[], Job]] = {
    "nq": lambda: export("export_nq", questions),
    "nq as squad": lambda: export("export_squad", questions),
    "asqa": lambda: export("export_asqa", ambiguous_questions),
    "asqa as squad": lambda: export("export_squad", ambiguous_questions),
    "reader": lambda: export("export_squad", ambiguous_questions, reader=True),
    "history": export_history,
    "person": export_person,
    "baseline": predict,
    "search": search,
}


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(make, id=name, marks=[pytest.mark.long] if make is search else [])
        for name, make in JOBS.items()
    ],
)
def test_a_job_that_reads_can_save_after_somebody_else_has_committed(
    make: Callable[[], Job],
) -> None:
    job = run_beside_writers(make())
    assert (job.state, job.attempts) == (JobState.SUCCEEDED, 1), job.message
