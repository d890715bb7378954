"""Writing, training, judging and comparing, in each width from a phone's on."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.e2e.demo_servers import DemoServers
from tests.e2e.loading import expect_loaded
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.widths import look

pytest_plugins = ["tests.e2e.demo_people"]
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


@pytest.mark.parametrize("state", STATES, ids=lambda state: state[0])
def test_a_place_of_work_fits_every_width(
    people: Profiles, addresses: dict[str, str], state: tuple[str, ...]
) -> None:
    name, who, address, shows, button = state
    page = people.open(who, at=address.format_map(addresses)).page
    expect(page.locator(shows).first).to_be_visible()
    expect_loaded(page)
    leads_on = page.get_by_role("button", name=button).last if button else None
    assert look(page, name, leads_on) == []
    page.context.close()
