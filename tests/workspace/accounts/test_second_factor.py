import time
from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotator.running.personal_data.services import erase_person
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.services import create_user
from annotator.workspace.accounts.tokens import create_token
from annotator.workspace.history.models import Event
from tests.factories.corpus import AT, PASSWORD
from tests.workspace.accounts.browser import is_signed_in, problems, send, sign_in
from tests.workspace.accounts.codes import PERIOD, code_of

pytestmark = pytest.mark.django_db
MINE = "/api/v1/me/second-factor/"
CODE = "auth/2fa/authenticate"
EMAIL = "/api/v1/me/account/email/"
WRONG = "This code is wrong or has been used."


@pytest.fixture(autouse=True)
def optional(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site with second factors, at a time that stands still in the middle of a period."""
    settings.SECOND_FACTOR = "optional"
    now = time.time() // PERIOD * PERIOD + PERIOD / 2
    monkeypatch.setattr(time, "time", lambda: now)


def turn_on(client: Client) -> tuple[str, list[str]]:
    """The key and the recovery codes of who is signed in, from now on with a second factor."""
    key: str = send(client, "POST", f"{MINE}key/").json()["key"]
    body = {"password": PASSWORD, "code": code_of(key, later=-1)}
    answer = send(client, "POST", f"{MINE}on/", body)
    assert answer.status_code == 200, answer.content
    return key, answer.json()["codes"]


def give_password() -> Client:
    """A browser in which the right password was given, and no code yet."""
    client = Client()
    answer = send(client, "POST", "auth/login", {"username": "ada", "password": PASSWORD})
    flows = answer.json()["data"]["flows"]
    pending = [flow["id"] for flow in flows if flow.get("is_pending")]
    assert (answer.status_code, pending) == (401, ["mfa_authenticate"])
    return client


def give_code(client: Client, code: str) -> Any:
    return send(client, "POST", CODE, {"code": code})


def state(client: Client, **expected: Any) -> dict[str, Any]:
    answer = client.get(MINE).json()
    return {name: answer[name] for name in expected}


def test_a_new_key_comes_as_text_as_an_address_and_as_a_picture(ada: User) -> None:
    answer = send(sign_in("ada", PASSWORD), "POST", f"{MINE}key/").json()
    assert answer["address"] == (
        f"otpauth://totp/ada?secret={answer['key']}&issuer=Plumbline%20%28127.0.0.1%29"
    )
    assert answer["picture"].startswith("data:image/svg+xml;base64,")
    assert Authenticator.objects.count() == 0


def test_from_then_on_signing_in_takes_a_code(ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    key, codes = turn_on(client)
    assert (len(codes), is_signed_in(client)) == (10, True)
    elsewhere = give_password()
    assert not is_signed_in(elsewhere)
    assert give_code(elsewhere, code_of(key)).status_code == 200
    assert is_signed_in(elsewhere)
    known = {"policy": "optional", "is_on": True, "recovery_codes_left": 10}
    assert state(elsewhere, **known) == known


def test_an_erased_person_s_name_is_in_no_sign_in_that_waits_for_a_code(ada: User) -> None:
    turn_on(sign_in("ada", PASSWORD))
    give_password()
    erase_person(user=ada, at=AT, actor=None)
    sessions = [each.get_decoded() for each in Session.objects.all()]
    assert [each for each in sessions if "ada" in str(each)] == []


def test_it_is_kept_so_that_nobody_can_make_codes_of_it(ada: User) -> None:
    key, codes = turn_on(sign_in("ada", PASSWORD))
    kept = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert [secret in kept for secret in (key, *codes)] == [False] * 11


@pytest.mark.django_db(transaction=True)  # mails go out when it is through
def test_a_mail_tells_of_it(ada: User) -> None:
    turn_on(sign_in("ada", PASSWORD))
    sent = mail.outbox[-1]
    assert (sent.to, sent.subject) == (
        ["ada@example.org"],
        "Your account at Plumbline now asks for a code",
    )


@pytest.mark.parametrize(
    ("body", "code"),
    [({"code": "000000", "password": PASSWORD}, "wrong_code"), ({"code": "0"}, "wrong_password")],
)
def test_it_is_not_turned_on_without_the_password_and_a_code(
    body: dict[str, str], code: str, ada: User
) -> None:
    client = sign_in("ada", PASSWORD)
    send(client, "POST", f"{MINE}key/")
    answer = send(client, "POST", f"{MINE}on/", body)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert Authenticator.objects.count() == 0


def test_a_code_before_there_is_a_key_turns_nothing_on(ada: User) -> None:
    body = {"code": code_of(""), "password": PASSWORD}
    answer = send(sign_in("ada", PASSWORD), "POST", f"{MINE}on/", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "wrong_code")


def test_there_is_one_at_a_time(ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    turn_on(client)
    answer = send(client, "POST", f"{MINE}key/")
    assert (answer.status_code, answer.json()["code"]) == (409, "has_second_factor")


def test_a_code_works_once_and_for_as_long_as_clocks_may_be_off(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, _ = turn_on(sign_in("ada", PASSWORD))
    code, now = code_of(key, later=1), time.time()
    assert give_code(give_password(), code).status_code == 200
    assert problems(give_code(give_password(), code)) == {"code": WRONG}
    monkeypatch.setattr(time, "time", lambda: now + 2 * PERIOD)
    assert problems(give_code(give_password(), code)) == {"code": WRONG}
    assert problems(give_code(give_password(), code_of(key, later=2))) == {"code": WRONG}


def test_a_recovery_code_works_once(ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    _, codes = turn_on(client)
    assert give_code(give_password(), f" {codes[3][:4]} {codes[3][4:]}").status_code == 200
    assert problems(give_code(give_password(), codes[3])) == {"code": WRONG}
    shown = send(client, "POST", f"{MINE}recovery-codes/", {"password": PASSWORD})
    assert shown.json()["codes"] == [*codes[:3], *codes[4:]]


def test_new_recovery_codes_end_the_old_ones(ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    _, codes = turn_on(client)
    answer = send(client, "POST", f"{MINE}recovery-codes/new/", {"password": PASSWORD})
    renewed = answer.json()["codes"]
    assert len(set(renewed) | set(codes)) == 20
    assert problems(give_code(give_password(), codes[0])) == {"code": WRONG}
    assert give_code(give_password(), renewed[0]).status_code == 200


@pytest.mark.parametrize("path", ["recovery-codes/", "recovery-codes/new/", "off/"])
def test_who_finds_a_browser_open_changes_nothing(path: str, ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    turn_on(client)
    answer = send(client, "POST", MINE + path, {"password": "wrong"})
    assert (answer.status_code, answer.json()["code"]) == (400, "wrong_password")
    assert Authenticator.objects.count() == 2


@pytest.mark.django_db(transaction=True)  # mails go out when it is through
def test_it_can_be_turned_off(ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    turn_on(client)
    assert send(client, "POST", f"{MINE}off/", {"password": PASSWORD}).status_code == 204
    assert Authenticator.objects.count() == 0
    assert is_signed_in(sign_in("ada", PASSWORD))
    assert mail.outbox[-1].subject == "Your account at Plumbline no longer asks for a code"


def test_without_a_password_a_code_is_the_proof(ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    key, _ = turn_on(client)
    ada.set_unusable_password()
    ada.save()
    client.force_login(ada)
    refused = send(client, "POST", f"{MINE}off/", {"code": "000000"})
    assert (refused.status_code, refused.json()["fields"]) == (400, {"code": WRONG})
    assert send(client, "POST", f"{MINE}off/", {"code": code_of(key)}).status_code == 204


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/v1/me/erase/", {"username": "ada"}),
        ("PUT", EMAIL, {"email": "countess@example.org"}),
        ("POST", "account/password/change", {"new_password": "a plumb line hangs"}),
    ],
)
def test_without_a_password_a_code_proves_who_changes_or_ends_the_account(
    method: str, path: str, body: dict[str, str], ada: User
) -> None:
    client = sign_in("ada", PASSWORD)
    key, _ = turn_on(client)
    ada.set_unusable_password()
    ada.save()
    client.force_login(ada)
    for code in ({}, {"code": "000000"}):
        refused = send(client, method, path, body | code)
        told = refused.json()
        fields = told["fields"] if "fields" in told else problems(refused)
        assert (refused.status_code, fields) == (400, {"code": WRONG})
        ada.refresh_from_db()
        assert (ada.is_active, ada.has_usable_password(), ada.email) == (
            True,
            False,
            "ada@example.org",
        )
    answer = send(client, method, path, body | {"code": code_of(key)})
    assert answer.status_code in (200, 204), answer.content


@pytest.mark.parametrize(
    ("email", "status"), [("ben@example.org", 409), ("ben", 400), ("new@example.org", 429)]
)
@pytest.mark.usefixtures("with_mail")
def test_an_address_that_is_refused_uses_up_no_code(
    email: str, status: int, ada: User, settings: Any
) -> None:
    limits = {**settings.ACCOUNT_RATE_LIMITS, "change_email": "1/h/user"}
    settings.ACCOUNT_RATE_LIMITS = limits
    create_user(username="ben", password=PASSWORD, email="ben@example.org", email_is_confirmed=True)
    client = sign_in("ada", PASSWORD)
    first = {"email": "first@example.org", "password": PASSWORD}
    assert send(client, "PUT", EMAIL, first).status_code == 200
    key, _ = turn_on(client)
    ada.set_unusable_password()
    ada.save()
    client.force_login(ada)
    code = {"code": code_of(key)}
    refused = send(client, "PUT", EMAIL, {"email": email, **code})
    assert refused.status_code == status
    assert send(client, "POST", f"{MINE}recovery-codes/", code).status_code == 200


def test_after_five_wrong_codes_nobody_may_guess_on(ada: User) -> None:
    key, _ = turn_on(sign_in("ada", PASSWORD))
    client = give_password()
    for _ in range(5):
        assert problems(give_code(client, "000000")) == {"code": WRONG}
    sentence = "Too many wrong codes for this account. Try again in 5 minutes."
    assert problems(give_code(client, code_of(key))) == {"code": sentence}


def test_right_codes_do_not_count(ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    _, codes = turn_on(client)
    for code in codes[:7]:
        assert give_code(give_password(), code).status_code == 200


def test_without_the_step_of_the_password_there_is_no_step_of_the_code(ada: User) -> None:
    key, _ = turn_on(sign_in("ada", PASSWORD))
    client = Client()
    assert give_code(client, code_of(key)).status_code == 401
    assert not is_signed_in(client)


@pytest.mark.django_db(transaction=True)  # mails go out when it is through
def test_a_new_password_by_mail_does_not_go_round_it(ada: User) -> None:
    key, _ = turn_on(sign_in("ada", PASSWORD))
    send(Client(), "POST", "auth/password/request", {"email": "ada@example.org"})
    link = str(mail.outbox[-1].body).split("/reset-password/")[1].split()[0]
    client = Client()
    body = {"key": link, "password": "seven plumb lines"}
    assert send(client, "POST", "auth/password/reset", body).status_code == 401
    assert not is_signed_in(client)
    assert give_code(client, code_of(key)).status_code == 200


def test_a_token_is_not_had_by_the_password_alone_and_one_that_is_there_works(ada: User) -> None:
    _, token = create_token(user=ada, name="script", at=AT)
    turn_on(sign_in("ada", PASSWORD))
    body = {"username": "ada", "password": PASSWORD}
    answer = send(Client(), "POST", "/api/v1/auth/token/", body)
    assert (answer.status_code, answer.json()["code"]) == (403, "second_factor_needed")
    assert is_signed_in(Client(HTTP_AUTHORIZATION=f"Token {token}"))


def test_a_token_changes_nothing_about_it(ada: User) -> None:
    _, token = create_token(user=ada, name="script", at=AT)
    client = Client(HTTP_AUTHORIZATION=f"Token {token}")
    body = {"password": PASSWORD, "code": "000000"}
    statuses = [send(client, "POST", MINE + path, body).status_code for path in POSTS]
    assert (statuses, client.get(MINE).status_code) == ([403] * len(POSTS), 403)


POSTS = ("key/", "on/", "off/", "recovery-codes/", "recovery-codes/new/")


def test_nobody_reaches_one_without_being_signed_in() -> None:
    statuses = [send(Client(), "POST", MINE + path).status_code for path in POSTS]
    assert (statuses, Client().get(MINE).status_code) == ([401] * len(POSTS), 401)


def test_where_it_is_off_nobody_is_asked_and_nobody_can_set_one_up(
    ada: User, settings: Any
) -> None:
    client = sign_in("ada", PASSWORD)
    turn_on(client)
    settings.SECOND_FACTOR = "off"
    assert is_signed_in(sign_in("ada", PASSWORD))
    none = {"policy": "off", "is_on": False}
    assert state(client, **none) == none
    answer = send(client, "POST", f"{MINE}key/")
    assert (answer.status_code, answer.json()["code"]) == (403, "no_second_factors")


def test_where_it_is_off_the_database_is_asked_nothing_about_it(ada: User, settings: Any) -> None:
    settings.SECOND_FACTOR = "off"
    with CaptureQueriesContext(connection) as asked:
        sign_in("ada", PASSWORD).get("/api/v1/me/account/")
    assert asked.captured_queries
    assert "mfa_authenticator" not in str(asked.captured_queries)


def test_where_all_need_one_little_opens_without(ada: User, settings: Any) -> None:
    settings.SECOND_FACTOR = "required"
    client = sign_in("ada", PASSWORD)
    assert client.get("/api/v1/me/").json()["must_set_up_second_factor"] is True
    refused = client.get("/api/v1/projects/")
    assert (refused.status_code, refused.json()["code"]) == (403, "second_factor_required")
    body = {"name": "script"}
    assert send(client, "POST", "/api/v1/me/tokens/", body).status_code == 403
    token = {"username": "ada", "password": PASSWORD}
    assert send(Client(), "POST", "/api/v1/auth/token/", token).status_code == 403
    turn_on(client)
    assert client.get("/api/v1/me/").json()["must_set_up_second_factor"] is False
    assert client.get("/api/v1/projects/").status_code == 200


def test_where_all_need_one_it_is_not_turned_off(ada: User, settings: Any) -> None:
    settings.SECOND_FACTOR = "required"
    client = sign_in("ada", PASSWORD)
    turn_on(client)
    answer = send(client, "POST", f"{MINE}off/", {"password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (403, "second_factor_required")


def test_where_all_need_one_the_refusal_uses_up_no_code(ada: User, settings: Any) -> None:
    settings.SECOND_FACTOR = "required"
    client = sign_in("ada", PASSWORD)
    key, _ = turn_on(client)
    ada.set_unusable_password()
    ada.save()
    client.force_login(ada)
    code = {"code": code_of(key)}
    assert send(client, "POST", f"{MINE}off/", code).status_code == 403
    assert send(client, "POST", f"{MINE}recovery-codes/", code).status_code == 200


def test_where_all_need_one_tokens_work_as_before(ada: User, settings: Any) -> None:
    settings.SECOND_FACTOR = "required"
    _, token = create_token(user=ada, name="script", at=AT)
    client = Client(HTTP_AUTHORIZATION=f"Token {token}")
    assert client.get("/api/v1/projects/").status_code == 200


def test_who_lost_theirs_is_let_in_by_an_administrator_and_it_is_on_record(ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    turn_on(client)
    for _ in range(5):
        give_code(give_password(), "000000")
    out = StringIO()
    call_command("clear_second_factor", "ada", stdout=out)
    assert out.getvalue() == "ada now signs in without a code.\n"
    assert not is_signed_in(client)
    again = sign_in("ada", PASSWORD)
    event = Event.objects.get()
    assert (event.verb, event.subject, event.subject_id) == (
        "second_factor_cleared",
        "account",
        str(ada.pk),
    )
    turn_on(again)
    assert give_password()
    call_command("clear_second_factor", "ada", stdout=out)
    call_command("clear_second_factor", "ada", stdout=out)
    assert out.getvalue().endswith("ada has no second factor. Nothing was changed.\n")
    assert Event.objects.count() == 2


def test_after_a_change_of_the_site_s_key_no_code_is_right(ada: User, settings: Any) -> None:
    key, codes = turn_on(sign_in("ada", PASSWORD))
    settings.SECRET_KEY = "another key of this site, as long as it has to be"
    client = give_password()
    for code in (code_of(key), codes[0], code_of("")):
        assert problems(give_code(client, code)) == {"code": WRONG}


def test_nothing_of_it_is_left_of_who_is_erased(ada: User) -> None:
    turn_on(sign_in("ada", PASSWORD))
    erase_person(user=ada, at=AT, actor=None)
    assert Authenticator.objects.count() == 0
