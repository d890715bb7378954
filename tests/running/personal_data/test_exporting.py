"""What somebody gets who asks for everything that is kept about them."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from annotator.collecting.annotations.drafts import save_draft
from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.revisions import reopen_annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import Assignment
from annotator.collecting.assignments.parked import free_parked
from annotator.collecting.assignments.services import park_assignment
from annotator.collecting.guidance.faq import mark_faq_seen
from annotator.collecting.training.models import InPersonSession
from annotator.running.operations.tables import all_models
from annotator.running.personal_data import collection, exporting
from annotator.running.personal_data.services import erase_person, latest_export, request_export
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.services import create_user
from annotator.workspace.accounts.tokens import create_token
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import cancel_job, run_job
from annotator.workspace.projects.guideline_visits import mark_guideline_seen
from annotator.workspace.projects.models import Membership, Project, Role
from annotator.workspace.projects.services import add_member, write_guideline
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, BAD, PASSWORD, make_examples, make_member, make_project
from tests.factories.jobs import run_here
from tests.workspace.jobs.killed_runs import finish, kill_at_save

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]
GUIDANCE = (
    "questions answers_to_questions faq_entries feedback_given feedback_received"
    " guideline_visits faq_visits requests_to_look_again requests_made questions_freed"
).split()
JUDGING = (
    "judgments judgment_notes consensus judgment_rounds_opened comparisons "
    "comparison_studies_opened error_labels error_analyses_opened systems_uploaded encoders_scored"
).split()
TRAINING = (
    "training_attempts training_answers training_grades training_sessions training_decisions"
    " training_references training_grades_given training_instructions"
).split()


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
    return run_here(job)


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
        "saved_views": 0,
        "jobs": 1,
        "assignments": 3,
        "drafts": 1,
        "annotations": 1,
        "revisions": 0,
        "revision_drafts": 0,
        "guidelines": 1,
        "invitations_made": 0,
        "invitations_used": 0,
        "competitions": 0,
        "submissions": 0,
        "events": len(files["events"]),
        "adjudications": 0,
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
            "is_steward": False,
            "joined_at": "2026-01-05T09:00:00Z",
            "qualified_at": None,
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
    ada: User, tmp_path: Path, settings: Any
) -> None:
    settings.ROWS_AT_ONCE = 1
    job = request_export(user=ada, at=AT)
    assert kill_at_save(6, job)
    finish(job)
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
    run_here(job)
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


def test_what_leads_asked_and_took_and_what_was_read_stands_in_the_export(
    ada: User, tmp_path: Path
) -> None:
    bob = User.objects.get(username="bob")
    project = Project.objects.get()
    annotation = Annotation.objects.get()
    reopen_annotation(annotation=annotation, reason="Is it bad?", at=AT, actor=bob)
    parked = Assignment.objects.get(state="parked")
    free_parked(assignment=parked, reason="Parked for a week.", at=AT, actor=bob)
    mark_guideline_seen(project=project, user=ada, version=1, with_difference=False, at=AT)
    mark_faq_seen(project=project, user=ada, at=AT)
    membership = Membership.objects.get(user=ada)
    InPersonSession.objects.create(
        membership=membership, attended=True, notes="Was late.", marked_at=AT, marked_by=bob
    )
    files = files_of(run_export(ada), tmp_path / "results")
    at, own = "2026-01-05T09:00:00Z", {"project": "project"}
    about = {"example_id": 1, "question": "what is a plumb bob used for (1)"}
    other = {"example_id": 2, "question": "what is a plumb bob used for (2)"}
    assert files["requests_to_look_again"] == [
        {
            **own,
            **about,
            "annotation_id": annotation.annotation_id,
            "requested_at": at,
            "reason": "Is it bad?",
        }
    ]
    assert files["questions_freed"] == [{**own, **other, "at": at, "reason": "Parked for a week."}]
    assert files["guideline_visits"] == [
        {**own, "version": 1, "compared_version": None, "seen_at": at}
    ]
    assert files["faq_visits"] == [{**own, "seen_at": at}]
    assert files["training_sessions"] == [{**own, "attended": True, "marked_at": at}]
    (made,) = files_of(run_export(bob), tmp_path / "results")["requests_made"]
    assert (made["example_id"], made["reason"]) == (1, "Is it bad?")


def test_the_clock_of_a_question_and_how_it_was_answered_stand_in_the_export(
    ada: User, tmp_path: Path
) -> None:
    Assignment.objects.filter(example__example_id=3).update(
        period=2, time_limit=timedelta(minutes=5), worked=timedelta(seconds=90), page_shown_at=AT
    )
    files = files_of(run_export(ada), tmp_path / "results")
    clock = "period seconds_allowed seconds_used page_shown_at time_was_up_at".split()
    last = files["assignments"][-1]
    assert [last[name] for name in clock] == [2, 300.0, 90.0, "2026-01-05T09:00:00Z", None]
    answer = files["annotations"][0]["answer"]
    assert [answer[name] for name in ("bad_reason", "long_answer_tag", "word_jumps")] == [
        "",
        "",
        None,
    ]
    assert files["account"][0]["reviews_answers"] is False


EVENT = "the history says it, and the copy has it as an event"
LEFT_OUT = {
    "accounts.User_groups.user": "Plumbline has no groups",
    "accounts.User_user_permissions.user": "Plumbline gives nobody permissions of Django's",
    "assignments.Control.marked_by": EVENT,
    "assignments.LateAcceptance.accepted_by": EVENT,
    "assignments.NamedAssignment.membership": "An assignment once they have it; until then a plan.",
    "assignments.NamedAssignment.named_by": EVENT,
    "assignments.QueuePlace.membership": "says only where the search for the next question begins",
    "comparisons.SystemAnswer.author": "their annotation, which the copy has; comparing is blind",
    "corpus.SplitDraw.drawn_by": EVENT,
    "evaluation.Leaderboard.published_by": EVENT,
    "guidance.GuidelinePicture.created_by": EVENT,
    "judgments.JudgmentRound.shown_by": EVENT,
    "judgments.VariabilityRound.requested_by": EVENT,
    "training.Attempt.graded_by": EVENT,
    "training.Decision.decided_by": EVENT,
    "training.InPersonSession.marked_by": EVENT,
}
"""Columns that lead to a person and by which no file finds its rows, each with the reason."""


def test_each_column_that_leads_to_a_person_is_exported_or_left_out_for_a_reason(
    ada: User,
) -> None:
    # Of each file's query, only what it finds its rows by.
    found_by = [str(part.found.query).split(" FROM ", 1)[1] for part in collection.parts_about(ada)]
    left_out = {
        f"{model._meta.label}.{field.name}"
        for model in all_models()
        for field in model._meta.concrete_fields
        if field.related_model in (User, Membership)
        and not any(f'"{model._meta.db_table}"."{field.column}"' in sql for sql in found_by)
    }
    assert left_out == set(LEFT_OUT)


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
