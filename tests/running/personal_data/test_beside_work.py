"""Somebody is erased in one tab while they go on working in another."""

from datetime import timedelta

import pytest

from annotator.collecting.annotations.drafts import save_draft
from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import HOLDING, Assignment, Slot
from annotator.exceptions import DomainError
from annotator.running.personal_data.services import erase_person
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from tests.at_once import at_once
from tests.factories.corpus import AT, BAD, make_examples, make_member, make_project

pytestmark = pytest.mark.django_db(transaction=True)
LATER = AT + timedelta(minutes=1)


def work_until_stopped(project: Project, user: User) -> str:
    """Claim, save and submit until one of them is refused; why."""
    try:
        while assignment := claim_assignment(project=project, annotator=user, at=AT):
            save_draft(assignment=assignment, version=0, answer={}, at=AT)
            submit_annotation(assignment=assignment, answer=BAD, at=AT)
    except DomainError as error:
        return error.code
    return "nothing left"


@pytest.mark.parametrize("attempt", range(3))
def test_erasing_somebody_at_work_loses_nothing_and_leaves_nothing_held(attempt: int) -> None:
    project = make_project(f"project-{attempt}")
    make_member(project, "lead", Role.LEAD)
    ada = make_member(project, "ada").user
    make_examples(project, 40)

    def work() -> str:
        return work_until_stopped(project, ada)

    def erase() -> str:
        return erase_person(user=ada, at=LATER, actor=None).username

    ends = at_once([work, work, erase])
    assert len(ends) == 3
    assert {end for end in ends if not end.startswith("erased-")} <= {
        "not_an_annotator",
        "not_open",
        "already_submitted",
        "stale_draft",
        "nothing left",
    }
    assert not Assignment.objects.filter(annotator=ada, state__in=HOLDING).exists()
    filled = Slot.objects.filter(project=project, state="filled").count()
    assert filled == Annotation.objects.filter(annotator=ada).count()
    ada.refresh_from_db()
    assert ada.erased_at == LATER
