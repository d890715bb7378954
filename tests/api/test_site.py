import re

import pytest
from django.test import Client


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
