from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.workspace.accounts.models import User
from annotator.workspace.projects.invitations import (
    accept_invitation,
    create_invitation,
    revoke_invitation,
    secret_of,
)
from annotator.workspace.projects.models import Invitation, Membership, Project, Role
from tests.api.clients import client_of
from tests.factories.corpus import PASSWORD, make_member, make_project, make_user

pytestmark = pytest.mark.django_db
LIST = "/api/v1/projects/project/invitations/"
ACCOUNT = {"username": "ada", "password": PASSWORD, "display_name": "Ada", "email": ""}


def make_invitation(project: Project, **more: Any) -> Invitation:
    values = {"role": Role.ANNOTATOR, "at": timezone.now(), "actor": None, **more}
    return create_invitation(project=project, **values)


def path_of(invitation: Invitation) -> str:
    return f"/api/v1/invitations/{secret_of(invitation)}/"


def test_a_lead_makes_a_link_sees_it_in_the_list_and_revokes_it() -> None:
    project = make_project()
    client = client_of(make_member(project, "lena", Role.LEAD).user)
    made = client.post(LIST, {"role": "annotator", "note": "for the new ones"}).json()
    invitation = Invitation.objects.get()
    assert made == {
        "id": invitation.pk,
        "role": "annotator",
        "state": "open",
        "link": f"http://testserver/invitations/{secret_of(invitation)}",
        "email": "",
        "mail_state": "none",
        "note": "for the new ones",
        "max_uses": 1,
        "uses": 0,
        "used_by": [],
        "created_at": invitation.created_at.isoformat().replace("+00:00", "Z"),
        "created_by": "lena",
        "expires_at": invitation.expires_at.isoformat().replace("+00:00", "Z"),
    }
    assert invitation.expires_at - invitation.created_at == timedelta(days=14)
    assert client.get(LIST).json()["results"] == [made]
    assert client.delete(f"{LIST}{invitation.pk}/").status_code == 204
    (listed,) = client.get(LIST).json()["results"]
    assert listed == {**made, "state": "revoked", "link": None}


def test_an_administrator_who_is_no_member_makes_a_link() -> None:
    make_project()
    root = make_user("root")
    User.objects.filter(pk=root.pk).update(is_superuser=True)
    made = client_of(root).post(LIST, {"role": "lead"}).json()
    assert (made["created_by"], made["state"]) == ("root", "open")


@pytest.mark.django_db(transaction=True)  # mails go out when it is through
@pytest.mark.usefixtures("worker_at_hand")
def test_who_joins_with_an_address_is_asked_to_confirm_it(settings: Any) -> None:
    settings.EMAIL_URL = "smtp://mail.example.org"
    invitation = make_invitation(make_project())
    body = {**ACCOUNT, "email": "ada@example.org"}
    client = client_of()
    assert client.post(f"{path_of(invitation)}accept/", body).status_code == 200
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (
        ["ada@example.org"],
        "Confirm your e-mail address for Plumbline",
    )


def test_links_begin_with_the_public_address_where_there_is_one(settings: Any) -> None:
    settings.PUBLIC_URL = "https://annotate.example.org"
    client = client_of(make_member(make_project(), "lena", Role.LEAD).user)
    link = client.post(LIST, {"role": "lead"}).json()["link"]
    assert link.startswith("https://annotate.example.org/invitations/")


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_as_many_queries_for_three_as_for_one(count: int) -> None:
    project = make_project()
    lena = make_member(project, "lena", Role.LEAD).user
    for number in range(count):
        invitation = make_invitation(project, actor=lena, max_uses=9)
        for name in ("a", "b"):
            user = make_user(f"{name}{number}")
            accept_invitation(secret=secret_of(invitation), user=user, at=timezone.now())
    client = client_of(lena)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        rows = client.get(LIST).json()["results"]
    assert [[use["username"] for use in row["used_by"]] for row in rows] == [
        [f"b{number}", f"a{number}"] for number in reversed(range(count))
    ]
    assert len([query for query in queries if "projects_invitation" in query["sql"]]) == 3


