"""What was fetched ahead and worked on before it was really opened."""

from datetime import timedelta

import pytest

from annotator.collecting.annotations.drafts import save_draft
from annotator.collecting.annotations.models import Draft
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.leases import expire_leases
from annotator.collecting.assignments.models import Assignment
from annotator.exceptions import NotFoundError
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, BAD, make_annotators, make_examples, make_project

pytestmark = pytest.mark.django_db
LATER = AT + timedelta(minutes=10)


def reserved() -> tuple[Project, User, Assignment]:
    project = make_project()
    make_examples(project, 2)
    (annotator,) = make_annotators(project, 1)
    claim_assignment(project=project, annotator=annotator, at=AT)
    ahead = claim_assignment(project=project, annotator=annotator, at=AT, ahead=True)
    assert ahead
    return project, annotator, ahead


def test_a_draft_survives_the_reservation_that_it_was_saved_for() -> None:
    project, _, ahead = reserved()
    save_draft(assignment=ahead, version=0, answer=BAD, at=AT)
    assert expire_leases(project=project, at=LATER) == 1
    ahead.refresh_from_db()
    assert (ahead.state, ahead.slot) == ("expired", None)
    assert Draft.objects.get(assignment=ahead).answer == BAD


def test_a_reservation_that_is_gone_is_not_found_by_who_read_it_before() -> None:
    project, _, ahead = reserved()
    expire_leases(project=project, at=LATER)
    assert not Assignment.objects.filter(pk=ahead.pk).exists()
    with pytest.raises(NotFoundError):
        save_draft(assignment=ahead, version=0, answer=BAD, at=LATER)
    with pytest.raises(NotFoundError):
        submit_annotation(assignment=ahead, answer=BAD, at=LATER)
