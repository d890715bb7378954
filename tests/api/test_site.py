import re

import pytest
from django.test import Client, RequestFactory
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView

from api.views.schema import rendered_schema
from tests.just_before import just_before


def test_an_unknown_address_of_the_api_answers_in_its_form() -> None:
    for method in ("get", "post", "put", "delete"):
        answer = getattr(Client(), method)("/api/v1/nothing/here/")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.django_db
def test_health_is_open_to_everybody() -> None:
    assert Client().get("/healthz").json() == {"status": "ok"}


def test_the_api_s_reader_loads_nothing_from_elsewhere() -> None:
    page = Client().get("/api/docs/").content.decode()
    addresses = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert len(addresses) >= 3
    assert all(address.startswith("/") and address[1] != "/" for address in addresses)


@pytest.mark.parametrize("accepted", ["*/*", "application/json"])
def test_the_schema_is_what_drf_spectacular_answers(accepted: str) -> None:
    headers = {"Accept": accepted}
    answer = Client().get("/api/schema/", headers=headers)
    made_anew = SpectacularAPIView.as_view()(RequestFactory().get("/api/schema/", headers=headers))
    assert answer.content == made_anew.render().content
    for name in ("Content-Type", "Content-Disposition"):
        assert answer[name] == made_anew[name]


def test_whatever_callers_add_the_schema_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rendered_schema.cache_clear()
    made: list[object] = []
    target = f"{SchemaGenerator.__module__}.SchemaGenerator.get_schema"
    just_before(monkeypatch, target, lambda *_, **__: made.append(None))
    answers = [
        Client().get(
            "/api/schema/",
            {"version": version, "lang": version},
            headers={"Accept": f"application/json; indent={version}"},
        )
        for version in (1, 2)
    ]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].content == answers[1].content
    assert len(made) == 1
