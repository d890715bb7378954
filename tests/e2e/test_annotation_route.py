"""How much JavaScript the browser receives for annotating, with late parts and all headers."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scripts.bootstrap import FRONTEND
from tests.e2e.ambiguous_project import create_ambiguous_project
from tests.e2e.annotating import COUNTS
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.small_project import QUESTIONS, Api

MOST_BYTES = {"nq": 245_000, "asqa": 250_000}
"""Compressed by gzip, the worse of the two ways in which it is sent."""
MOST_FILES = 12
LATE = "dialogs"
"""The name of what comes two seconds after the page, so that it is at hand without a connection."""

_IS_THERE = """file =>
  performance.getEntriesByType("resource").some(
    ({ name, responseEnd }) => name.endsWith(file) && responseEnd > 0
  )"""


def scripts_of(page: Page, address: str) -> dict[str, int]:
    """The bytes of each script that a browser without any receives at an address, with headers."""
    tools = page.context.new_cdp_session(page)
    addresses: dict[str, str] = {}
    received: dict[str, int] = {}

    def note_response(event: dict[str, Any]) -> None:
        if event["type"] == "Script":
            addresses[event["requestId"]] = event["response"]["url"]

    def note_end(event: dict[str, Any]) -> None:
        if event["requestId"] in addresses:
            received[addresses[event["requestId"]]] = event["encodedDataLength"]

    tools.on("Network.responseReceived", note_response)
    tools.on("Network.loadingFinished", note_end)
    tools.send("Network.enable")
    tools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.goto(address)
    expect(page.locator(COUNTS)).to_be_visible()
    manifest = json.loads((FRONTEND / "dist" / ".vite" / "manifest.json").read_text("utf-8"))
    [late] = [chunk["file"] for chunk in manifest.values() if chunk.get("name") == LATE]
    page.wait_for_function(_IS_THERE, arg=late)
    page.wait_for_load_state("networkidle")
    return received


@pytest.mark.parametrize("kind", MOST_BYTES)
def test_annotating_takes_few_bytes_and_files_of_javascript(
    profiles: Profiles, api: Api, server: Server, kind: str
) -> None:
    slug, name = f"received-{kind}", f"remy-{kind}"
    if kind == "nq":
        api.create_project(slug, [name], questions=QUESTIONS[:1])
    else:
        create_ambiguous_project(api, server, slug, [name])
    received = scripts_of(profiles.open(name).page, f"/projects/{slug}/annotate")
    largest = sorted(received.items(), key=lambda each: -each[1])
    assert sum(received.values()) <= MOST_BYTES[kind], largest
    assert len(received) <= MOST_FILES, largest
