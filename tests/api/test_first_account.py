"""Setting a new site up."""

import json
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.exceptions import ConflictError
from annotator.workspace.accounts.first_account import make_set_up_link
from annotator.workspace.accounts.models import User
from tests.factories.corpus import PASSWORD, make_user

pytestmark = pytest.mark.django_db
GRACE = {"username": "grace", "password": PASSWORD}
NOT_FOUND = (
    "This link is incomplete, has been used or has expired. "
    "The server prints a new one when it starts."
)


@pytest.fixture(autouse=True)
def data_folder(settings: Any, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


def secret(**ago: float) -> str:
    return make_set_up_link(at=timezone.now() - timedelta(**ago)).rpartition("/")[2]


def address(of: str) -> str:
    return f"/api/v1/set-up/{of}/"


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["detail"]


def test_the_link_makes_the_administrator_once_and_signs_them_in(data_folder: Path) -> None:
    client, link = APIClient(), address(secret())
    assert client.get(link).json() == {"is_open": True}
    answer = client.post(link, {**GRACE, "display_name": "Grace Hopper"})
    assert (answer.status_code, answer.json()["is_site_administrator"]) == (201, True)
    assert client.get("/api/v1/me/").json()["username"] == "grace"
    again = APIClient().post(link, {**GRACE, "username": "eve"})
    already = "This site is already set up. Sign in."
    assert (refusal(again), refusal(APIClient().get(link))) == ((409, already), (409, already))
    assert (User.objects.get().is_superuser, list(data_folder.iterdir())) == (True, [])


def test_a_weak_password_is_refused_and_the_link_still_works() -> None:
    link = address(secret())
    weak = APIClient().post(link, {**GRACE, "password": "short"})
    assert (weak.status_code, list(weak.json()["fields"])) == (400, ["password"])
    assert APIClient().post(link, GRACE).status_code == 201


def test_a_link_that_is_wrong_replaced_or_old_opens_nothing() -> None:
    first = secret()
    latest = secret()
    tried = [APIClient().post(address(each), GRACE) for each in (first, "nonsense")]
    old = APIClient().post(address(secret(hours=24)), GRACE)
    replaced = APIClient().get(address(latest))
    assert [refusal(each) for each in (*tried, old, replaced)] == [(404, NOT_FOUND)] * 4
    assert not User.objects.exists()


def test_without_a_link_there_is_nothing_to_open() -> None:
    assert refusal(APIClient().get(address("nonsense"))) == (404, NOT_FOUND)


def test_only_the_hash_of_the_link_is_kept_and_only_for_its_owner(data_folder: Path) -> None:
    made = secret()
    (file,) = data_folder.iterdir()
    assert set(json.loads(file.read_text())) == {"sha256", "expires_at"}
    assert made not in file.read_text()


def test_no_link_is_made_once_somebody_has_an_account() -> None:
    User.objects.create(username="x-imported-1", imported=True, is_active=False)
    out = StringIO()
    call_command("set_up_link", stdout=out)
    make_user("ada")
    with pytest.raises(ConflictError):
        secret()
    assert out.getvalue().startswith("http://127.0.0.1:8000/set-up/")


def test_a_foreign_page_can_not_set_a_site_up() -> None:
    answer = APIClient(enforce_csrf_checks=True).post(address(secret()), GRACE)
    assert (answer.status_code, User.objects.exists()) == (403, False)


@pytest.mark.parametrize("anybody", [False, True])
def test_the_front_end_is_told_whether_anybody_has_an_account(
    anybody: bool, settings: Any, tmp_path: Path
) -> None:
    settings.FRONTEND_DIST = tmp_path
    (tmp_path / "index.html").write_text("__EMPTY__")
    if anybody:
        make_user("ada")
    assert Client().get("/").content.decode() == ("0" if anybody else "1")
