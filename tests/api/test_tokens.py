from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.workspace.accounts.models import ApiToken
from annotator.workspace.accounts.services import create_user
from annotator.workspace.accounts.tokens import create_token
from tests.api.clients import client_of
from tests.factories.corpus import PASSWORD, make_user

pytestmark = pytest.mark.django_db
TOKENS = "/api/v1/me/tokens/"


def client_with(key: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {key}")
    return client


def names_listed(client: APIClient) -> list[str]:
    return [token["name"] for token in client.get(TOKENS).json()["results"]]


def test_a_new_tokens_key_is_shown_once_and_opens_the_api() -> None:
    client = client_of(make_user("ada"))
    end = (timezone.now() + timedelta(days=30)).isoformat().replace("+00:00", "Z")
    answer = client.post(TOKENS, {"name": "nightly export", "expires_at": end})
    assert answer.status_code == 201
    key, shown = answer.json()["key"], answer.json()["token"]
    listed = client.get(TOKENS).json()["results"]
    assert listed == [shown]
    assert shown == {
        "id": shown["id"],
        "name": "nightly export",
        "beginning": key[:8],
        "created_at": shown["created_at"],
        "last_used_at": None,
        "expires_at": end,
    }
    assert client_with(key).get("/api/v1/me/").json()["username"] == "ada"
    assert client.get(TOKENS).json()["results"][0]["last_used_at"] is not None


def test_a_revoked_token_opens_nothing() -> None:
    client = client_of(make_user("ada"))
    kept, ended = (client.post(TOKENS, {"name": name}).json() for name in ("kept", "ended"))
    assert client.delete(f"{TOKENS}{ended['token']['id']}/").status_code == 204
    refusal = client_with(ended["key"]).get("/api/v1/me/")
    assert (refusal.status_code, refusal.json()["detail"]) == (
        401,
        "This token is unknown, was revoked or has expired.",
    )
    assert client_with(kept["key"]).get("/api/v1/me/").status_code == 200
    assert names_listed(client) == ["kept"]
    assert client.delete(TOKENS).status_code == 204
    assert client_with(kept["key"]).get("/api/v1/me/").status_code == 401


def test_a_token_can_not_make_list_or_revoke_tokens() -> None:
    ada = make_user("ada")
    token, key = create_token(user=ada, name="script", at=timezone.now())
    client = client_with(key)
    for answer in (
        client.get(TOKENS),
        client.post(TOKENS, {"name": "child"}),
        client.delete(TOKENS),
        client.delete(f"{TOKENS}{token.pk}/"),
    ):
        assert (answer.status_code, answer.json()["detail"]) == (
            403,
            "Sign in in the browser to do this. An API token is not enough.",
        )
    assert list(ApiToken.objects.all()) == [token]


def test_a_token_changes_nothing_of_the_account_and_ends_no_session() -> None:
    ada = create_user(username="ada", password=PASSWORD, email="ada@example.org")
    browser = client_of(ada)
    client = client_with(create_token(user=ada, name="script", at=timezone.now())[1])
    address = {"email": "eve@example.org", "password": PASSWORD}
    for answer in (
        client.put("/api/v1/me/account/email/", address),
        client.patch("/api/v1/me/account/", {"display_name": "Eve"}),
        client.delete("/api/v1/me/sessions/"),
    ):
        assert answer.status_code == 403
    account = client.get("/api/v1/me/account/")
    assert (account.status_code, account.json()["email"]) == (200, "ada@example.org")
    assert account.json()["display_name"] == ""
    assert browser.get("/api/v1/me/").status_code == 200


def test_the_token_of_a_deactivated_person_is_refused() -> None:
    ada = make_user("ada")
    _, key = create_token(user=ada, name="script", at=timezone.now())
    ada.is_active = False
    ada.save(update_fields=["is_active"])
    assert client_with(key).get("/api/v1/me/").status_code == 401


@pytest.mark.parametrize(
    "header", ["Token", "Token a b", "Token \xff\xfe", "Token " + "a" * 5000, "Token nothing"]
)
def test_a_malformed_token_is_refused_and_breaks_nothing(header: str) -> None:
    answer = APIClient().get("/api/v1/me/", HTTP_AUTHORIZATION=header)
    assert answer.status_code == 401
    assert set(answer.json()) == {"code", "detail", "fields"}


def test_the_contracts_token_stands_in_the_list() -> None:
    user = create_user(username="ada", password=PASSWORD)
    body = {"username": "ada", "password": PASSWORD}
    assert client_of().post("/api/v1/auth/token/", body).status_code == 200
    assert names_listed(client_of(user)) == ["auth/token"]


@pytest.mark.parametrize("count", [1, 3])
def test_a_list_of_tokens_takes_as_many_queries_for_one_as_for_three(count: int) -> None:
    ada = make_user("ada")
    for number in range(count):
        create_token(user=ada, name=str(number), at=timezone.now())
    client = client_of(ada)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(TOKENS).json()["count"] == count
    own = [query for query in queries if "accounts_apitoken" in query["sql"]]
    assert len(own) == 2


def test_a_tokens_owner_is_found_in_one_query_however_many_tokens_there_are() -> None:
    ada = make_user("ada")
    keys = [create_token(user=ada, name=str(n), at=timezone.now())[1] for n in range(3)]
    client = client_with(keys[0])
    client.get("/api/v1/me/")
    with CaptureQueriesContext(connection) as queries:
        client.get("/api/v1/me/")
    # PostgreSQL prepares it, under a name of its own.
    known = ("accounts_apitoken", "token_by_digest")
    assert sum(any(name in query["sql"] for name in known) for query in queries) == 1


@pytest.mark.parametrize(("days", "end"), [(90, timedelta(days=90)), (0, None)])
def test_a_token_ends_as_the_site_says_unless_its_maker_does(
    days: int, end: timedelta | None, settings: Any
) -> None:
    settings.TOKEN_DAYS = days
    client = client_of(create_user(username="ada", password=PASSWORD))
    client.post(TOKENS, {"name": "usual"})
    client.post(TOKENS, {"name": "for good", "expires_at": None})
    credentials = {"username": "ada", "password": PASSWORD}
    answer = APIClient().post("/api/v1/auth/token/", credentials).json()
    tokens = {token.name: token for token in ApiToken.objects.all()}
    usual, script = tokens["usual"], tokens["auth/token"]
    assert (usual.expiry and usual.expiry - usual.created) == end
    assert (script.expiry and script.expiry - script.created) == end
    assert (answer["expires_at"] is None) == (end is None)
    assert tokens["for good"].expiry is None
