"""Writing, training, judging and comparing, in each width from a phone's on."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Playwright, expect

from annotator.accounts.demo_accounts import DEMO_PASSWORD
from tests.e2e.browsers import Browsers
from tests.e2e.conftest import VIEWPORT
from tests.e2e.demo_servers import DemoServers
from tests.e2e.lived_in_demo import live_in
from tests.e2e.profiles import Profiles, several_people
from tests.e2e.server import Server
from tests.e2e.small_project import Api
from tests.e2e.widths import look

pytestmark = [pytest.mark.long, pytest.mark.above_database]

SUBMIT = "Submit"
STATES = (
    ("writing", "chen", "/projects/demo-asqa/annotate", "textarea", SUBMIT),
    ("training", "ada", "/projects/orle-training/training", "main", ""),
    ("training-answer", "ada", "{training_answer}", "textarea", SUBMIT),
    ("revising-long-form", "ben", "{own_long_form}", "textarea", SUBMIT),
    ("revising", "ben", "{own_annotation}", "iframe", ""),
    ("judging-list", "eve", "/projects/demo/judging", "table", ""),
    ("judging", "eve", "{judging}", "iframe", ""),
    ("comparing-list", "eve", "/projects/demo-asqa/comparing", "main", ""),
    ("comparing", "eve", "{comparing}", "article", ""),
)
"""A name, who opens which address, what shows that it is there, and the button that leads on."""


@pytest.fixture(scope="module")
def server(demo_servers: DemoServers) -> Iterator[Server]:
    with demo_servers.started("widths") as started:
        yield started


@pytest.fixture(scope="module")
def addresses(server: Server, playwright: Playwright) -> dict[str, str]:
    """Where what `lived_in_demo` made can be looked at."""
    api = Api(playwright, server, password=DEMO_PASSWORD)
    made = live_in(api, server)
    api.close()
    return made


@pytest.fixture(scope="module")
def people(browsers: Browsers, server: Server) -> Iterator[Profiles]:
    with several_people(
        browsers.shared(), password=DEMO_PASSWORD, base_url=server.url, viewport=VIEWPORT
    ) as made:
        yield made


@pytest.mark.parametrize("state", STATES, ids=lambda state: state[0])
def test_a_place_of_work_fits_every_width(
    people: Profiles, addresses: dict[str, str], state: tuple[str, ...]
) -> None:
    name, who, address, shows, button = state
    page = people.open(who, at=address.format_map(addresses)).page
    expect(page.locator(shows).first).to_be_visible()
    page.wait_for_load_state("networkidle")
    leads_on = page.get_by_role("button", name=button).last if button else None
    assert look(page, name, leads_on) == []
    page.context.close()
