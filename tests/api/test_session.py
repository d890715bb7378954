import pytest

from annotator.workspace.accounts.services import create_user
from tests.api.clients import client_of
from tests.factories.corpus import PASSWORD, make_member, make_project

pytestmark = pytest.mark.django_db
TOKEN = "/api/v1/auth/token/"


def test_a_token_opens_the_api() -> None:
    create_user(username="ada", password=PASSWORD)
    token = client_of().post(TOKEN, {"username": "ada", "password": PASSWORD}).json()["token"]
    client = client_of()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    assert client.get("/api/v1/me/").json()["username"] == "ada"


def test_a_token_is_made_by_e_mail_address_as_well() -> None:
    create_user(username="ada", password=PASSWORD, email="Ada@example.org")
    credentials = {"username": "ada@example.org", "password": PASSWORD}
    assert client_of().post(TOKEN, credentials).status_code == 200


def test_wrong_credentials_are_refused_in_one_sentence() -> None:
    create_user(username="ada", password=PASSWORD)
    answer = client_of().post(TOKEN, {"username": "ada", "password": "no"})
    assert (answer.status_code, answer.json()) == (
        400,
        {
            "code": "wrong_credentials",
            "detail": "The name or the password is wrong.",
            "fields": {},
        },
    )


def test_an_account_that_is_not_active_gets_no_token() -> None:
    user = create_user(username="ada", password=PASSWORD)
    user.is_active = False
    user.save()
    answer = client_of().post(TOKEN, {"username": "ada", "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (400, "wrong_credentials")


def test_me_lists_own_memberships_only() -> None:
    user = make_member(make_project(), "ada").user
    make_project("other")
    assert client_of(user).get("/api/v1/me/").json() == {
        "username": "ada",
        "display_name": "",
        "is_site_administrator": False,
        "may_create_projects": False,
        "must_set_up_second_factor": False,
        "reviews_answers": False,
        "memberships": [
            {"project": "project", "title": "Project", "kind": "nq", "role": "annotator"}
        ],
    }