def test_whoever_has_the_link_sees_project_role_and_state_and_nothing_else() -> None:
    project = make_project()
    invitation = make_invitation(project, email="ada@example.org", note="ada from the institute")
    expected = {
        "project_title": "Project",
        "role": "annotator",
        "state": "open",
        "expires_at": invitation.expires_at.isoformat().replace("+00:00", "Z"),
    }
    assert client_of().get(path_of(invitation)).json() == expected
    revoke_invitation(invitation=invitation, at=timezone.now(), actor=None)
    assert client_of().get(path_of(invitation)).json() == {**expected, "state": "revoked"}


def test_a_wrong_link_says_what_to_do() -> None:
    answer = client_of().get("/api/v1/invitations/nonsense/")
    assert (answer.status_code, answer.json()) == (
        404,
        {
            "code": "no_invitation",
            "detail": "This link does not lead to an invitation. Check that it is complete.",
            "fields": {},
        },
    )


def test_somebody_signed_in_joins_with_the_account_they_have() -> None:
    invitation, ben = make_invitation(make_project(), role=Role.EXPERT), make_user("ben")
    answer = client_of(ben).post(f"{path_of(invitation)}accept/")
    assert (answer.status_code, answer.json()) == (
        200,
        {
            "project": "project",
            "role": "expert",
            "has_changed": True,
            "detail": "You are now an expert in Project.",
        },
    )
    assert Membership.objects.get().user == ben


def test_a_lead_who_accepts_an_annotators_invitation_is_told_that_nothing_changed() -> None:
    project = make_project()
    lena = make_member(project, "lena", Role.LEAD).user
    answer = client_of(lena).post(f"{path_of(make_invitation(project))}accept/")
    assert answer.json() == {
        "project": "project",
        "role": "lead",
        "has_changed": False,
        "detail": "You are already a lead in Project. Nothing was changed.",
    }


def test_somebody_without_an_account_makes_one_and_is_signed_in() -> None:
    invitation, client = make_invitation(make_project()), client_of()
    assert client.post(f"{path_of(invitation)}accept/", ACCOUNT).status_code == 200
    me = client.get("/api/v1/me/").json()
    assert (me["username"], me["display_name"]) == ("ada", "Ada")
    assert [each["project"] for each in me["memberships"]] == ["project"]
    assert not me["may_create_projects"]


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"password": "password"}, "weak_password", "password"),
        ({"password": "ada-ada-ada", "username": "ada-ada-ada"}, "weak_password", "password"),
        ({"username": "lena"}, "username_taken", "username"),
        ({"username": "a b"}, "bad_username", "username"),
        ({"username": ""}, "invalid", "username"),
        ({"email": "nobody"}, "invalid", "email"),
    ],
)
def test_an_account_that_can_not_be_made_names_the_field_and_uses_nothing_up(
    changes: dict[str, str], code: str, field: str
) -> None:
    make_user("lena")
    invitation = make_invitation(make_project())
    answer = client_of().post(f"{path_of(invitation)}accept/", {**ACCOUNT, **changes}).json()
    assert (answer["code"], list(answer["fields"])) == (code, [field])
    invitation.refresh_from_db()
    assert (invitation.uses, User.objects.count()) == (0, 1)


def test_nobody_makes_a_second_account_by_mistake_while_signed_in() -> None:
    invitation = make_invitation(make_project())
    answer = client_of(make_user("ben")).post(f"{path_of(invitation)}accept/", ACCOUNT)
    assert (answer.status_code, answer.json()["code"]) == (409, "signed_in")
    assert not Membership.objects.exists()


@pytest.mark.parametrize("signed_in", [True, False])
def test_a_foreign_page_can_not_accept_for_somebody(signed_in: bool) -> None:
    invitation = make_invitation(make_project())
    client = APIClient(enforce_csrf_checks=True)
    if signed_in:
        client.force_login(make_user("ben"))
    answer = client.post(f"{path_of(invitation)}accept/", None if signed_in else ACCOUNT)
    assert answer.status_code == 403
    assert not Membership.objects.exists()
