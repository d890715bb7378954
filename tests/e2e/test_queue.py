"""A lead puts the queue in order and decides on late work; annotators get what follows from it."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.leading import save_settings
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.small_project import LEAD, QUESTIONS, Api, let_leases_run_out, page_line
from tests.e2e.test_looks import look
from tests.factories.corpus import BAD

pytestmark = pytest.mark.long

FERRY, BRIDGE_OPENED, WINTER = QUESTIONS


def next_question(api: Api, slug: str, name: str) -> str:
    """Take the next question and call it bad; its text."""
    assignment = api.post(f"projects/{slug}/assignments/next/", {}, by=name)
    api.post(f"assignments/{assignment['id']}/submit/", BAD, by=name)
    text: str = assignment["question"]["text"]
    return text


def import_split(server: Server, slug: str, split: str, *questions: str) -> None:
    file = server.data_dir / f"{slug}-{split}.jsonl"
    file.write_text("".join(page_line(question) for question in questions), "utf-8")
    server.manage("import_pages", slug, str(file), "--split", split)


def test_a_lead_orders_the_queue_by_split_and_priority(
    profiles: Profiles, api: Api, server: Server, screenshot_folder: Path
) -> None:
    slug = "queue-orders"
    api.create_project(slug, ["uma"], overlap=2, questions=())
    import_split(server, slug, "dev", FERRY, BRIDGE_OPENED)
    import_split(server, slug, "train", WINTER)
    page = profiles.open(LEAD, at=f"/projects/{slug}/settings?tab=queue").page
    page.get_by_role("radio", name="By split").check()
    page.get_by_role("button", name="Move train up").click()
    rows = page.get_by_role("list", name="Order of the splits").get_by_role("listitem")
    expect(rows.first).to_contain_text("train")
    # The switch itself is hidden behind what is drawn for it.
    page.get_by_label("Pair annotators evenly").dispatch_event("click")
    look(page, "queue-settings", screenshot_folder)
    page.get_by_role("heading", name="Queue").scroll_into_view_if_needed()
    look(page, "queue-settings-below", screenshot_folder)
    save_settings(page)
    api.get_once(f"projects/{slug}/queue/", lambda queue: queue["is_ordered"])
    expect(page.get_by_text("The examples are being put in order")).to_be_hidden()
    expect(page.get_by_text("stopped half-way")).to_be_hidden()

    page.goto(f"/projects/{slug}/examples")
    page.get_by_role("button", name=f"Priority 0 of {BRIDGE_OPENED}").click()
    dialog = page.get_by_role("dialog", name="Set a priority")
    dialog.get_by_label("Priority").fill("5")
    look(page, "priority-dialog", screenshot_folder)
    dialog.get_by_role("button", name="Set the priority").click()
    expect(page.get_by_role("button", name=f"Priority 5 of {BRIDGE_OPENED}")).to_be_visible()
    page.get_by_role("button", name="Set priorities").click()
    look(page, "priorities-dialog", screenshot_folder)
    page.keyboard.press("Escape")
    look(page, "examples-with-priorities", screenshot_folder)
    assert [next_question(api, slug, "uma") for _ in QUESTIONS] == [WINTER, BRIDGE_OPENED, FERRY]


def open_late(page: Page) -> None:
    """Open the dialog of the only late annotation."""
    page.get_by_role("button", name="Late").click()
    expect(page.get_by_role("dialog", name="A late annotation")).to_be_visible()


def test_a_lead_counts_a_late_annotation_and_takes_that_back(
    profiles: Profiles, api: Api, server: Server, screenshot_folder: Path
) -> None:
    slug = "queue-late"
    api.create_project(slug, ["uma", "vilma"], questions=(FERRY,))
    hers = api.post(f"projects/{slug}/assignments/next/", {}, by="uma")
    let_leases_run_out(server, slug, "open")
    assert next_question(api, slug, "vilma") == FERRY
    api.post(f"assignments/{hers['id']}/submit/", BAD, by="uma")

    page = profiles.open(LEAD, at=f"/projects/{slug}/annotations?arrival=late_waiting").page
    open_late(page)
    look(page, "late-dialog", screenshot_folder)
    page.get_by_label("Why").fill("Both answers are of use.")
    page.get_by_role("button", name="Count it").click()
    expect(page.get_by_text("No matching annotations")).to_be_visible()
    page.get_by_role("button", name="Show all").click()
    example = api.get(f"projects/{slug}/examples/")["results"][0]
    assert (example["annotations_submitted"], example["annotations_required"]) == (2, 2)
    open_late(page)
    expect(page.get_by_text("Both answers are of use.")).to_be_visible()
    look(page, "late-dialog-counted", screenshot_folder)
    page.get_by_role("button", name="Don’t count it any more").click()
    expect(page.get_by_role("button", name=f"Late: {FERRY}")).to_be_visible()
    look(page, "annotations-with-late", screenshot_folder)
    example = api.get(f"projects/{slug}/examples/")["results"][0]
    assert (example["annotations_submitted"], example["annotations_required"]) == (1, 1)
