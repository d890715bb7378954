"""Somebody's questions, messages and feedback: rows for their data export."""

from collections.abc import Iterator

from django.db.models import Q

from annotator.accounts.models import User
from annotator.guidance.models import FaqVersion, Feedback, QuestionThread, ThreadMessage
from annotator.personal_data.parts import Part, Row, fields_of


def parts_of_guidance(user: User) -> Iterator[Part]:
    """Questions with all that was said in them, feedback received and given, FAQ entries written.

    Others are named by their part in it and not by their names.
    """
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
