"""Annotations and examples as the API shows them."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from annotator.collecting.annotations.answer_fields import read_as
from annotator.collecting.annotations.kinds import active_seconds, answer_of
from annotator.collecting.annotations.models import Annotation, RevisionRequest
from annotator.collecting.annotations.revisions import request_of
from annotator.collecting.assignments.models import LateAcceptance
from annotator.material.corpus.models import Example
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.shown_names import names_of
from api.presenters.kinds import presenting_of


def _acceptance_of(annotation: Annotation) -> LateAcceptance | None:
    if not annotation.is_late:
        return None
    found: LateAcceptance | None = getattr(annotation.assignment, "late_acceptance", None)
    return found


def _late(annotation: Annotation, names: Mapping[int, str]) -> dict[str, Any]:
    """When the lease ran out, and whether a lead decided to count the annotation anyway."""
    assignment = annotation.assignment
    acceptance = _acceptance_of(annotation)
    decision = None
    if acceptance is not None:
        decision = {
            "at": acceptance.accepted_at,
            "by": names.get(acceptance.accepted_by_id or 0),
            "note": acceptance.note,
            "added_slot": acceptance.added_slot,
        }
    return {"lease_ended_at": assignment.expired_at, "accepted": decision}


def present_annotations(
    annotations: Iterable[Annotation], *, project: Project, viewer_role: str | None
) -> list[dict[str, Any]]:
    """Annotations of a project as somebody in ``viewer_role`` sees them."""
    rows = list(annotations)
    people = [annotation.annotator for annotation in rows]
    people += [each.accepted_by for each in map(_acceptance_of, rows) if each and each.accepted_by]
    people += [row.revised_by for row in rows if row.revised_by]
    names = names_of(project=project, viewer_role=viewer_role, users=people)
    return [present_annotation(row, names[row.annotator_id], names) for row in rows]


def present_annotation(
    annotation: Annotation, annotator: str, names: Mapping[int, str] = MappingProxyType({})
) -> dict[str, Any]:
    """An annotation with its answer, by ``annotator``, a name (from ``annotations_of``).

    ``names`` are those by which the viewer knows leads; none for annotators, who see their own.
    """
    page = annotation.example.page
    return {
        "id": annotation.pk,
        "annotation_id": annotation.annotation_id,
        "example": annotation.example_id,
        "question": annotation.example.question.text,
        "page_title": page.title if page else "",
        "annotator": annotator,
        "created_at": annotation.created_at,
        "is_late": annotation.is_late,
        "late": _late(annotation, names) if annotation.is_late else None,
        "source": annotation.source,
        "revision_of": annotation.revision_of_id,
        "reason": annotation.reason,
        "revised_by": _reviser(annotation, annotator, names),
        "reopened": present_request(request_of(annotation)),
        "guideline_version": annotation.guideline.version if annotation.guideline else None,
        "client_version": annotation.client_version,
        **_present_answer(annotation),
    }


def _reviser(annotation: Annotation, annotator: str, names: Mapping[int, str]) -> str | None:
    by = annotation.revised_by_id
    if by is None:
        return None
    return annotator if by == annotation.annotator_id else names.get(by, "A lead")


def _present_answer(annotation: Annotation) -> dict[str, Any]:
    """The answer in the shape of its kind, and which kind that is."""
    kind, answers, row = answer_of(annotation)
    return {
        "kind": kind,
        **read_as("shown", answers.FIELDS, row),
        "active_seconds": active_seconds(answers, row),
    }


def present_request(request: RevisionRequest | None) -> dict[str, Any] | None:
    """What a lead asked, without the lead's name: annotators see it too."""
    if request is None:
        return None
    return {"reason": request.reason, "requested_at": request.requested_at}


def present_example(example: Example, kind: str) -> dict[str, Any]:
    """A row of the list of examples (from ``published_examples``) of a project of ``kind``."""
    page = example.page
    counts = ("annotations_submitted", "annotations_required", "open_assignments")
    return {
        "id": example.pk,
        "example_id": str(example.example_id),
        "question": example.question.text,
        "page_title": page.title if page else "",
        "page_url": page.url if page else "",
        "split": example.split,
        "priority": example.priority,
        **{name: getattr(example, name) for name in counts},
        "ambiguity": presenting_of(kind).of_row(example),
    }
