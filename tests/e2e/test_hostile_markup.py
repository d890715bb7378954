"""Each attack in a frame of its own: what cleaning, rendering and the policy do one by one."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from annotator.corpus.markup.rendering import FRAME_POLICY
from tests.e2e.framed_page import framed
from tests.hostile.attacks import ATTACK_KINDS
from tests.hostile.frozen_pages import frozen_as_given, frozen_cleaned, page_around

FOLLOW_AND_SEND = """frame => frame.querySelectorAll("*").forEach((element) => element.click?.())"""
FOLLOW_WITHIN = (
    "frame => frame?.querySelectorAll('a[href*=script]:not([target])').forEach((a) => a.click())"
)

# What happens without cleaning, sandbox and policy, by the alarm that has to notice it.
RAISED_WITHOUT_PROTECTION = {
    # One of them takes the whole tab away, and what it had noted with it.
    "scripts": {"dialogs", "marks", "requests", "navigations", "windows"},
    "handlers": {"dialogs", "marks", "pwned", "requests"},
    "drawings": {"dialogs", "marks", "pwned", "requests"},
    "formulas": {"dialogs", "marks", "pwned", "requests"},
    "styles": {"dialogs", "marks", "pwned", "requests"},
    "addresses": {"dialogs", "marks"},
    "mutations": {"dialogs", "marks", "pwned", "requests"},
    "clobbering": {"requests"},
    "loads": {"requests"},
    "heads": {"requests", "navigations"},
    "forms": {"dialogs", "marks", "pwned", "requests"},
    "frames": {"dialogs", "marks", "requests"},
    "encodings": {"dialogs", "marks", "pwned"},
    "spoofing": {"dialogs", "marks", "pwned"},
    "directions": set(),
}


@pytest.fixture(scope="module")
def context(chromium: Browser) -> Iterator[BrowserContext]:
    with chromium.new_context(viewport={"width": 1000, "height": 800}) as opened:
        yield opened


def without_policy(rendering: bytes) -> bytes:
    """The document's own policy is taken out: what is tested is the markup that is left."""
    return re.sub(rb'<meta http-equiv="Content-Security-Policy"[^>]*>', b"", rendering)


@pytest.mark.parametrize("freeze", [frozen_as_given, frozen_cleaned])
@pytest.mark.parametrize("kind", ATTACK_KINDS)
def test_rendered_attacks_run_and_fetch_nothing_even_without_sandbox_and_policy(
    context, kind, freeze
):
    pages = [freeze(page_around(attack)) for attack in ATTACK_KINDS[kind].values()]
    with framed(
        context, *(without_policy(page.rendering) for page in pages), sandbox=False
    ) as shown:
        shown.evaluate_all(FOLLOW_AND_SEND)
        boxes = shown.evaluate_all("frame => frame.querySelectorAll('[data-c]').length")
        assert (shown.alarms.raised(), shown.requests) == ({}, [])
    assert boxes == [len(page.candidates) for page in pages]


@pytest.mark.parametrize("kind", ATTACK_KINDS)
def test_the_policy_alone_keeps_attacks_from_running_and_fetching(context, kind):
    pages = [page_around(attack).encode() for attack in ATTACK_KINDS[kind].values()]
    with framed(context, *pages, policy=FRAME_POLICY) as shown:
        # The browser also tells of requests and frames that the policy stopped before they left.
        ran = shown.alarms.raised().keys() - {"requests", "navigations"}
        assert (ran, shown.requests) == (set(), [])


@pytest.mark.parametrize("kind", ATTACK_KINDS)
def test_the_attacks_raise_alarms_where_nothing_stops_them(context, kind):
    pages = [page_around(attack).encode() for attack in ATTACK_KINDS[kind].values()]
    with framed(context, *pages, sandbox=False) as shown:
        if kind == "addresses":
            shown.evaluate_all(FOLLOW_WITHIN)
        raised = shown.alarms.raised()
    assert raised.keys() >= RAISED_WITHOUT_PROTECTION[kind]
