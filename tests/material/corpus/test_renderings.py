"""A process keeps the renderings of the latest pages; anyone who asks was looked at before."""

import gzip
from typing import Any

import pytest
from django.db import OperationalError, connection
from pytest_django import DjangoAssertNumQueries

from annotator.material.corpus import renderings
from annotator.material.corpus.byte_bounded_cache import ByteBoundedCache
from annotator.material.corpus.models import PageContent
from annotator.material.corpus.renderings import rendering_of
from annotator.material.corpus.services import NOT_RENDERED
from annotator.workspace.projects.models import Membership
from tests.api.clients import client_of
from tests.factories.corpus import make_annotators, make_examples, make_page, make_project

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch) -> ByteBoundedCache:
    """A cache of this test's own."""
    own = ByteBoundedCache(8 * 1024**2)
    monkeypatch.setattr(renderings, "_renderings", own)
    return own


def test_a_rendering_is_read_once(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    page = make_page(b"<p>Wells are deep.</p>")
    first = rendering_of(page)
    assert b"deep" in gzip.decompress(first)
    with django_assert_num_queries(0):
        assert rendering_of(page) == first


def test_pages_are_not_taken_for_one_another() -> None:
    pages = [make_page(f"<p>Page {number}.</p>".encode(), "Same title") for number in range(3)]
    for _ in range(2):
        texts = [gzip.decompress(rendering_of(page)).decode() for page in pages]
        assert [f"{number}" in text for number, text in enumerate(texts)] == [True] * 3
        assert len(set(texts)) == 3


def test_a_page_that_was_never_rendered_is_rendered_now(monkeypatch: pytest.MonkeyPatch) -> None:
    page = make_page(b"<p>Wells are deep.</p>")
    wanted = rendering_of(page)
    PageContent.objects.update(rendering=b"", rendering_version=0)
    monkeypatch.setattr(renderings, "_renderings", ByteBoundedCache(8 * 1024**2))
    assert gzip.decompress(rendering_of(page)) == gzip.decompress(wanted)
    assert PageContent.objects.get().rendering_version > 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("notes")
@pytest.mark.parametrize("reason", ["database or disk is full", "database is locked"])
def test_a_page_can_be_read_while_its_rendering_cannot_be_stored(reason: str) -> None:
    page = make_page(b"<p>Wells are deep.</p>")
    PageContent.objects.update(rendering=b"", rendering_version=NOT_RENDERED)

    def refuse_writing(execute: Any, sql: str, *further: Any) -> Any:
        if sql.startswith("UPDATE"):
            raise OperationalError(reason)
        return execute(sql, *further)

    with connection.execute_wrapper(refuse_writing):
        assert b"deep" in gzip.decompress(rendering_of(page))
    assert PageContent.objects.get().rendering_version == NOT_RENDERED


def test_who_is_no_member_any_more_does_not_get_what_is_kept() -> None:
    project = make_project()
    make_examples(project, 1)
    (user,) = make_annotators(project, 1)
    client = client_of(user)
    number = client.post("/api/v1/projects/project/assignments/next/").json()["id"]
    address = f"/api/v1/assignments/{number}/"
    client.put(f"{address}draft/", {"version": 0, "question_quality": "good"})
    opened = client.get(f"{address}page/")
    assert (opened.status_code, client.get(f"{address}page/").status_code) == (200, 200)
    Membership.objects.update(is_active=False)
    version = {"If-None-Match": opened["ETag"]}
    assert client.get(f"{address}page/").status_code == 404
    assert client.get(f"{address}page/", headers=version).status_code == 404
