import re
from typing import Any
from urllib.parse import unquote

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.services import change_profile, create_user
from tests.factories.corpus import PASSWORD
from tests.workspace.accounts.browser import is_signed_in, problems, send, sign_in

pytestmark = pytest.mark.django_db(transaction=True)
NEW = "seven plumb lines"
EMAIL = "/api/v1/me/account/email/"


def account(client: Client, **expected: Any) -> dict[str, Any]:
    """The part of the account that a test is about."""
    answer = client.get("/api/v1/me/account/").json()
    return {name: answer[name] for name in expected}


def change_email(client: Client, email: str, password: str = PASSWORD) -> Any:
    return send(client, "PUT", EMAIL, {"email": email, "password": password})


def confirm(client: Client) -> Any:
    found = re.search(r"/confirm-email/(\S+)", str(mail.outbox[0].body))
    assert found
    return send(client, "POST", "auth/email/verify", {"key": unquote(found[1])})


def test_the_account_says_what_is_known(ada: User) -> None:
    assert sign_in("ada", PASSWORD).get("/api/v1/me/account/").json() == {
        "username": "ada",
        "display_name": "",
        "reviews_answers": False,
        "gets_daily_mail": True,
        "email": "ada@example.org",
        "email_is_confirmed": True,
        "pending_email": "",
        "has_password": True,
        "mail_is_set_up": False,
        "second_factor": "off",
        "single_sign_on": "",
        "is_connected": False,
    }


