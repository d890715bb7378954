"""Late annotations for tests."""

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.leases import expire_leases
from annotator.collecting.assignments.models import Assignment, AssignmentState
from annotator.material.corpus.models import Example
from annotator.workspace.accounts.models import User
from tests.factories.corpus import AT, BAD


def make_assignment(example: Example, annotator: User) -> Assignment:
    """An open assignment of this very example, whose lease ends right away."""
    slot = example.slots.filter(state="free").order_by("number").first()
    if slot is None:
        raise AssertionError("the example has no free slot")
    slot.state = "held"
    slot.save()
    return Assignment.objects.create(
        example=example,
        annotator=annotator,
        project=example.project,
        slot=slot,
        state=AssignmentState.OPEN,
        lease_expires_at=AT,
        created_at=AT,
        opened_at=AT,
    )


def make_late_annotation(example: Example, annotator: User, *others: User) -> Annotation:
    """The annotator's annotation of an example that the others have filled in the meantime."""
    late = make_assignment(example, annotator)
    expire_leases(project=example.project, at=AT)
    for other in others:
        submit_annotation(assignment=make_assignment(example, other), answer=BAD, at=AT)
    late.refresh_from_db()
    annotation, _ = submit_annotation(assignment=late, answer=BAD, at=AT)
    if not annotation.is_late:
        raise AssertionError("the example still had a free slot")
    return annotation
