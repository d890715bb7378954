"""Events as the API shows them."""

from collections.abc import Iterable
from typing import Any

from annotator.collecting.annotations.models import Draft
from annotator.collecting.annotations.queries import annotations_of
from annotator.material.corpus.draw_seeds import shown_details
from annotator.material.corpus.models import Example
from annotator.quality.judgments.events import events_of_answers
from annotator.workspace.history.models import Event
from annotator.workspace.history.queries import events_of_example
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.shown_names import names_of
from api.presenters.annotations import present_annotations


def present_events(
    events: Iterable[Event], *, project: Project, viewer_role: str | None, hidden: bool
) -> list[dict[str, Any]]:
    """Events of a project as somebody in ``viewer_role`` sees them, in two queries.

    ``hidden``: they also see the hidden split.
    """
    rows = list(events)
    people = [event.actor for event in rows if event.actor]
    names = names_of(project=project, viewer_role=viewer_role, users=people)
    ids = {event.example_id for event in rows if event.example_id is not None}
    examples = Example.objects.filter(project=project, pk__in=ids).order_by()
    questions = dict(examples.values_list("pk", "question__text"))
    return [
        _present_event(event, names, questions)
        | {"details": shown_details(event, project, hidden=hidden)}
        for event in rows
    ]


def _present_event(
    event: Event, names: dict[int, str], questions: dict[int, str]
) -> dict[str, Any]:
    question = None if event.example_id is None else questions.get(event.example_id)
    columns = ("id", "at", "verb", "subject", "subject_id")
    return {
        **{name: getattr(event, name) for name in columns},
        "actor": None if event.actor_id is None else names[event.actor_id],
        "example": None if question is None else {"id": event.example_id, "question": question},
    }


def present_example_history(
    example: Example, *, project: Project, viewer_role: str | None
) -> dict[str, Any]:
    """An example's events, its answers with their revisions, and how often drafts were saved."""
    events = events_of_example(
        project_id=project.pk, example_id=example.pk, also=events_of_answers(example)
    )
    answers = annotations_of(project, hidden=True).filter(example=example).order_by("pk")
    drafts = list(
        Draft.objects.filter(assignment__example=example)
        .select_related("assignment__annotator")
        .order_by("pk")
    )
    annotators = [draft.assignment.annotator for draft in drafts]
    names = names_of(project=project, viewer_role=viewer_role, users=annotators)
    return {
        "events": present_events(events, project=project, viewer_role=viewer_role, hidden=False),
        "annotations": present_annotations(answers, project=project, viewer_role=viewer_role),
        "drafts": [
            {
                "annotator": names[draft.assignment.annotator_id],
                "assignment": draft.assignment_id,
                "saves": draft.version,
                "saved_at": draft.saved_at,
            }
            for draft in drafts
        ],
    }
