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
from rest_framework.test import APIClient

from annotator.collecting.annotations.revisions import revise_annotation
from annotator.workspace.projects.models import Role
from api.responses import pagination
from api.responses.pagination import KeysFirst
from tests.factories.corpus import AT, make_examples, make_member, make_project, make_user
from tests.factories.guidance import BAD, annotate


class TestPages(TestCase):
    @given(size=st.integers(1, 9), order=st.lists(st.sampled_from(["codename", "-name", "people"])))
    def test_all_pages_together_are_the_rows_in_their_order(self, size: int, order: Any) -> None:
        rows = (
            Permission.objects.filter(content_type__app_label__in=["auth", "corpus"])
            .annotate(people=Count("user"))
            .select_related("content_type")
            .order_by(*order, "pk")
        )
        pages = KeysFirst(rows, size, far=3)
        found = [row for number in pages.page_range for row in pages.page(number)]
        assert found == list(rows)
        assert {row.people for row in found} == {0}


@pytest.mark.django_db
def test_a_page_beyond_the_last_is_refused_as_ever() -> None:
    for pages in (Paginator(Permission.objects.order_by("pk"), 5), KeysFirst([1], 5)):
        with pytest.raises(EmptyPage):
            pages.page(10**6)


@pytest.mark.django_db
def test_a_far_page_makes_no_row_before_it() -> None:
    user = make_user("ada")
    rows = type(user).objects.annotate(groups_of=Count("groups")).order_by("username")
    for number in range(5):
        make_user(f"ben{number}")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        names = [each.username for each in KeysFirst(rows, 2, far=3).page(3)]
    assert names == ["ben3", "ben4"]
    (_, keys, found) = [query["sql"] for query in queries.captured_queries]
    assert "OFFSET" in keys
    assert "COUNT(" not in keys.partition("FROM")[0]
    assert "OFFSET" not in found


@pytest.mark.django_db
def test_a_page_is_looked_up_from_the_end_where_that_is_nearer_and_the_order_certain() -> None:
    users = type(make_user("ada")).objects
    for number in range(6):
        make_user(f"ben{number}")
    passed_over = {}
    for order, page in (("-pk", 4), ("-pk", 3), ("-pk", 2), ("-username", 4)):
        with CaptureQueriesContext(connection) as queries:
            rows = list(KeysFirst(users.order_by(order), 2, far=1).page(page))
        assert rows == list(users.order_by(order))[2 * page - 2 : 2 * page]
        (keys,) = [each["sql"] for each in queries if " LIMIT " in each["sql"]]
        passed_over[order, page] = int((keys + " OFFSET 0").split(" OFFSET ")[1])
    assert passed_over == {("-pk", 4): 0, ("-pk", 3): 1, ("-pk", 2): 2, ("-username", 4): 6}


@pytest.mark.django_db
def test_a_list_says_how_many_rows_it_has_with_and_without_a_filter() -> None:
    project = make_project(overlap=2)
    lead, annotator = make_member(project, "lena", Role.LEAD).user, make_member(project, "ada").user
    make_examples(project, 3)
    first = annotate(project, annotator)
    annotate(project, annotator)
    revise_annotation(annotation=first, answer=BAD, reason="Better now", at=AT)
    client = APIClient()
    client.force_login(lead)

    def count(path: str) -> int:
        found: int = client.get(f"/api/v1/projects/project/{path}").json()["count"]
        return found

    lists = {
        "annotations/": 2,
        "annotations/?page_size=1&page=2&ordering=created_at": 2,
        "annotations/?late=false": 2,
        "annotations/?late=true": 0,
        f"annotations/?example={first.example_id}": 1,
        "examples/": 3,
        "examples/?state=unstarted": 1,
        "examples/?search=plumb&ordering=-question": 3,
    }
    assert {path: count(path) for path in lists} == lists


@pytest.mark.django_db
def test_examples_are_listed_by_their_answers_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    project = make_project(overlap=3)
    lead = make_member(project, "lena", Role.LEAD).user
    keys = [each.pk for each in make_examples(project, 5)]
    for name, answers in (("ada", 4), ("ben", 2), ("cy", 1)):
        annotator = make_member(project, name).user
        for _ in range(answers):
            annotate(project, annotator)
    client = APIClient()
    client.force_login(lead)

    def listed(order: str, **asked: str) -> list[tuple[int, int]]:
        rows = []
        for page in (1, 2, 3):
            query = {"ordering": order, "page_size": 2, "page": page, **asked}
            found = client.get("/api/v1/projects/project/examples/", query).json()
            rows += [(row["id"], row["annotations_submitted"]) for row in found["results"]]
        return rows

    most = list(zip(keys, (3, 2, 1, 1, 0), strict=True))
    least = [most[4], most[2], most[3], most[1], most[0]]
    assert listed("-annotations_submitted") == most
    assert listed("annotations_submitted") == least
    assert listed("annotations_submitted", search="plumb") == least
    # More rows than a search looks for at once.
    monkeypatch.setattr(pagination, "MOST_FOUND", 2)
    assert listed("annotations_submitted", search="plumb") == least
    assert [key for key, _ in listed("-question")] == keys[::-1]


@pytest.mark.django_db
@pytest.mark.parametrize("order", ["word_count", "-coverage"])
def test_answers_without_words_are_all_equal_by_words_and_come_newest_first(order: str) -> None:
    project = make_project()
    lead, annotator = make_member(project, "lena", Role.LEAD).user, make_member(project, "ada").user
    make_examples(project, 3)
    given = [annotate(project, annotator).pk for _ in range(3)]
    client = APIClient()
    client.force_login(lead)
    found = client.get(f"/api/v1/projects/project/annotations/?ordering={order}").json()
    assert [row["id"] for row in found["results"]] == given[::-1]


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["9" * 5_000, "9" * 20, "1000000", "0", "-1", "x", "1.5"])
def test_what_is_no_page_is_not_found(page: str) -> None:
    lead = make_member(make_project(), "lead", Role.LEAD).user
    client = APIClient()
    client.force_login(lead)
    assert client.get(f"/api/v1/projects/project/examples/?page={page}").status_code == 404
