"""What is kept about a person, in the form in which they get it."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.db.models import QuerySet

from annotator.collecting.annotations.answer_fields import read_as
from annotator.collecting.annotations.kinds import answer_of, rows_of_answers
from annotator.collecting.annotations.models import Annotation, Draft, LeadDraft
from annotator.collecting.annotations.revisions import is_by_lead
from annotator.collecting.assignments.models import Assignment
from annotator.quality.reviews.personal_data import parts_of_reviews
from annotator.running.personal_data.guidance import parts_of_guidance
from annotator.running.personal_data.requests import parts_of_requests
from annotator.running.personal_data.suggestions import parts_of_suggestions
from annotator.running.personal_data.training import parts_of_training
from annotator.systems.competitions.models import Participant, Submission
from annotator.systems.evaluation.models import RetrievalScore, Score
from annotator.workspace.accounts.models import ApiToken, User
from annotator.workspace.accounts.personal_parts import Part, Row, fields_of
from annotator.workspace.accounts.tokens import SHOWN_CHARACTERS
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import (
    Guideline,
    Invitation,
    InvitationUse,
    Membership,
    SavedView,
)

ACCOUNT = (
    "username display_name email date_joined last_login is_active is_superuser may_create_projects"
    " reviews_answers"
).split()

MEMBERSHIP = ("role", "is_active", "is_steward", "joined_at", "qualified_at", "pseudonym")

ASSIGNMENT = (
    "state note created_at opened_at page_shown_at submitted_at lease_expires_at expired_at"
    " period clock_started_at time_was_up_at"
).split()


def parts_about(user: User) -> list[Part]:
    """Everything that is kept about ``user``, without anything that opens a door."""
    return [
        *_parts_of_account(user),
        *_parts_of_work(user),
        *parts_of_requests(user),
        *parts_of_guidance(user),
        *parts_of_training(user),
        *parts_of_reviews(user),
        *parts_of_suggestions(user),
    ]


def _parts_of_account(user: User) -> list[Part]:
    own = {"user_id": user.pk}
    return [
        Part("account", "Your account.", User.objects.filter(pk=user.pk), _account),
        Part(
            "email_addresses",
            "Your e-mail addresses.",
            EmailAddress.objects.filter(**own).order_by("pk"),
            lambda row: fields_of(row, "email", "verified", "primary"),
        ),
        Part(
            "sessions",
            "Where you are signed in.",
            UserSession.objects.filter(**own).order_by("pk"),
            lambda row: fields_of(row, "ip", "user_agent", "created_at", "last_seen_at"),
        ),
        Part(
            "second_factor",
            "Your second factor, without its key and the recovery codes.",
            Authenticator.objects.filter(**own).order_by("pk"),
            lambda row: fields_of(row, "type", "created_at", "last_used_at"),
        ),
        Part(
            "single_sign_on",
            "The number by which your single sign-on provider knows you.",
            SocialAccount.objects.filter(**own).order_by("pk"),
            lambda row: fields_of(row, "uid", "date_joined", "last_login"),
        ),
        Part(
            "api_tokens",
            "Your API tokens, without their keys.",
            ApiToken.objects.filter(user=user).order_by("pk"),
            _token,
        ),
        Part(
            "memberships",
            "The projects in which you take or took part.",
            Membership.objects.filter(user=user).select_related("project").order_by("pk"),
            lambda row: _in_project(row, *MEMBERSHIP),
        ),
        Part(
            "saved_views",
            "The views of tables that you saved.",
            SavedView.objects.filter(owner=user).select_related("project").order_by("pk"),
            lambda row: _in_project(row, "table", "name", "query"),
        ),
        Part(
            "jobs",
            "The imports, exports and other jobs that you started.",
            Job.objects.filter(created_by=user).order_by("created_at", "pk"),
            lambda row: fields_of(row, "kind", "filename", "state", "created_at", "finished_at"),
        ),
    ]


def _parts_of_work(user: User) -> list[Part]:
    assignments = Assignment.objects.filter(annotator=user)
    return [
        Part(
            "assignments",
            "The questions that you were given, the notes with which you set them aside, and the "
            "clock of the time limit: periods begun, and seconds of the last one allowed and used.",
            assignments.select_related("project", "example__question").order_by("pk"),
            _assignment,
        ),
        Part(
            "drafts",
            "Your drafts, as last saved.",
            Draft.objects.filter(assignment__in=assignments)
            .select_related("assignment__project", "assignment__example")
            .order_by("pk"),
            _draft,
        ),
        Part(
            "annotations",
            "What you submitted, with the answers.",
            _annotations().filter(annotator=user),
            _annotation,
        ),
        Part(
            "revisions",
            "Other people's answers, as you changed them as a lead.",
            _annotations().filter(revised_by=user).exclude(annotator=user),
            _annotation,
        ),
        Part(
            "revision_drafts",
            "Your drafts of such changes, as last saved.",
            LeadDraft.objects.filter(author=user)
            .select_related("annotation__assignment__project", "annotation__example")
            .order_by("pk"),
            _lead_draft,
        ),
        Part(
            "guidelines",
            "The guidelines that you wrote.",
            Guideline.objects.filter(created_by=user).select_related("project").order_by("pk"),
            lambda row: _in_project(row, "version", "created_at", "markdown"),
        ),
        Part(
            "invitations_made",
            "The invitations that you made, without their links.",
            Invitation.objects.filter(created_by=user).select_related("project").order_by("pk"),
            lambda row: _in_project(row, "role", "email", "note", "created_at", "expires_at"),
        ),
        Part(
            "invitations_used",
            "The invitations that you accepted.",
            InvitationUse.objects.filter(user=user)
            .select_related("invitation__project")
            .order_by("pk"),
            lambda row: {"project": row.invitation.project.slug, "at": row.at},
        ),
        Part(
            "systems_uploaded",
            "The systems whose predictions you uploaded.",
            Score.ever.filter(uploaded_by=user)
            .select_related("system__project")
            .defer("replicates")
            .order_by("pk"),
            lambda row: {
                "project": row.system.project.slug,
                "system": row.system.name,
                **fields_of(row, "split", "scored_at", "receipt"),
            },
        ),
        Part(
            "competitions",
            "The competitions that you take part in, with your team.",
            Participant.objects.filter(user=user)
            .select_related("competition__project", "team")
            .order_by("pk"),
            lambda row: {
                "project": row.competition.project.slug,
                "team": row.team.name if row.team else None,
                "joined_at": row.joined_at,
            },
        ),
        Part(
            "submissions",
            "What you submitted for your team.",
            Submission.objects.filter(submitted_by=user)
            .select_related("phase__competition__project", "team")
            .order_by("pk"),
            lambda row: {
                "project": row.phase.competition.project.slug,
                "phase": row.phase.name,
                "team": row.team.name,
                **fields_of(row, "name", "submitted_at", "is_final"),
            },
        ),
        Part(
            "encoders_scored",
            "The encoders that you scored.",
            RetrievalScore.ever.filter(scored_by=user)
            .select_related("benchmark__project")
            .defer("ranks", "benchmark__content")
            .order_by("pk"),
            lambda row: {
                "project": row.benchmark.project.slug,
                "questions": row.benchmark.name,
                **fields_of(row, "name", "scored_at", "receipt"),
            },
        ),
        Part(
            "events",
            "What you did, as the history has it.",
            Event.objects.filter(actor=user).order_by("pk"),
            lambda row: fields_of(row, "at", "verb", "subject", "subject_id", "details"),
        ),
    ]


def _annotations() -> "QuerySet[Annotation]":
    """With what ``_annotation`` needs."""
    return (
        Annotation.objects.select_related(
            "assignment__project",
            "example__question",
            "guideline",
            *rows_of_answers(),
        )
        .prefetch_related("knowledge")
        .order_by("pk")
    )


def _in_project(row: Any, *names: str) -> Row:
    return {"project": row.project.slug, **fields_of(row, *names)}


def _account(user: User) -> Row:
    return fields_of(user, *ACCOUNT)


def _token(token: ApiToken) -> Row:
    return {
        "name": token.name,
        "beginning": token.token_key[:SHOWN_CHARACTERS],
        "created_at": token.created,
        "last_used_at": token.last_used_at,
        "expires_at": token.expiry,
    }


def _assignment(assignment: Assignment) -> Row:
    limit = assignment.time_limit
    return {
        "project": assignment.project.slug,
        "example_id": assignment.example.example_id,
        "question": assignment.example.question.text,
        **fields_of(assignment, *ASSIGNMENT),
        "seconds_allowed": None if limit is None else limit.total_seconds(),
        "seconds_used": assignment.worked.total_seconds(),
    }


def _draft(draft: Draft) -> Row:
    return {
        "project": draft.assignment.project.slug,
        "example_id": draft.assignment.example.example_id,
        **fields_of(draft, "version", "saved_at", "answer"),
    }


def _lead_draft(draft: LeadDraft) -> Row:
    annotation = draft.annotation
    return {
        "project": annotation.assignment.project.slug,
        "example_id": annotation.example.example_id,
        **fields_of(draft, "version", "saved_at", "answer"),
    }


def _annotation(annotation: Annotation) -> Row:
    guideline = annotation.guideline
    return {
        "project": annotation.assignment.project.slug,
        "example_id": annotation.example.example_id,
        "question": annotation.example.question.text,
        **fields_of(annotation, "annotation_id", "created_at", "is_late", "reason"),
        "revised_by_a_lead": is_by_lead(annotation),
        "guideline_version": None if guideline is None else guideline.version,
        "client_version": annotation.client_version,
        "answer": _answer(annotation),
    }


def _answer(annotation: Annotation) -> Row:
    _, answers, row = answer_of(annotation)
    columns = (name for field in answers.FIELDS for name in field.columns)
    seconds = (f"seconds_{stage}" for stage in answers.STAGES)
    return {**fields_of(row, *columns, *seconds), **read_as("copied", answers.FIELDS, row)}
