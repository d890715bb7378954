"""An example as a lead writes its answer."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from annotator.collecting.annotations.models import Annotation, Draft
from annotator.material.corpus.models import Example
from api.presenters.assignments import present_claim
from api.presenters.kinds import presenting_of
from api.presenters.revisions import as_draft
from api.presenters.training import NO_LIMIT


@dataclass(frozen=True, slots=True)
class _Writing:
    """What a claim is for an annotator. Nothing of it is stored: the draft is the browser's."""

    pk: int
    example: Example
    created_at: datetime


def present_writing(example: Example, begun: Annotation | None, at: datetime) -> dict[str, Any]:
    """An example in the shape of an assignment, for the screens on which annotators answer; its id
    is the example's. The draft is the answer of the annotation ``begun``, if there is one.
    """
    project = example.project
    places = f"/api/v1/projects/{project.slug}/examples/{example.pk}/"
    return present_claim(
        _Writing(example.pk, example, at),
        project,
        state="open",
        version=0,
        time=NO_LIMIT,
        shown=presenting_of(project.kind).of_revision(example, project, places),
        draft=_draft_from(begun, project.kind) if begun else None,
    )


def _draft_from(annotation: Annotation, kind: str) -> Draft:
    return Draft(answer=as_draft(annotation, kind), saved_at=annotation.created_at)
