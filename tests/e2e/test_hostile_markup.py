"""Each attack in a frame of its own: what cleaning, rendering and the policy do one by one."""

import re
from collections.abc import Iterable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Playwright

from annotator.material.corpus.markup.rendering import FRAME_POLICY
from tests.e2e.browsers import launched
from tests.e2e.framed_page import FramedPages, filled_in, framed
from tests.hostile.attacks import ATTACK_KINDS
from tests.hostile.frozen_pages import frozen_as_given, frozen_cleaned, page_around
from tests.size import sized

KINDS = sized(("scripts", "handlers", "frames"), tuple(ATTACK_KINDS))
FOLLOW_AND_SEND = """frame => frame.querySelectorAll("*").forEach((element) => element.click?.())"""
FOLLOW_WITHIN = (
    "frame => frame?.querySelectorAll('a[href*=script]:not([target])').forEach((a) => a.click())"
)

pytestmark = pytest.mark.above_database

NEXT_PICTURE = "() => new Promise(requestAnimationFrame)"
MOST_PICTURES = 600
MOST_BROWSERS = 4
TAKES_THE_TAB_AWAY = "a script that takes the top away"
"""What the others note and open would go with the tab, now and then before it is noticed."""

# What happens without cleaning, sandbox and policy, by the alarm that has to notice it.
RAISED_WITHOUT_PROTECTION = {
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


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    with chromium.new_context(viewport={"width": 1000, "height": 800}) as opened:
        yield opened


def without_policy(rendering: bytes) -> bytes:
    """The document's own policy is taken out: what is tested is the markup that is left."""
    return re.sub(rb'<meta http-equiv="Content-Security-Policy"[^>]*>', b"", rendering)


@pytest.mark.parametrize("freeze", [frozen_as_given, frozen_cleaned])
@pytest.mark.parametrize("kind", KINDS)
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


@pytest.mark.parametrize("kind", KINDS)
def test_the_policy_alone_keeps_attacks_from_running_and_fetching(context, kind):
    pages = [page_around(attack).encode() for attack in ATTACK_KINDS[kind].values()]
    with framed(context, *pages, policy=FRAME_POLICY) as shown:
        # The browser also tells of requests and frames that the policy stopped before they left.
        ran = shown.alarms.raised().keys() - {"requests", "navigations"}
        assert (ran, shown.requests) == (set(), [])


@pytest.mark.parametrize("sandbox", [True, False])
@pytest.mark.parametrize("kind", KINDS)
def test_attacks_that_are_put_into_an_empty_frame_meet_its_policy(context, kind, sandbox):
    pages = [page_around(attack).encode() for attack in ATTACK_KINDS[kind].values()]
    with filled_in(context, *pages, policy=FRAME_POLICY, sandbox=sandbox) as shown:
        ran = shown.alarms.raised().keys() - {"requests", "navigations"}
        assert (ran, shown.requests) == (set(), [])


@pytest.mark.long
@pytest.mark.parametrize("kind", ATTACK_KINDS)
def test_the_attacks_raise_alarms_where_nothing_stops_them(playwright, kind):
    assert raised_in_a_browser_of_its_own(playwright, kind) >= RAISED_WITHOUT_PROTECTION[kind]


def raised_in_a_browser_of_its_own(playwright: Playwright, kind: str) -> set[str]:
    """The alarms that a kind of attack raises where nothing stops it.

    Such attacks crash the browser now and then, so each gets its own, and another one after that.
    """
    for browsers_left in reversed(range(MOST_BROWSERS)):
        with launched(playwright) as browser:
            try:
                return raised_unprotected(browser, kind)
            except Error:
                if browser.is_connected() or not browsers_left:
                    raise
    raise AssertionError("unreachable")


def raised_unprotected(browser: Browser, kind: str) -> set[str]:
    attacks = dict(ATTACK_KINDS[kind])
    wanted = RAISED_WITHOUT_PROTECTION[kind]
    taken_away = attacks.pop(TAKES_THE_TAB_AWAY, None)
    if taken_away is None:
        return raised_by(browser, attacks.values(), wanted, follows=kind == "addresses")
    before = raised_by(browser, attacks.values(), wanted - {"navigations"})
    return before | raised_by(browser, [taken_away], {"navigations"})


def raised_by(
    browser: Browser, attacks: Iterable[str], wanted: set[str], *, follows: bool = False
) -> set[str]:
    pages = [page_around(attack).encode() for attack in attacks]
    opened = browser.new_context(viewport={"width": 1000, "height": 800})
    with framed(opened, *pages, sandbox=False) as shown:
        if follows:
            shown.evaluate_all(FOLLOW_WITHIN)
        return raised_in_time(shown, wanted)


def raised_in_time(shown: FramedPages, wanted: set[str]) -> set[str]:
    """The alarms of a document: what is just opening is noticed some pictures after the load."""
    raised = set(shown.alarms.raised())
    for _ in range(MOST_PICTURES):
        if raised >= wanted:
            break
        shown.page.evaluate(NEXT_PICTURE)
        raised = set(shown.alarms.raised())
    return raised
