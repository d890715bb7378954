"""Who may send how much, and that nothing is stored before it is known who sends."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from annotator.workspace.accounts.tokens import create_token
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Role
from api.requests.bodies import ANONYMOUS_BYTES, WholeBody
from tests.factories.corpus import AT, make_member, make_project

pytestmark = [pytest.mark.django_db, pytest.mark.above_database]

IMPORTS = "/api/v1/projects/project/imports/"
LARGE = 3 * 2**20
"""Bytes: more than Django keeps in memory."""


@pytest.fixture
def incoming(settings: Any, tmp_path: Path) -> Path:
    """Where files go that are too large for memory."""
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path / "incoming"
    settings.FILE_UPLOAD_TEMP_DIR.mkdir()
    settings.UPLOAD_DIR = tmp_path / "uploads"
    return tmp_path / "incoming"


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files for which Django has opened a temporary one."""
    from django.core.files import uploadhandler

    opened: list[str] = []
    plain = uploadhandler.TemporaryUploadedFile

    def note(name: str, *arguments: Any, **more: Any) -> Any:
        opened.append(name)
        return plain(name, *arguments, **more)

    monkeypatch.setattr(uploadhandler, "TemporaryUploadedFile", note)
    return opened


def form() -> bytes:
    file = SimpleUploadedFile("pages.jsonl", b"x" * LARGE)
    return encode_multipart(BOUNDARY, {"format": "pages", "file": file})


def send(client: Client, address: str, body: bytes, **headers: str) -> Any:
    return client.generic("POST", address, body, content_type=MULTIPART_CONTENT, headers=headers)


def browser_of(user: Any) -> Client:
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    client.cookies["csrftoken"] = "s" * 32
    return client


def token_of(user: Any) -> dict[str, str]:
    return {"Authorization": f"Token {create_token(user=user, name='it', at=AT)[1]}"}


def test_a_token_from_before_signing_in_again_is_called_by_its_name() -> None:
    client = browser_of(make_member(make_project(), "jana").user)
    answer = client.post("/api/v1/me/tokens/", headers={"X-CSRFToken": "t" * 32})
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf_failed")
    assert answer.json()["detail"].endswith("Load the page again.")


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/", 403, "csrf_failed"),
        ("/sign-in", 403, "csrf_failed"),
        ("/_allauth/browser/v1/auth/login", 400, "parse_error"),
    ],
)
def test_a_form_with_an_invented_cookie_is_refused_unread(
    address: str, status: int, code: str, incoming: Path, written: list[str]
) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "s" * 32
    answer = send(client, address, form())
    assert (answer.status_code, answer.json()["code"], written) == (413, "too_large", [])
    small = encode_multipart(BOUNDARY, {"file": SimpleUploadedFile("x", b"x")})
    answer = send(client, address, small)
    assert (answer.status_code, answer.json()["code"], written) == (status, code, [])


@pytest.mark.parametrize(
    ("role", "status"), [(None, 401), (Role.ANNOTATOR, 403), (Role.EXPERT, 403)]
)
def test_an_upload_is_refused_unread_by_whom_it_comes_from(
    role: Role | None, status: int, incoming: Path, written: list[str]
) -> None:
    project = make_project()
    clients = [Client(enforce_csrf_checks=True)]
    if role:
        member = make_member(project, "ada", role)
        clients = [browser_of(member.user), Client(headers=token_of(member.user))]
    for client in clients:
        answer = send(client, IMPORTS, form(), **{"X-CSRFToken": "s" * 32})
        assert (answer.status_code, written, list(incoming.iterdir())) == (status, [], [])


def test_a_browser_s_upload_with_the_token_in_its_header_is_taken(
    incoming: Path, written: list[str]
) -> None:
    client = browser_of(make_member(make_project(), "lena", Role.LEAD).user)
    taken = send(client, IMPORTS, form(), **{"X-CSRFToken": "s" * 32})
    assert taken.status_code == 202
    assert (written, list(incoming.iterdir()), Job.objects.count()) == (["pages.jsonl"], [], 1)
    without = send(client, IMPORTS, form())
    assert (without.status_code, written) == (403, ["pages.jsonl"])


def test_an_upload_that_breaks_off_leaves_nothing(incoming: Path, written: list[str]) -> None:
    headers = token_of(make_member(make_project(), "lena", Role.LEAD).user)
    body = form()
    answer = Client(headers=headers).generic(
        "POST",
        IMPORTS,
        body,
        content_type=MULTIPART_CONTENT,
        **{"wsgi.input": BytesIO(body[:-1000])},
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "broken_off")
    assert (written, list(incoming.iterdir()), Job.objects.count()) == (["pages.jsonl"], [], 0)


def test_nobody_reads_an_upload_that_announces_too_much(
    settings: Any, incoming: Path, written: list[str]
) -> None:
    settings.MAX_UPLOAD_BYTES = 2**20
    headers = token_of(make_member(make_project(), "lena", Role.LEAD).user)
    answer = send(Client(headers=headers), IMPORTS, form())
    sentence = "This is more than 2 MiB, the most that one request may carry."
    assert (answer.status_code, answer.json()["detail"], written) == (413, sentence, [])


@pytest.mark.parametrize(("more", "status"), [(0, 400), (1, 413)])
def test_who_is_not_signed_in_sends_64_kb_at_most(more: int, status: int) -> None:
    body = b'{"username": "ada"}'.ljust(ANONYMOUS_BYTES + more)
    answer = Client().post("/api/v1/auth/token/", body, content_type="application/json")
    assert answer.status_code == status


def test_a_body_that_ends_when_it_should_is_whole() -> None:
    assert WholeBody(BytesIO(b"abc"), 3).read() == b"abc"
    body = WholeBody(BytesIO(b"abc"), 3)
    assert [body.read(2), body.read(2), body.read(2)] == [b"ab", b"c", b""]
