import pytest
from rest_framework.test import APIClient

from annotator.accounts.services import create_user
from tests.api.clients import client_of
from tests.factories.corpus import PASSWORD, make_member, make_project

pytestmark = pytest.mark.django_db
CREDENTIALS = {"username": "ada", "password": PASSWORD}


def test_signing_in_opens_a_session_and_signing_out_ends_it() -> None:
    create_user(username="ada", password=PASSWORD)
    client = client_of()
    assert client.post("/api/v1/auth/session/", CREDENTIALS).status_code == 200
    assert client.get("/api/v1/me/").json()["username"] == "ada"
    assert client.delete("/api/v1/auth/session/").status_code == 204
    assert client.get("/api/v1/me/").status_code == 401


def test_signing_in_needs_the_csrf_token() -> None:
    create_user(username="ada", password=PASSWORD)
    client = APIClient(enforce_csrf_checks=True)
    assert client.post("/api/v1/auth/session/", CREDENTIALS).status_code == 403
    client.get("/")
    token = client.cookies["csrftoken"].value
    answer = client.post("/api/v1/auth/session/", CREDENTIALS, headers={"X-CSRFToken": token})
    assert answer.status_code == 200


def test_wrong_credentials_are_refused_in_one_sentence() -> None:
    create_user(username="ada", password=PASSWORD)
    answer = client_of().post("/api/v1/auth/session/", {"username": "ada", "password": "no"})
    assert (answer.status_code, answer.json()) == (
        400,
        {
            "code": "wrong_credentials",
            "detail": "The name or the password is wrong.",
            "fields": {},
        },
    )


def test_a_token_opens_the_api() -> None:
    create_user(username="ada", password=PASSWORD)
    token = client_of().post("/api/v1/auth/token/", CREDENTIALS).json()["token"]
    client = client_of()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    assert client.get("/api/v1/me/").json()["username"] == "ada"


def test_me_lists_own_memberships_only() -> None:
    user = make_member(make_project(), "ada").user
    make_project("other")
    assert client_of(user).get("/api/v1/me/").json() == {
        "username": "ada",
        "display_name": "",
        "is_site_administrator": False,
        "may_create_projects": False,
        "memberships": [
            {"project": "project", "title": "Project", "kind": "nq", "role": "annotator"}
        ],
    }
