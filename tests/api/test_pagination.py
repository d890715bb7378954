"""Pages that lie far from the beginning."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.paginator import EmptyPage, Paginator
from django.db import connection
from django.db.models import Count
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from api import pagination
from api.pagination import KeysFirst
from tests.factories.corpus import make_user


class TestPages(TestCase):
    def setUp(self) -> None:
        patch = pytest.MonkeyPatch()
        patch.setattr(pagination, "FAR", 3)
        self.addCleanup(patch.undo)

    @given(size=st.integers(1, 9), order=st.lists(st.sampled_from(["codename", "-name", "people"])))
    def test_all_pages_together_are_the_rows_in_their_order(self, size: int, order: Any) -> None:
        rows = (
            Permission.objects.filter(content_type__app_label__in=["auth", "corpus"])
            .annotate(people=Count("user"))
            .select_related("content_type")
            .order_by(*order, "pk")
        )
        pages = KeysFirst(rows, size)
        found = [row for number in pages.page_range for row in pages.page(number)]
        assert found == list(rows)
        assert {row.people for row in found} == {0}


@pytest.mark.django_db
def test_a_page_beyond_the_last_is_refused_as_ever() -> None:
    for pages in (Paginator(Permission.objects.order_by("pk"), 5), KeysFirst([1], 5)):
        with pytest.raises(EmptyPage):
            pages.page(10**6)


@pytest.mark.django_db
def test_a_far_page_makes_no_row_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pagination, "FAR", 3)
    user = make_user("ada")
    rows = type(user).objects.annotate(groups_of=Count("groups")).order_by("pk")
    for number in range(5):
        make_user(f"ben{number}")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        names = [each.username for each in KeysFirst(rows, 2).page(3)]
    assert names == ["ben3", "ben4"]
    (_, keys, found) = [query["sql"] for query in queries.captured_queries]
    assert "OFFSET" in keys
    assert "COUNT(" not in keys.partition("FROM")[0]
    assert "OFFSET" not in found
