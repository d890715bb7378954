"""Several people at once: each with a browser profile of their own."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.e2e.inspection import Inspection
from tests.e2e.signing_in import PASSWORD, sign_in
from tests.e2e.watch import Watch

# Waiting costs nothing where all goes well, and machines can be slow.
LONGEST_WAIT_MS = 180_000
"""How long a browser may take for what it is to show. Only a test that fails waits so long."""


class Profile:
    """One person's browser. ``requests`` are the addresses that it asked for so far."""

    def __init__(self, context: BrowserContext) -> None:
        """Open a tab and write down what happens from now on."""
        self.context = context
        self.watch = Watch(context)
        self.inspection = Inspection(context)
        self.requests: list[str] = []
        context.on("request", lambda request: self.requests.append(request.url))
        self.page: Page = context.new_page()

    def close(self) -> None:
        """Close it, once axe was asked about what is on screen."""
        self.inspection.faults()
        self.context.close()


class Profiles:
    """Makes profiles, and looks at the end whether something went wrong in one of them."""

    def __init__(self, browser: Browser, *, password: str = PASSWORD, **options: Any) -> None:
        """Profiles of ``browser``; ``options`` are those of its contexts."""
        self._browser = browser
        self._password = password
        self._options = options
        self._made: list[Profile] = []

    def open(self, name: str | None = None, *, at: str = "", **options: Any) -> Profile:
        """A fresh profile, ``at`` that address; with a ``name`` that person has signed in."""
        context = self._browser.new_context(**{**self._options, **options})
        context.set_default_timeout(LONGEST_WAIT_MS)
        profile = Profile(context)
        self._made.append(profile)
        if name is not None:
            sign_in(profile.page, name, at=at or "/", password=self._password)
        elif at:
            profile.page.goto(at)
        return profile

    @property
    def pages(self) -> list[Page]:
        """Every tab that is open."""
        return [page for profile in self._made for page in profile.context.pages]

    @property
    def problems(self) -> list[str]:
        """What any of the profiles logged as an error."""
        return [problem for profile in self._made for problem in profile.watch.problems]

    def faults(self) -> list[str]:
        """What axe finds in any of the tabs, and found in those of the profiles."""
        return [fault for profile in self._made for fault in profile.inspection.faults()]

    def close(self) -> None:
        """Close all of them."""
        for profile in self._made:
            profile.context.close()


@contextmanager
def several_people(browser: Browser, **options: Any) -> Iterator[Profiles]:
    """Profiles as long as the context lasts; nothing moves, and the site speaks English.

    Fails at its end if anybody's tab logged an error, or if axe found a fault in one. ``options``
    are those of ``Profiles``.
    """
    made = Profiles(browser, reduced_motion="reduce", locale="en", **options)
    yield made
    faults = made.faults()
    problems = made.problems
    made.close()
    assert problems == [], problems
    assert not faults, "\n".join(faults)
