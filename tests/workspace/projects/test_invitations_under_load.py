"""Many accept, or draw pseudonyms, at the same time; the database must hold the promise."""

from collections.abc import Callable

import pytest

from annotator.workspace.accounts.models import User
from annotator.workspace.projects.invitations import (
    accept_invitation,
    accept_with_new_account,
    create_invitation,
    secret_of,
)
from annotator.workspace.projects.models import Invitation, InvitationUse, Membership, Project, Role
from annotator.workspace.projects.services import change_member
from tests.at_once import outcomes_at_once
from tests.factories.corpus import AT, PASSWORD, make_member, make_project, make_user

pytestmark = pytest.mark.django_db(transaction=True)
PEOPLE = 24


def invite(project: Project, role: Role = Role.ANNOTATOR, *, max_uses: int = 1) -> str:
    made = create_invitation(project=project, role=role, at=AT, actor=None, max_uses=max_uses)
    return secret_of(made)


def accepting(secret: str, user: User) -> Callable[[], object]:
    return lambda: accept_invitation(secret=secret, user=user, at=AT)


@pytest.mark.parametrize("places", [1, 5])
def test_an_invitation_is_never_used_more_often_than_it_says(places: int) -> None:
    secret = invite(make_project(), max_uses=places)
    people = [make_user(f"person-{number}") for number in range(PEOPLE)]
    outcomes = outcomes_at_once([accepting(secret, user) for user in people])
    assert outcomes == ["done"] * places + ["invitation_used"] * (PEOPLE - places)
    assert Membership.objects.count() == InvitationUse.objects.count() == places
    assert Invitation.objects.get().uses == places
    assert len(set(Membership.objects.values_list("pseudonym", flat=True))) == places


def test_new_accounts_are_made_for_those_alone_who_got_in() -> None:
    secret = invite(make_project(), max_uses=3)

    def joining(number: int) -> Callable[[], object]:
        return lambda: accept_with_new_account(
            secret=secret,
            username=f"person-{number}",
            password=PASSWORD,
            display_name="",
            email="",
            at=AT,
        )

    outcomes = outcomes_at_once([joining(number) for number in range(8)])
    assert outcomes == ["done"] * 3 + ["invitation_used"] * 5
    assert User.objects.count() == Membership.objects.count() == 3


def test_two_who_choose_the_same_name_at_once_are_one_account() -> None:
    secret = invite(make_project(), max_uses=9)

    def joining() -> object:
        return accept_with_new_account(
            secret=secret, username="ada", password=PASSWORD, display_name="", email="", at=AT
        )

    assert outcomes_at_once([joining] * 4) == ["done", *["username_taken"] * 3]
    assert (User.objects.count(), Invitation.objects.get().uses) == (1, 1)


def test_a_role_is_not_lowered_by_two_links_that_are_accepted_at_once() -> None:
    project, ada = make_project(), make_user("ada")
    links = [invite(project, role) for role in (Role.ANNOTATOR, Role.EXPERT, Role.LEAD) * 3]
    outcomes_at_once([accepting(secret, ada) for secret in links])
    assert Membership.objects.get().role == Role.LEAD


def test_of_leads_who_all_leave_at_once_one_stays() -> None:
    project = make_project()
    leads = [make_member(project, f"lead-{number}", Role.LEAD) for number in range(6)]

    def leaving(membership: Membership) -> Callable[[], object]:
        return lambda: change_member(
            membership=membership, role=Role.ANNOTATOR, at=AT, actor=membership.user
        )

    outcomes = outcomes_at_once([leaving(membership) for membership in leads])
    assert outcomes == ["done"] * 5 + ["last_lead"]
    assert project.memberships.filter(role=Role.LEAD).count() == 1
