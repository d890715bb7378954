"""What leads asked of somebody or took from them, as they get it."""

from collections.abc import Iterator

from django.db.models import CharField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Cast

from annotator.collecting.annotations.models import RevisionRequest
from annotator.collecting.assignments.models import Assignment
from annotator.material.corpus.models import Example
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.personal_parts import Part, Row, fields_of
from annotator.workspace.history.models import Event


def parts_of_requests(user: User) -> Iterator[Part]:
    """The files about requests to look at an answer again, and about questions that were freed."""
    requests = RevisionRequest.objects.select_related(
        "annotation__project", "annotation__example__question"
    ).order_by("pk")
    yield Part(
        "requests_to_look_again",
        "Your answers that leads asked you to look at again, and why.",
        requests.filter(annotation__annotator=user),
        _asked,
    )
    yield Part(
        "requests_made",
        "Answers that you, as a lead, asked others to look at again, and why.",
        requests.filter(requested_by=user),
        _asked,
    )
    yield Part(
        "questions_freed",
        "Your parked questions that leads freed for others, and why.",
        _freed(user),
        lambda event: {
            "project": event.project_slug,
            "example_id": event.number,
            "question": event.question,
            "at": event.at,
            "reason": event.details.get("reason", ""),
        },
    )


def _asked(row: RevisionRequest) -> Row:
    annotation = row.annotation
    return {
        "project": annotation.project.slug,
        "example_id": annotation.example.example_id,
        "question": annotation.example.question.text,
        "annotation_id": annotation.annotation_id,
        **fields_of(row, "requested_at", "reason"),
    }


def _freed(user: User) -> "QuerySet[Event]":
    """The events, which alone have the reasons, with the question of each."""
    own = Assignment.objects.filter(annotator=user)
    example = Example.objects.filter(pk=OuterRef("example_id"))
    return (
        Event.objects.filter(
            verb="freed",
            subject="assignment",
            subject_id__in=own.values_list(Cast("pk", CharField())),
            example_id__in=own.values("example"),
        )
        .annotate(
            project_slug=Subquery(example.values("project__slug")),
            number=Subquery(example.values("example_id")),
            question=Subquery(example.values("question__text")),
        )
        .order_by("pk")
    )
