"""One walk over every kind of answer: each tells the browser what it may do with it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from annotator.material.corpus.markup.rendering import FRAME_POLICY
from scripts.bootstrap import ROOT
from tests.api.clients import client_of
from tests.api.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.above_database]

SITE = "the site's"
FRAME = "the frame's"
NONE = "none"
NO_STORE = "no-store"
REVALIDATE = "private, no-cache"
EVERYWHERE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "SAMEORIGIN",
}

# By kind: method, address, caller, status, whose policy, what caches may do.
ANSWERS: dict[str, tuple[str, str, str, int, str, str]] = {
    "document": ("get", "/projects/project", "nobody", 200, SITE, NO_STORE),
    "document, signed in": ("get", "/", "annotator", 200, SITE, NO_STORE),
    "health": ("get", "/healthz", "nobody", 200, SITE, NO_STORE),
    "reader": ("get", "/api/docs/", "nobody", 200, SITE, ""),
    "schema": ("get", "/api/schema/", "nobody", 200, SITE, ""),
    "static file": ("get", "/static/plumbline.svg", "nobody", 200, SITE, "public"),
    "asset": ("get", "/static/assets/app-1a2b3c.js", "nobody", 200, NONE, "immutable"),
    "missing asset": ("get", "/static/assets/nothing.js", "nobody", 404, SITE, ""),
    "missing static file": ("get", "/static/nothing.js", "nobody", 404, SITE, ""),
    "object": ("get", "/api/v1/me/", "annotator", 200, SITE, NO_STORE),
    "list": ("get", "/api/v1/projects/project/members/", "lead", 200, SITE, NO_STORE),
    "change": ("post", "/api/v1/assignments/{assignment}/park/", "annotator", 200, SITE, NO_STORE),
    "frame": ("get", "/api/v1/assignments/{assignment}/page/", "annotator", 200, FRAME, REVALIDATE),
    "empty frame": ("get", "/api/frame/", "nobody", 200, FRAME, "immutable"),
    "download": ("get", "/api/v1/jobs/{finished_job}/result/", "lead", 200, SITE, REVALIDATE),
    "sign-in": ("get", "/_allauth/browser/v1/auth/session", "nobody", 401, SITE, NO_STORE),
    "not signed in": ("get", "/api/v1/me/", "nobody", 401, SITE, NO_STORE),
    "not allowed": ("get", "/api/v1/projects/project/members/", "expert", 403, SITE, NO_STORE),
    "not found": ("get", "/api/v1/projects/other/", "annotator", 404, SITE, NO_STORE),
    "no such address": ("get", "/api/v2/", "nobody", 404, SITE, NO_STORE),
    "no such method": ("delete", "/api/v1/me/", "annotator", 405, SITE, NO_STORE),
    "faulty": ("put", "/api/v1/assignments/{assignment}/draft/", "annotator", 400, SITE, NO_STORE),
}


@pytest.fixture
def static_files(settings: Any, tmp_path: Path) -> None:
    """The files of a front end, as if it were built."""
    (tmp_path / "index.html").write_text("<!doctype html><title>Plumbline</title>")
    (tmp_path / "plumbline.svg").write_text("<svg/>")
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "app-1a2b3c.js").write_text("export {}")
    settings.STATIC_ROOT = settings.FRONTEND_DIST = tmp_path


@pytest.mark.parametrize("kind", ANSWERS)
def test_every_kind_of_answer_is_safe_in_a_browser(
    kind: str, world: World, static_files: None
) -> None:
    method, address, caller, status, policy, cache = ANSWERS[kind]
    objects = world.objects.get(caller, {})
    client = client_of(world.people[caller])
    answer = getattr(client, method)(address.format(**objects), **_body(method))
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in EVERYWHERE} == EVERYWHERE
    given = answer.headers.get("Content-Security-Policy", "")
    assert (given == FRAME_POLICY) == (policy == FRAME)
    assert (given == "") == (policy == NONE)
    assert ("default-src 'self'" in given) == (policy == SITE)
    assert cache in answer.headers.get("Cache-Control", "")


def _body(method: str) -> dict[str, Any]:
    return {} if method == "get" else {"data": {}, "format": "json"}


def test_an_answer_that_has_not_changed_keeps_its_policy(world: World) -> None:
    client = client_of(world.people["annotator"])
    address = f"/api/v1/assignments/{world.objects['annotator']['assignment']}/page/"
    tag = client.get(address)["ETag"]
    again = client.get(address, headers={"If-None-Match": tag})
    assert (again.status_code, again["Content-Security-Policy"]) == (304, FRAME_POLICY)


def test_a_document_sets_the_token_s_cookie_for_this_site_alone(static_files: None) -> None:
    cookie = Client().get("/").cookies["csrftoken"]
    assert (cookie["samesite"], cookie["secure"], cookie["domain"]) == ("Lax", "", "")


PROGRAM = """
import json, django
django.setup()
from django.conf import settings
from django.test import Client
plain = Client(HTTP_HOST="annotate.example.org").get("/sign-in")
safe = Client(HTTP_HOST="annotate.example.org", HTTP_X_FORWARDED_PROTO="https").get("/sign-in")
cookie = safe.cookies["csrftoken"]
print(json.dumps({
    "moved to": plain["Location"],
    "hsts": safe["Strict-Transport-Security"],
    "csrf cookie": [cookie["secure"], cookie["samesite"], cookie["httponly"]],
    "session cookie": [settings.SESSION_COOKIE_SECURE, settings.SESSION_COOKIE_SAMESITE,
                       settings.SESSION_COOKIE_HTTPONLY],
}))
"""


@pytest.mark.long
def test_a_site_with_https_says_so_in_headers_and_cookies(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "annotator.settings",
        "DATA_DIR": str(tmp_path),
        "PUBLIC_URL": "https://annotate.example.org",
        "ALLOWED_HOSTS": "annotate.example.org",
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout.splitlines()[-1]) == {
        "moved to": "https://annotate.example.org/sign-in",
        "hsts": "max-age=31536000",
        "csrf cookie": [True, "Lax", ""],
        "session cookie": [True, "Lax", True],
    }
