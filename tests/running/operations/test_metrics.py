from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from annotator.workspace.jobs.models import Job

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_counts(empty_cache: None) -> None:
    """Figures that are kept for some seconds are counted anew."""


def lines(answer: Any) -> list[str]:
    return answer.content.decode().splitlines()


def test_metrics_count_requests_by_route_and_rows_by_state() -> None:
    Job.objects.create(kind="import_nq", created_at=timezone.now())
    client = Client()
    client.get("/api/v1/projects/some-name/")
    found = lines(client.get("/metrics"))
    assert 'plumbline_jobs{kind="import_nq",state="queued"} 1.0' in found
    routes = [
        line
        for line in found
        if line.startswith("plumbline_requests_total") and "projects/" in line
    ]
    assert ("some-name" in "".join(routes), 'status="401"' in "".join(routes)) == (False, True)


def test_an_invented_method_has_no_count_of_its_own() -> None:
    client = Client()
    client.generic("BREWED", "/healthz")
    found = client.get("/metrics").content.decode()
    assert ('method="other",route="healthz"' in found, "BREWED" in found) == (True, False)


def test_metrics_cost_the_same_few_queries_and_none_soon_after(
    django_assert_num_queries: Any,
) -> None:
    client = Client()
    # One more for PostgreSQL's size; SQLite's is that of its files.
    with django_assert_num_queries(5 if connection.vendor == "postgresql" else 4):
        client.get("/metrics")
    with django_assert_num_queries(0):
        client.get("/metrics")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 403),
        ({"Authorization": "Bearer wrong"}, 403),
        ({"Authorization": "Bearer letmeseeit"}, 200),
    ],
)
def test_metrics_want_the_token_where_one_is_set(
    settings: Any, headers: dict[str, str], status: int
) -> None:
    settings.METRICS_TOKEN = "letmeseeit"
    assert Client().get("/metrics", headers=headers).status_code == status


def test_without_a_token_metrics_are_for_this_machine_alone() -> None:
    client = Client()
    statuses = [
        client.get("/metrics").status_code,
        client.get("/metrics", REMOTE_ADDR="192.0.2.7").status_code,
    ]
    assert statuses == [200, 403]


@pytest.mark.parametrize(
    "header",
    [
        *("Forwarded", "Via", "X-Real-IP", "X-Client-IP", "X-Cluster-Client-IP", "X-Envoy-Peer"),
        *("X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Prefix"),
        *("X-Original-Forwarded-For", "True-Client-IP", "CF-Connecting-IP", "Fastly-Client-IP"),
    ],
)
def test_without_a_token_nothing_is_told_to_what_came_through_a_proxy(header: str) -> None:
    assert Client().get("/metrics", headers={header: "192.0.2.7"}).status_code == 403
