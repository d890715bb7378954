import time
from typing import Any

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher, identify_hasher, make_password
from django.test import Client

from annotator import settings as platform
from annotator.exceptions import ConflictError
from annotator.workspace.accounts.limits import describe_wait
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.services import create_user
from tests.factories.corpus import PASSWORD
from tests.size import sized
from tests.workspace.accounts.browser import is_signed_in, problems, send, sign_in

pytestmark = pytest.mark.django_db
WRONG = {"password": "The name or the password is wrong."}
LOCKED = "Too many failed attempts for this account. Try again in 5 minutes."


def attempt(password: str, username: str = "ada", **more: Any) -> Any:
    credentials = {"username": username, "password": password}
    return send(Client(**more), "POST", "auth/login", credentials)


@pytest.mark.parametrize("name", ["ada", "ADA", "ada@example.org", "Ada@Example.org"])
def test_one_signs_in_by_name_or_by_e_mail_address(name: str, ada: User) -> None:
    client = sign_in(name, PASSWORD)
    assert client.get("/api/v1/me/").json()["username"] == "ada"


def test_signing_out_ends_the_session(ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    assert send(client, "DELETE", "auth/session").status_code == 401
    assert not is_signed_in(client)


def test_signing_in_needs_the_csrf_token(ada: User) -> None:
    client = Client(enforce_csrf_checks=True)
    credentials = {"username": "ada", "password": PASSWORD}
    refused = send(client, "POST", "auth/login", credentials)
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf_failed")
    client.get("/")
    token = {"HTTP_X_CSRFTOKEN": client.cookies["csrftoken"].value}
    assert send(client, "POST", "auth/login", credentials, **token).status_code == 200


@pytest.mark.parametrize("name", ["ada", "nobody", "ada@example.org", "nobody@example.org"])
def test_a_refusal_does_not_tell_whether_there_is_such_an_account(name: str, ada: User) -> None:
    answer = attempt("wrong", name)
    assert (answer.status_code, problems(answer)) == (400, WRONG)


def test_an_account_that_is_not_active_is_not_signed_in(ada: User) -> None:
    User.objects.update(is_active=False)
    client = Client()
    answer = send(client, "POST", "auth/login", {"username": "ada", "password": PASSWORD})
    assert answer.status_code == 401
    assert not is_signed_in(client)


def test_nobody_can_open_an_account_by_themselves() -> None:
    account = {"username": "eve", "email": "eve@example.org", "password": PASSWORD}
    assert attempt("x").status_code == 400
    assert send(Client(), "POST", "auth/signup", account).status_code == 404
    assert User.objects.count() == 0


@pytest.mark.parametrize("path", ["account/phone", "account/email", "auth/phone/verify"])
def test_what_this_site_does_not_offer_is_not_there(path: str, ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    assert [send(client, method, path).status_code for method in ("GET", "POST")] == [404, 404]


def test_after_five_failures_the_account_is_locked_and_says_for_how_long(ada: User) -> None:
    for _ in range(5):
        assert problems(attempt("wrong")) == WRONG
    locked = attempt(PASSWORD)
    assert (locked.status_code, problems(locked)) == (400, {"": LOCKED})


def test_a_lockout_ends_by_itself(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    for _ in range(5):
        attempt("wrong")
    monkeypatch.setattr(time, "time", lambda: now + 270)
    assert problems(attempt(PASSWORD)) == {"": LOCKED.replace("5 minutes", "30 seconds")}
    monkeypatch.setattr(time, "time", lambda: now + 301)
    assert attempt(PASSWORD).status_code == 200


def test_failures_count_for_the_account_whatever_it_is_called(ada: User) -> None:
    for name in ("ada", "ADA", "ada@example.org", "Ada@Example.org", " ada"):
        attempt("wrong", name)
    assert problems(attempt(PASSWORD)) == {"": LOCKED}


def test_failures_count_whatever_name_the_site_is_asked_for_by(ada: User) -> None:
    for port in range(5):
        attempt("wrong", HTTP_HOST=f"localhost:{port + 1}")
    assert problems(attempt(PASSWORD)) == {"": LOCKED}


def test_who_guesses_locks_an_account_where_they_are_and_not_its_owner_out(ada: User) -> None:
    for _ in range(20):
        attempt("wrong", REMOTE_ADDR="203.0.113.9")
    assert problems(attempt(PASSWORD, REMOTE_ADDR="203.0.113.9")) == {"": LOCKED}
    assert attempt(PASSWORD).status_code == 200


def test_who_guesses_from_many_addresses_locks_the_account(ada: User) -> None:
    for number in range(25):
        attempt("wrong", REMOTE_ADDR=f"203.0.113.{number}")
    assert problems(attempt(PASSWORD)) == {"": LOCKED}


def test_the_addresses_of_one_network_of_the_newer_kind_are_one(ada: User) -> None:
    for number in range(5):
        attempt("wrong", REMOTE_ADDR=f"2001:db8::{number + 1}")
    assert problems(attempt(PASSWORD, REMOTE_ADDR="2001:db8::f")) == {"": LOCKED}


def test_names_without_an_account_are_locked_like_any_other() -> None:
    for _ in range(5):
        attempt("wrong", "nobody")
    assert problems(attempt("wrong", "nobody")) == {"": LOCKED}


def test_successes_do_not_count(ada: User) -> None:
    for _ in range(12):
        assert attempt(PASSWORD).status_code == 200


def test_a_success_in_between_does_not_give_new_attempts(ada: User) -> None:
    for _ in range(4):
        attempt("wrong")
    assert attempt(PASSWORD).status_code == 200
    attempt("wrong")
    assert problems(attempt(PASSWORD)) == {"": LOCKED}


def test_attempts_on_a_locked_account_do_not_use_up_the_office_s(settings: Any, ada: User) -> None:
    limits = {**settings.ACCOUNT_RATE_LIMITS, "login_failed": "5/5m/key,10/5m/ip"}
    settings.ACCOUNT_RATE_LIMITS = limits
    create_user(username="ben", password=PASSWORD)
    for _ in range(20):
        attempt("wrong")
    assert attempt(PASSWORD, "ben").status_code == 200


def test_refusals_by_address_do_not_count_against_the_account(settings: Any, ada: User) -> None:
    limits = {**settings.ACCOUNT_RATE_LIMITS, "login_failed": "5/5m/key,3/5m/ip"}
    settings.ACCOUNT_RATE_LIMITS = limits
    for number in range(3):
        attempt("wrong", f"name-{number}")
    for _ in range(6):
        assert "from your network" in problems(attempt("wrong"))[""]
    assert attempt(PASSWORD, REMOTE_ADDR="203.0.113.9").status_code == 200


def test_a_whole_office_comes_to_work_by_one_address() -> None:
    people = sized(35, 60)
    for number in range(people):
        create_user(username=f"annotator-{number}", password=PASSWORD)
    for number in range(people):
        attempt("mistyped", f"annotator-{number}")
        assert attempt(PASSWORD, f"annotator-{number}").status_code == 200


def test_guessing_at_many_accounts_locks_the_address(settings: Any, ada: User) -> None:
    limits = {**settings.ACCOUNT_RATE_LIMITS, "login_failed": "5/5m/key,10/5m/ip"}
    settings.ACCOUNT_RATE_LIMITS = limits
    for number in range(10):
        attempt("wrong", f"name-{number}")
    sentence = "Too many failed attempts from your network. Try again in 5 minutes."
    assert problems(attempt(PASSWORD)) == {"": sentence}
    assert attempt(PASSWORD, REMOTE_ADDR="203.0.113.9").status_code == 200


def test_the_token_endpoint_has_the_same_lockout(ada: User) -> None:
    token = "/api/v1/auth/token/"
    credentials = {"username": "ada", "password": "wrong"}
    for _ in range(3):
        assert send(Client(), "POST", token, credentials).status_code == 400
    for _ in range(2):
        attempt("wrong")
    answer = send(Client(), "POST", token, {**credentials, "password": PASSWORD})
    assert (answer.status_code, answer.json()) == (
        429,
        {"code": "too_many_attempts", "detail": LOCKED, "fields": {}},
    )
    assert 290 < int(answer.headers["Retry-After"]) <= 300


def test_the_token_endpoint_has_the_limit_of_all_attempts(settings: Any, ada: User) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "sign_in": "2/m/ip"}
    credentials = {"username": "ada", "password": PASSWORD}
    statuses = [
        send(Client(), "POST", "/api/v1/auth/token/", credentials).status_code for _ in range(3)
    ]
    assert statuses == [200, 200, 429]


def test_the_limit_of_all_attempts_says_how_long_it_lasts(settings: Any, ada: User) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "sign_in": "1/m/ip"}
    assert attempt(PASSWORD).status_code == 200
    refused = attempt(PASSWORD)
    sentence = "Too many attempts from your network. Try again in 1 minute."
    assert (refused.status_code, problems(refused)) == (400, {"": sentence})


def test_whoever_is_signed_in_is_not_touched_by_a_lockout(ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    for _ in range(6):
        attempt("wrong")
    assert is_signed_in(client)


@pytest.mark.parametrize("body", ["[]", "{", '"x"', '{"username": {"a": 1}, "password": []}'])
def test_a_body_that_makes_no_sense_is_refused(body: str) -> None:
    answer = Client().post("/_allauth/browser/v1/auth/login", body, "application/json")
    assert answer.status_code == 400


def test_passwords_are_kept_by_argon2_in_memory_that_many_can_have_at_once(settings: Any) -> None:
    settings.PASSWORD_HASHERS = platform.PASSWORD_HASHERS
    encoded = make_password(PASSWORD)
    hasher = identify_hasher(encoded)
    kept = hasher.decode(encoded)
    sizes = ("memory_cost", "time_cost", "parallelism")
    assert [hasher.algorithm, *(kept[name] for name in sizes)] == ["argon2", 19456, 2, 1]


def kept_otherwise(user: User) -> None:
    """The password as an older version kept it."""
    user.password = Argon2PasswordHasher().encode(PASSWORD, "a" * 22)
    user.save()


def is_kept_anew() -> bool:
    return "m=19456,t=2,p=1" in User.objects.get().password


def test_a_hash_of_another_size_is_written_anew_at_the_next_sign_in(
    settings: Any, ada: User
) -> None:
    settings.PASSWORD_HASHERS = platform.PASSWORD_HASHERS
    kept_otherwise(ada)
    assert problems(attempt("wrong")) == WRONG
    assert not is_kept_anew()
    client = sign_in("ada", PASSWORD)
    assert (is_kept_anew(), is_signed_in(client)) == (True, True)
    assert is_signed_in(sign_in("ada", PASSWORD))


def test_who_proves_the_password_of_an_older_hash_stays_signed_in(settings: Any, ada: User) -> None:
    settings.PASSWORD_HASHERS = platform.PASSWORD_HASHERS
    kept_otherwise(ada)
    client = Client()
    client.force_login(ada)
    proof = {"email": "", "password": PASSWORD}
    assert send(client, "PUT", "/api/v1/me/account/email/", proof).status_code == 200
    assert (is_kept_anew(), is_signed_in(client)) == (True, True)


def test_cookies_are_closed_to_scripts_and_to_other_sites(ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    session = client.cookies["sessionid"]
    assert (session["httponly"], session["samesite"]) == (True, "Lax")
    client.get("/")
    assert client.cookies["csrftoken"]["samesite"] == "Lax"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "1 second"), (1, "1 second"), (59, "59 seconds"), (60, "1 minute"), (61, "2 minutes")],
)
def test_a_time_to_wait_is_said_in_words(seconds: int, words: str) -> None:
    assert describe_wait(seconds) == words


def test_no_two_accounts_have_the_same_name_but_for_capitals(ada: User) -> None:
    with pytest.raises(ConflictError, match="already an account named ada"):
        create_user(username="Ada", password=PASSWORD)