def test_the_display_name_can_be_changed(ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    answer = send(client, "PATCH", "/api/v1/me/account/", {"display_name": " Ada Lovelace "})
    assert (answer.status_code, answer.json()["display_name"]) == (200, "Ada Lovelace")
    assert client.get("/api/v1/me/").json()["display_name"] == "Ada Lovelace"


def test_who_wants_to_review_answers_says_so_and_keeps_the_name(ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    send(client, "PATCH", "/api/v1/me/account/", {"display_name": "Ada"})
    answer = send(client, "PATCH", "/api/v1/me/account/", {"reviews_answers": True})
    assert [answer.json()[name] for name in ("display_name", "reviews_answers")] == ["Ada", True]
    assert client.get("/api/v1/me/").json()["reviews_answers"] is True


def test_a_change_leaves_alone_what_another_one_has_changed_meanwhile(ada: User) -> None:
    stale = User.objects.get(pk=ada.pk)
    change_profile(user=ada, display_name="Ada")
    changed = change_profile(user=stale, reviews_answers=True)
    assert (changed.display_name, changed.reviews_answers) == ("Ada", True)
    ada.refresh_from_db()
    assert (ada.display_name, ada.reviews_answers) == ("Ada", True)


def test_changing_the_password_keeps_this_session_and_ends_the_others(ada: User) -> None:
    here, elsewhere = sign_in("ada", PASSWORD), sign_in("ada", PASSWORD)
    passwords = {"current_password": PASSWORD, "new_password": NEW}
    assert send(here, "POST", "account/password/change", passwords).status_code == 200
    assert [is_signed_in(here), is_signed_in(elsewhere)] == [True, False]
    assert is_signed_in(sign_in("ada", NEW))
    assert mail.outbox[-1].to == ["ada@example.org"]


def test_changing_the_password_needs_the_present_one(ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    passwords = {"current_password": "wrong", "new_password": NEW}
    answer = send(client, "POST", "account/password/change", passwords)
    assert (answer.status_code, problems(answer)) == (
        400,
        {"current_password": "This is not your current password."},
    )


def test_a_password_like_the_name_is_refused(ada: User) -> None:
    send(sign_in("ada", PASSWORD), "PATCH", "/api/v1/me/account/", {"display_name": "Countess"})
    passwords = {"current_password": PASSWORD, "new_password": "Countess-1"}
    answer = send(sign_in("ada", PASSWORD), "POST", "account/password/change", passwords)
    assert problems(answer) == {
        "new_password": (
            "The password is too similar to the display name. "
            "This password is little more than your name."
        )
    }


def test_guessing_the_present_password_is_limited(ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    passwords = {"current_password": "wrong", "new_password": NEW}
    statuses = [
        send(client, "POST", "account/password/change", passwords).status_code for _ in range(6)
    ]
    assert statuses == [400] * 5 + [429]


@pytest.mark.usefixtures("with_mail")
def test_a_new_address_counts_once_it_is_confirmed(ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    answer = change_email(client, "Countess@example.org").json()
    waiting = {"email": "ada@example.org", "pending_email": "countess@example.org"}
    assert {name: answer[name] for name in waiting} == waiting
    assert mail.outbox[-1].to == ["countess@example.org"]
    assert confirm(Client()).status_code == 401  # done, and nobody is signed in there
    changed = {"email": "countess@example.org", "email_is_confirmed": True, "pending_email": ""}
    assert account(client, **changed) == changed
    told = mail.outbox[-1]
    assert (told.to, "countess@example.org" in told.body) == (["ada@example.org"], True)


@pytest.mark.usefixtures("with_mail")
def test_the_old_address_opens_the_account_until_the_new_one_is_confirmed(ada: User) -> None:
    change_email(sign_in("ada", PASSWORD), "countess@example.org")
    assert is_signed_in(sign_in("ada@example.org", PASSWORD))
    confirm(Client())
    assert is_signed_in(sign_in("countess@example.org", PASSWORD))
    old = {"username": "ada@example.org", "password": PASSWORD}
    assert send(Client(), "POST", "auth/login", old).status_code == 400


@pytest.mark.usefixtures("with_mail")
def test_a_confirmation_works_once(ada: User) -> None:
    change_email(sign_in("ada", PASSWORD), "countess@example.org")
    assert [confirm(Client()).status_code for _ in range(2)] == [401, 400]


@pytest.mark.usefixtures("with_mail")
def test_an_address_that_nobody_confirmed_is_told_nothing(ada: User) -> None:
    EmailAddress.objects.update(verified=False)
    client = sign_in("ada", PASSWORD)
    passwords = {"current_password": PASSWORD, "new_password": NEW}
    assert send(client, "POST", "account/password/change", passwords).status_code == 200
    assert mail.outbox == []
    change_email(client, "countess@example.org", NEW)
    confirm(Client())
    assert [sent.to for sent in mail.outbox] == [["countess@example.org"]]


@pytest.mark.usefixtures("with_mail")
def test_who_asks_once_more_gets_the_mail_that_confirms_once_more(ada: User) -> None:
    EmailAddress.objects.update(verified=False)
    client = sign_in("ada", PASSWORD)
    assert change_email(client, "ada@example.org").json()["email_is_confirmed"] is False
    confirm(Client())
    assert account(client, email_is_confirmed=True) == {"email_is_confirmed": True}


@pytest.mark.usefixtures("with_mail")
def test_of_two_changes_the_last_one_waits(ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    change_email(client, "one@example.org")
    change_email(client, "two@example.org")
    waiting = {"email": "ada@example.org", "pending_email": "two@example.org"}
    assert account(client, **waiting) == waiting


@pytest.mark.usefixtures("with_mail")
def test_the_account_page_is_no_way_to_mail_many_people(settings: Any, ada: User) -> None:
    limits = {**settings.ACCOUNT_RATE_LIMITS, "change_email": "2/h/user,9/h/key"}
    settings.ACCOUNT_RATE_LIMITS = limits
    client = sign_in("ada", PASSWORD)
    answers = [change_email(client, f"{number}@example.org") for number in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
    assert answers[2].json() == {
        "code": "too_many_attempts",
        "detail": "You asked for too many e-mails within an hour. Try again in 60 minutes.",
        "fields": {},
    }
    assert [sent.to for sent in mail.outbox] == [["0@example.org"], ["1@example.org"]]
    waiting = {"pending_email": "1@example.org"}
    assert account(client, **waiting) == waiting


@pytest.mark.usefixtures("with_mail")
def test_nobody_is_mailed_often_whoever_types_their_address(ada: User) -> None:
    statuses = []
    for name in ("eve", "mallory"):
        create_user(username=name, password=PASSWORD)
        client = sign_in(name, PASSWORD)
        answers = [
            change_email(client, target) for target in ("Zoe@example.org", "zoe@example.org")
        ]
        statuses += [answer.status_code for answer in answers]
    assert statuses == [200, 200, 200, 429]
    assert len(mail.outbox) == 3


def test_without_mail_a_new_address_counts_at_once(ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    assert change_email(client, "countess@example.org").json()["email"] == "countess@example.org"
    assert mail.outbox == []
    assert list(EmailAddress.objects.values_list("email", "primary", "verified")) == [
        ("countess@example.org", True, False)
    ]
    assert User.objects.get().email == "countess@example.org"


def test_an_address_can_be_taken_away(ada: User) -> None:
    assert change_email(sign_in("ada", PASSWORD), "").json()["email"] == ""
    assert EmailAddress.objects.count() == 0


def test_changing_the_address_needs_the_password(ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    answer = change_email(client, "countess@example.org", "wrong")
    sentence = "This is not your current password."
    assert (answer.status_code, answer.json()) == (
        400,
        {"code": "wrong_password", "detail": sentence, "fields": {"password": sentence}},
    )
    for _ in range(4):
        change_email(client, "countess@example.org", "wrong")
    assert change_email(client, "countess@example.org").status_code == 429


def test_what_is_no_address_is_refused(ada: User) -> None:
    answer = change_email(sign_in("ada", PASSWORD), "countess at example")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_email")


def test_an_address_is_measured_as_it_would_be_kept(ada: User) -> None:
    name = "\N{LATIN SMALL LIGATURE FFI}" * 100
    answer = change_email(sign_in("ada", PASSWORD), f"{name}@example.org")
    fields = {"email": "Write it as name@example.org, in at most 254 characters."}
    assert (answer.status_code, answer.json()["fields"]) == (400, fields)


@pytest.mark.parametrize("has_mail", [True, False])
def test_a_confirmed_address_of_another_account_is_refused(
    has_mail: bool, ada: User, settings: Any
) -> None:
    settings.EMAIL_URL = "smtp://mail.example.org" if has_mail else ""
    create_user(username="ben", password=PASSWORD, email="ben@example.org")
    EmailAddress.objects.filter(email="ben@example.org").update(verified=True)
    answer = change_email(sign_in("ada", PASSWORD), "ben@example.org")
    assert (answer.status_code, answer.json()["code"]) == (409, "email_taken")
    with pytest.raises(ConflictError):
        create_user(username="eve", password=PASSWORD, email="Ben@example.org")
    assert not User.objects.filter(username="eve").exists()


def test_only_who_knows_the_password_learns_that_an_address_is_taken(ada: User) -> None:
    create_user(username="ben", password=PASSWORD, email="ben@example.org", email_is_confirmed=True)
    answer = change_email(sign_in("ada", PASSWORD), "ben@example.org", "wrong")
    assert (answer.status_code, answer.json()["code"]) == (400, "wrong_password")


def test_an_account_is_not_made_with_what_is_no_address() -> None:
    with pytest.raises(InvalidInputError):
        create_user(username="eve", password=PASSWORD, email="eve")
    assert User.objects.count() == 0


def test_an_account_of_single_sign_on_has_no_password_to_show(ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    client.logout()
    ada.set_unusable_password()
    ada.save()
    client.force_login(ada)
    assert change_email(client, "countess@example.org", "").status_code == 200
    assert account(client, has_password=False) == {"has_password": False}
