"""What somebody gets who asks for everything that is kept about them."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from annotator.accounts.models import User
from annotator.accounts.services import create_user
from annotator.accounts.tokens import create_token
from annotator.annotations.services import save_draft, submit_annotation
from annotator.assignments.claiming import claim_assignment
from annotator.assignments.services import park_assignment
from annotator.jobs.models import Job, JobState
from annotator.jobs.services import cancel_job, run_job
from annotator.personal_data import collection, exporting, parts
from annotator.personal_data.services import erase_person, latest_export, request_export
from annotator.projects.models import Membership, Role
from annotator.projects.services import add_member, write_guideline
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, BAD, PASSWORD, make_examples, make_member, make_project
from tests.imports.test_resuming import kill_at_save, make_stale

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]
GUIDANCE = (
    "questions",
    "answers_to_questions",
    "faq_entries",
    "feedback_given",
    "feedback_received",
)
JUDGING = (
    "judgments judgment_notes consensus judgment_rounds_opened comparisons "
    "comparison_studies_opened error_labels error_analyses_opened systems_uploaded encoders_scored"
).split()
TRAINING = (
    "training_attempts",
    "training_answers",
    "training_grades",
    "training_decisions",
    "training_references",
    "training_grades_given",
    "training_instructions",
)


@pytest.fixture
def ada() -> User:
    """Somebody who submitted an answer, parked a question and began a third."""
    ada = create_user(username="ada", display_name="Ada", email="a@b.example", password=PASSWORD)
    project = make_project()
    make_member(project, "bob", Role.LEAD)
    add_member(project=project, user=ada, role=Role.ANNOTATOR, at=AT, actor=None)
    make_examples(project, 3)
    for _ in range(3):
        assignment = claim_assignment(project=project, annotator=ada, at=AT)
        assert assignment is not None
        if assignment.example.example_id == 1:
            submit_annotation(assignment=assignment, answer=BAD, at=AT, client_version="web 1")
        elif assignment.example.example_id == 2:
            park_assignment(assignment=assignment, note="Which bob?", at=AT, actor=ada)
        else:
            save_draft(assignment=assignment, version=0, answer={"question_quality": "good"}, at=AT)
    create_token(user=ada, name="script", at=AT)
    write_guideline(project=project, markdown="# Ours", at=AT, actor=ada)
    return ada


def run_export(user: User, *, at: Any = AT) -> Job:
    job = request_export(user=user, at=at)
    run_job(job_id=job.pk)
    job.refresh_from_db()
    return job


def files_of(job: Job, results: Path) -> dict[str, Any]:
    with ZipFile(results / job.result_path) as archive:
        assert archive.testzip() is None
        return {
            name.removesuffix(".json"): json.loads(archive.read(name))
            for name in archive.namelist()
            if name.endswith(".json")
        }


def test_everything_that_is_kept_stands_in_the_export(ada: User, tmp_path: Path) -> None:
    job = run_export(ada)
    files = files_of(job, tmp_path / "results")
    assert (job.state, job.done == job.total) == (JobState.SUCCEEDED, True)
    assert {name: len(rows) for name, rows in files.items()} == {
        "account": 1,
        "email_addresses": 1,
        "sessions": 0,
        "second_factor": 0,
        "single_sign_on": 0,
        "api_tokens": 1,
        "memberships": 1,
        "jobs": 1,
        "assignments": 3,
        "drafts": 1,
        "annotations": 1,
        "revisions": 0,
        "revision_drafts": 0,
        "guidelines": 1,
        "invitations_made": 0,
        "invitations_used": 0,
        "events": len(files["events"]),
        **dict.fromkeys(GUIDANCE, 0),
        **dict.fromkeys(TRAINING, 0),
        **dict.fromkeys(JUDGING, 0),
        "suggestions": 0,
        "suggestions_chosen": 0,
    }
    assert files["account"][0]["username"] == "ada"
    assert files["email_addresses"] == [
        {"email": "a@b.example", "verified": False, "primary": True}
    ]
    assert files["memberships"] == [
        {
            "project": "project",
            "role": "annotator",
            "is_active": True,
            "joined_at": "2026-01-05T09:00:00Z",
            "pseudonym": Membership.objects.get(user=ada).pseudonym,
        }
    ]
    assert [row["note"] for row in files["assignments"]] == ["", "Which bob?", ""]
    assert [row["answer"] for row in files["drafts"]] == [{"question_quality": "good"}]
    annotation = files["annotations"][0]
    assert annotation["question"] == "what is a plumb bob used for (1)"
    assert annotation["answer"]["question_quality"] == "bad"
    assert {row["verb"] for row in files["events"]} >= {"submitted", "parked", "wrote"}


def test_no_key_and_no_password_stands_in_the_export(ada: User, tmp_path: Path) -> None:
    token, key = create_token(user=ada, name="other", at=AT)
    files = str(files_of(run_export(ada), tmp_path / "results"))
    ada.refresh_from_db()
    for secret in (key, token.digest, ada.password):
        assert secret not in files


def test_nothing_about_others_stands_in_the_export(ada: User, tmp_path: Path) -> None:
    text = json.dumps(files_of(run_export(ada), tmp_path / "results"))
    assert '"bob"' not in text


def test_a_second_request_gives_the_unfinished_export_and_a_later_one_replaces_it(
    ada: User, tmp_path: Path, django_capture_on_commit_callbacks: Any
) -> None:
    first = request_export(user=ada, at=AT)
    assert request_export(user=ada, at=AT) == first
    run_job(job_id=first.pk)
    with django_capture_on_commit_callbacks(execute=True):
        second = request_export(user=ada, at=AT + timedelta(hours=1))
    assert latest_export(user=ada) == second != first
    assert not Job.objects.filter(pk=first.pk).exists()
    assert not list((tmp_path / "results" / str(first.pk)).glob("*"))


def test_a_killed_export_begins_anew_and_arrives_whole(
    ada: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "AT_ONCE", 1)
    monkeypatch.setattr(parts, "AT_ONCE", 1)
    job = request_export(user=ada, at=AT)
    assert kill_at_save(6, job)
    make_stale(job)
    run_job(job_id=job.pk)
    job.refresh_from_db()
    assert job.state == JobState.SUCCEEDED
    assert len(files_of(job, tmp_path / "results")["assignments"]) == 3
    assert [file.name for file in (tmp_path / "results").rglob("*.*")] == [exporting.RESULT_NAME]


def test_a_cancelled_export_leaves_no_file(ada: User, tmp_path: Path) -> None:
    job = request_export(user=ada, at=AT)

    def cancel(seen: Job) -> None:
        if seen.done:
            cancel_job(job=seen, at=AT)

    run_job(job_id=job.pk, observer=cancel)
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED
    assert list((tmp_path / "results").rglob("*.*")) == []


def test_the_export_of_an_erased_person_fails_with_a_sentence(ada: User) -> None:
    job = request_export(user=ada, at=AT)
    Job.objects.filter(pk=job.pk).update(parameters={"user": ada.pk, "by": "command"})
    User.objects.filter(pk=ada.pk).update(erased_at=AT)
    run_job(job_id=job.pk)
    job.refresh_from_db()
    assert (job.state, job.message) == (JobState.FAILED, "This account is gone.")


@pytest.mark.parametrize("count", [1, 3])
def test_an_export_takes_as_many_queries_for_one_row_as_for_three(
    count: int, ada: User, django_assert_max_num_queries: Any
) -> None:
    for number in range(count):
        project = make_project(f"other-{number}")
        add_member(project=project, user=ada, role=Role.ANNOTATOR, at=AT, actor=None)
    files = collection.parts_about(ada)
    # One for each part, and one for the knowledge of all annotations.
    with django_assert_max_num_queries(len(files) + 1):
        for part in files:
            list(part.rows())


def test_an_erased_person_has_no_export(ada: User) -> None:
    run_export(ada)
    erase_person(user=ada, at=AT + timedelta(days=1), actor=ada)
    assert latest_export(user=ada) is None


def test_long_form_answers_stand_in_the_export_with_their_knowledge(tmp_path: Path) -> None:
    project = make_asqa_project()
    ben = make_member(project, "ben").user
    make_ambiguous_examples(project, 1)
    assignment = claim_assignment(project=project, annotator=ben, at=AT)
    assert assignment
    answer = {
        "long_form_answer": "Masons, with a string.",
        "knowledge": [{"content": "Plumbum is lead.", "page_title": "Lead"}],
        "acknowledged_missing": [1],
        "concern": "Both are one.",
    }
    submit_annotation(assignment=assignment, answer=answer, at=AT, active_seconds={"writing": 5})
    (annotation,) = files_of(run_export(ben), tmp_path / "results")["annotations"]
    assert annotation["answer"] == {
        "text": "Masons, with a string.",
        "missing": [{"disambiguation": 1, "short_answers": ["Surveyors"]}],
        "concern": "Both are one.",
        "word_count": 4,
        "coverage": 0.5,
        "seconds_writing": 5.0,
        "regime": "full",
        "context_threshold": 0.2,
        "knowledge": [
            {
                "content": "Plumbum is lead.",
                "page_title": "Lead",
                "start_byte": None,
                "end_byte": None,
                "start_token": None,
                "end_token": None,
            }
        ],
    }
