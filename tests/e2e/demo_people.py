"""Fixtures for modules whose own ``server`` has the demo: its people, and what they have made."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Playwright

from annotator.workspace.accounts.demo_accounts import DEMO_PASSWORD
from tests.e2e.browsers import Browsers
from tests.e2e.conftest import VIEWPORT
from tests.e2e.lived_in_demo import live_in
from tests.e2e.profiles import Profiles, several_people
from tests.e2e.server import Server
from tests.e2e.small_project import Api


@pytest.fixture(scope="module")
def people(browsers: Browsers, server: Server) -> Iterator[Profiles]:
    """The demo's accounts."""
    with several_people(
        browsers.shared(), password=DEMO_PASSWORD, base_url=server.url, viewport=VIEWPORT
    ) as made:
        yield made


@pytest.fixture
def lead(people: Profiles) -> Iterator[Page]:
    """A tab of the demo's lead."""
    profile = people.open("lena")
    yield profile.page
    profile.context.close()


@pytest.fixture(scope="module")
def addresses(server: Server, playwright: Playwright) -> dict[str, str]:
    """Where what `lived_in_demo` made can be looked at."""
    api = Api(playwright, server, password=DEMO_PASSWORD)
    made = live_in(api, server)
    api.close()
    return made
