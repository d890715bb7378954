import io
import json
from datetime import timedelta
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.services import create_user
from annotator.workspace.accounts.tokens import create_token
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Role
from tests.api.clients import client_of
from tests.factories.corpus import PASSWORD, make_member, make_project, make_user

pytestmark = pytest.mark.django_db
EXPORT, ERASE = "/api/v1/me/data-export/", "/api/v1/me/erase/"
CONFIRMED = {"username": "ada", "password": PASSWORD}


@pytest.fixture(autouse=True)
def surroundings(settings: Any, tmp_path: Path) -> None:
    settings.RESULT_DIR, settings.UPLOAD_DIR = tmp_path / "results", tmp_path / "uploads"
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}


@pytest.fixture
def ada() -> User:
    return create_user(username="ada", password=PASSWORD)


def test_somebody_asks_for_their_data_and_downloads_it(ada: User) -> None:
    client = client_of(ada)
    assert client.get(EXPORT).json() == {"job": None}
    answer = client.post(EXPORT)
    assert answer.status_code == 202
    run_job(job_id=answer.json()["job"])
    job = client.get(EXPORT).json()["job"]
    assert (job["id"], job["state"]) == (answer.json()["job"], "succeeded")
    download = client.get(job["result_url"])
    assert "plumbline-personal-data.zip" in download["Content-Disposition"]
    with ZipFile(io.BytesIO(download.getvalue())) as archive:
        assert json.loads(archive.read("account.json"))[0]["username"] == "ada"


def test_nobody_else_reaches_an_export_not_even_an_administrator_or_a_token(ada: User) -> None:
    job = client_of(ada).post(EXPORT).json()["job"]
    run_job(job_id=job)
    script = APIClient()
    _, key = create_token(user=ada, name="script", at=timezone.now())
    script.credentials(HTTP_AUTHORIZATION=f"Token {key}")
    others = [client_of(make_user("bob")), client_of(make_user("root", administrator=True)), script]
    for client in others:
        for path in ("", "result/", "problems/", "problems.csv"):
            assert client.get(f"/api/v1/jobs/{job}/{path}").status_code == 404
        assert client.post(f"/api/v1/jobs/{job}/cancel/").status_code == 404
    assert client_of().get(f"/api/v1/jobs/{job}/result/").status_code == 401


def test_a_token_can_neither_export_nor_erase_its_owner(ada: User) -> None:
    _, key = create_token(user=ada, name="script", at=timezone.now())
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {key}")
    for answer in (client.get(EXPORT), client.post(EXPORT), client.post(ERASE, CONFIRMED)):
        assert answer.status_code == 403
    assert not Job.objects.exists()


def test_erasing_ends_the_session_and_the_account(ada: User) -> None:
    project = make_project()
    make_member(project, "bob", Role.LEAD)
    make_member(project, "ada")
    client = client_of(ada)
    assert client.post(ERASE, CONFIRMED).status_code == 204
    ada.refresh_from_db()
    assert ada.erased_at is not None
    assert timezone.now() - ada.erased_at < timedelta(minutes=5)
    assert client.get("/api/v1/me/").status_code == 401
    refused = client_of().post("/api/v1/auth/token/", CONFIRMED)
    assert refused.json()["code"] == "wrong_credentials"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"password": "wrong"}, "password"),
        ({"password": ""}, "password"),
        ({"username": "Ada"}, "username"),
    ],
)
def test_nobody_is_erased_without_the_name_and_the_password(
    change: dict[str, str], field: str, ada: User
) -> None:
    answer = client_of(ada).post(ERASE, CONFIRMED | change)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])
    ada.refresh_from_db()
    assert (ada.username, ada.is_active) == ("ada", True)


def test_an_account_without_a_password_is_erased_by_its_name(ada: User) -> None:
    ada.set_unusable_password()
    ada.save()
    assert client_of(ada).post(ERASE, {"username": "ada"}).status_code == 204


def test_the_only_lead_learns_which_projects_to_hand_over(ada: User) -> None:
    make_member(make_project("dev"), "ada", Role.LEAD)
    client = client_of(ada)
    answer = client.post(ERASE, CONFIRMED)
    assert (answer.status_code, answer.json()) == (
        409,
        {
            "code": "last_lead",
            "detail": "Nobody else leads dev. Make another member lead there first.",
            "fields": {},
            "projects": ["dev"],
        },
    )
    assert client.get("/api/v1/me/").status_code == 200


def test_nobody_is_erased_who_is_not_signed_in() -> None:
    assert client_of().post(ERASE, CONFIRMED).status_code == 401
