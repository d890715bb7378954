from typing import Any

import pytest
from django.test import RequestFactory

from annotator.workspace.accounts.client import client_address

CLIENT, LIAR, PROXY = "203.0.113.9", "198.51.100.7", "10.0.0.2"


@pytest.mark.parametrize(
    ("trusted", "forwarded", "address"),
    [
        (0, None, PROXY),
        (0, CLIENT, PROXY),
        (1, None, PROXY),
        (1, CLIENT, CLIENT),
        (1, f"{LIAR}, {CLIENT}", CLIENT),
        (1, f"{LIAR},{LIAR},{CLIENT}", CLIENT),
        (2, f"{LIAR}, {CLIENT}, 10.0.0.1", CLIENT),
        # Fewer than there should be: those who asked went round a proxy.
        (2, LIAR, PROXY),
        (1, "nonsense", PROXY),
        (1, "", PROXY),
        (1, f"{CLIENT}:51324", CLIENT),
        (1, "2001:db8::7", "2001:db8::7"),
        (1, "[2001:db8::7]:51324", "2001:db8::7"),
    ],
)
def test_the_client_s_address_is_what_the_trusted_proxy_saw(
    settings: Any, trusted: int, forwarded: str | None, address: str
) -> None:
    settings.TRUSTED_PROXIES = trusted
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    request = RequestFactory().get("/", headers=headers, REMOTE_ADDR=PROXY)
    assert client_address(request) == address


def test_a_request_by_a_socket_without_addresses_has_an_unknown_one(settings: Any) -> None:
    settings.TRUSTED_PROXIES = 0
    assert client_address(RequestFactory().get("/", REMOTE_ADDR="")) == "0.0.0.0"
