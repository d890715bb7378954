"""Somebody's questions, messages and feedback: rows for their data export."""

from collections.abc import Iterator

from django.db.models import Q

from annotator.collecting.guidance.models import (
    FaqVersion,
    FaqVisit,
    Feedback,
    QuestionThread,
    ThreadMessage,
)
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.personal_parts import Part, Row, fields_of
from annotator.workspace.projects.models import GuidelineVisit


def parts_of_guidance(user: User) -> Iterator[Part]:
    """Questions with all that was said in them, feedback received and given, FAQ entries written,
    and when guidelines and FAQ were read.

    Others are named by their part in it and not by their names.
    """
    own = {"membership__user": user}
    feedback = Feedback.objects.select_related("project", "annotation").order_by("pk")
    yield Part(
        "questions",
        "What you asked the leads, with their answers and your draft at that time.",
        QuestionThread.objects.filter(asker=user)
        .select_related("project", "example")
        .prefetch_related("messages")
        .order_by("pk"),
        _thread,
    )
    yield Part(
        "answers_to_questions",
        "What you wrote to others who asked.",
        ThreadMessage.objects.filter(~Q(thread__asker=user), author=user)
        .select_related("thread__project")
        .order_by("pk"),
        lambda row: {"project": row.thread.project.slug, "at": row.at, "text": row.text},
    )
    yield Part(
        "faq_entries",
        "The FAQ entries that you wrote.",
        FaqVersion.objects.filter(created_by=user)
        .select_related("project", "entry")
        .order_by("pk"),
        _faq_version,
    )
    yield Part(
        "feedback_received",
        "What leads pointed out to you.",
        feedback.filter(annotator=user),
        _feedback,
    )
    yield Part(
        "feedback_given",
        "What you pointed out to others.",
        feedback.filter(author=user),
        _feedback,
    )
    yield Part(
        "guideline_visits",
        "Which version of the guidelines you read last, and up to which you saw what changed.",
        GuidelineVisit.objects.filter(**own)
        .select_related("membership__project", "seen", "compared")
        .order_by("pk"),
        lambda row: {
            "project": row.membership.project.slug,
            "version": row.seen.version,
            "compared_version": row.compared and row.compared.version,
            "seen_at": row.seen_at,
        },
    )
    yield Part(
        "faq_visits",
        "When you last looked at the FAQ.",
        FaqVisit.objects.filter(**own).select_related("membership__project").order_by("pk"),
        lambda row: {"project": row.membership.project.slug, "seen_at": row.seen_at},
    )


def _thread(thread: QuestionThread) -> Row:
    return {
        "project": thread.project.slug,
        "example_id": thread.example.example_id,
        "asked_at": thread.asked_at,
        "answered_at": thread.answered_at,
        "draft": thread.draft,
        "messages": [
            {
                "at": message.at,
                "by": "you" if message.author_id == thread.asker_id else "a lead",
                "text": message.text,
            }
            for message in sorted(thread.messages.all(), key=lambda message: message.pk)
        ],
    }


def _faq_version(row: FaqVersion) -> Row:
    names = ("version", "created_at", "title", "question", "answer")
    return {
        "project": row.project.slug,
        "number": row.entry.number,
        **fields_of(row, *names),
    }


def _feedback(row: Feedback) -> Row:
    names = ("criterion", "text", "quote", "created_at", "acknowledged_at")
    return {
        "project": row.project.slug,
        "annotation_id": row.annotation.annotation_id,
        **fields_of(row, *names),
    }
