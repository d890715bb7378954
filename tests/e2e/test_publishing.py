"""A lead publishes the demo's project with 25 annotations per question, in the browser."""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from annotator.publishing.releases.verifying import verify
from tests.e2e.demo_servers import DemoServers
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.test_looks import go

pytest_plugins = ["tests.e2e.demo_people"]
pytestmark = [pytest.mark.above_database, pytest.mark.long]


@pytest.fixture(scope="module")
def server(demo_servers: DemoServers) -> Iterator[Server]:
    with demo_servers.started("publishing") as started:
        yield started


def test_a_lead_publishes_a_data_set_that_proves_itself(people: Profiles, tmp_path: Path) -> None:
    page = people.open("lena").page
    go(page, "/projects/demo-25/publish", "Publish")
    card = page.get_by_role("region", name="Data set card")
    card.get_by_role("combobox", name="Licence").fill("cc-by-4.0")
    card.get_by_role("textbox", name="Summary").fill("Questions of the demo.")
    card.get_by_role("button").last.click()
    expect(card.get_by_role("button").last).to_be_disabled()

    release = page.get_by_role("region", name="Version 1.0.0")
    expect(release).to_contain_text("40 examples, 0 annotations")
    release.get_by_role("checkbox", name="1,000 simulated").check()
    expect(release).to_contain_text("40 examples, 1,000 annotations")
    release.get_by_role("button").click()
    job = page.get_by_role("article", name="demo-25-1.0.0.zip")
    with page.expect_download() as downloaded:
        job.get_by_role("link").click()
    packed = tmp_path / "out.zip"
    downloaded.value.save_as(packed)
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(tmp_path)
    folder = tmp_path / "demo-25-1.0.0"
    assert verify(folder) == []
    written = (folder / "README.md").read_text("utf-8")
    assert "Questions of the demo." in written
    assert "The annotations are under `cc-by-4.0`." in written

    card.get_by_role("textbox", name="Version").fill("1.1.0")
    card.get_by_role("button").last.click()
    second = page.get_by_role("region", name="Version 1.1.0")
    second.get_by_role("button").click()
    expect(page.get_by_role("article", name=re.compile("demo-25-1.1.0.zip"))).to_contain_text("40")
    listed = page.get_by_role("region", name="Versions").get_by_role("article")
    expect(listed).to_have_count(2)
    expect(listed.first.get_by_role("listitem")).to_have_count(1)
