"""What every answer says to browsers, and how much the site takes in."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotator import settings as platform
from annotator.collecting.guidance.pictures import MAX_BYTES
from annotator.exchange.intake.uploaded_previews import MAX_PREVIEW_BYTES
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Role
from api.addresses.endpoints import urlpatterns
from api.requests.bodies import ANONYMOUS_BYTES, FORM_BYTES
from api.requests.parsers import MultiPartParser
from scripts.bootstrap import ROOT
from tests.api.clients import client_of
from tests.factories.corpus import make_member, make_project

pytestmark = [pytest.mark.django_db, pytest.mark.above_database]
NGINX = ROOT / "deploy" / "nginx"
PATHS = ["/", "/api/v1/me/", "/api/docs/", "/_allauth/browser/v1/config", "/healthz"]


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_says_what_the_browser_may_do(path: str) -> None:
    headers = Client().get(path).headers
    policy = headers["Content-Security-Policy"]
    for rule in ("default-src 'self'", "script-src 'self'", "object-src 'none'", "base-uri 'none'"):
        assert rule in policy.split("; "), policy
    assert "unsafe-eval" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_scripts_run_from_the_site_s_own_files_alone() -> None:
    rules = Client().get("/").headers["Content-Security-Policy"].split("; ")
    assert [rule for rule in rules if rule.startswith("script-src")] == ["script-src 'self'"]


def test_a_site_with_https_insists_on_it(settings: Any) -> None:
    settings.SECURE_HSTS_SECONDS = 31_536_000
    settings.SECURE_SSL_REDIRECT = True
    settings.ALLOWED_HOSTS = ["annotate.example.org"]
    client = Client(HTTP_HOST="annotate.example.org")
    moved = client.get("/sign-in")
    assert (moved.status_code, moved["Location"]) == (301, "https://annotate.example.org/sign-in")
    answer = client.get("/sign-in", secure=True)
    assert answer["Strict-Transport-Security"] == "max-age=31536000"


def test_a_request_for_another_name_is_refused() -> None:
    assert Client(HTTP_HOST="evil.example.org").get("/").status_code == 400


def test_a_body_without_end_is_refused_in_the_api_s_form() -> None:
    user = make_member(make_project(), "lena", Role.LEAD).user
    markdown = "x" * (platform.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
    answer = client_of(user).put("/api/v1/projects/project/guidelines/", {"markdown": markdown})
    sentence = "This is more than 5 MiB, the most that one request may carry."
    assert (answer.status_code, answer.json()) == (
        413,
        {"code": "too_large", "detail": sentence, "fields": {}},
    )


def test_an_upload_beyond_the_limit_is_refused_and_nothing_is_kept(
    settings: Any, tmp_path: Path
) -> None:
    settings.MAX_UPLOAD_BYTES, settings.UPLOAD_DIR = 100, tmp_path
    user = make_member(make_project(), "lena", Role.LEAD).user
    body = {"format": "nq", "file": SimpleUploadedFile("x.jsonl", b"x" * 101)}
    answer = client_of(user).post("/api/v1/projects/project/imports/", body, format="multipart")
    assert answer.status_code in {400, 413}
    assert set(answer.json()) == {"code", "detail", "fields"}
    assert (Job.objects.count(), list(tmp_path.rglob("*.jsonl"))) == (0, [])


def test_the_proxy_takes_a_little_more_than_the_site() -> None:
    limit = re.compile(r"client_max_body_size (\d+)([km]);")
    unit = {"k": 1024, "m": 1024**2}
    names = ("site.conf", "compose.conf.template")
    small, others = (
        int(number) * unit[letter]
        for name in names
        for number, letter in limit.findall((NGINX / name).read_text("utf-8"))
    )
    assert "client_max_body_size ${MAX_UPLOAD_BYTES};" in (NGINX / names[1]).read_text("utf-8")
    compose = (NGINX.parents[1] / "docker-compose.yml").read_text("utf-8")
    [uploads] = map(int, re.findall(r"MAX_UPLOAD_BYTES:-(\d+)}", compose))
    assert small == 64 * 1024 > ANONYMOUS_BYTES
    assert platform.DATA_UPLOAD_MAX_MEMORY_SIZE < others < 2 * platform.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert uploads == platform.MAX_UPLOAD_BYTES + FORM_BYTES


def test_the_proxy_lets_every_upload_pass_that_the_site_would_take() -> None:
    limits = (NGINX / "limits.conf").read_text("utf-8")
    large = {
        address.replace("[^/]+", "*") for address in re.findall(r"~\^/api/v1/(\S+)\$ 1;", limits)
    }
    takes_files = {
        re.sub(r"<[^>]+>", "*", str(address.pattern))
        for address in urlpatterns
        if MultiPartParser in address.callback.cls.parser_classes
    }
    # A picture has at most 4 MiB, less than any other request may have; a preview has 1 MiB.
    assert MAX_PREVIEW_BYTES < MAX_BYTES < platform.DATA_UPLOAD_MAX_MEMORY_SIZE
    small = {"projects/*/guidelines/pictures/", "projects/*/query-previews/"}
    assert large == takes_files - small
    may_be_large = {
        re.sub(r"<[^>]+>", "*", str(address.pattern))
        for address in urlpatterns
        if getattr(address.callback.cls, "takes_files", False)
    }
    assert large == may_be_large
