"""What is prepared before anything serves."""

import pytest

from annotator.accounts.demo_accounts import ACCOUNTS, DEMO_PASSWORD
from annotator.accounts.models import User
from scripts.prepare import demo_accounts, is_first_start

pytestmark = pytest.mark.django_db


def test_it_is_the_first_start_until_somebody_has_an_account() -> None:
    before = is_first_start()
    User.objects.create_user(username="ada")
    assert (before, is_first_start()) == (True, False)


def test_without_the_demo_there_are_no_accounts_to_tell() -> None:
    User.objects.create_user(username="somebody", password=DEMO_PASSWORD)
    assert demo_accounts() == []


def test_accounts_of_the_demo_are_told_while_their_password_is_the_public_one() -> None:
    first, second, third, *_ = ACCOUNTS
    User.objects.create_user(username=first.username, password=first.password)
    User.objects.create_user(username=second.username, password="changed since")
    User.objects.create_user(username=third.username, password=third.password, is_active=False)
    assert demo_accounts() == [
        {"role": first.role, "username": first.username, "password": first.password}
    ]
