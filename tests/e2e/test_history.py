"""Answers are changed after they were submitted; both versions stay, and the lead sees who did."""

import gzip
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.annotating import Desk
from tests.e2e.leading import open_section, wait_for
from tests.e2e.paths import expect_marked
from tests.e2e.profiles import Profiles
from tests.e2e.small_project import BRIDGE, LEAD, Api

pytestmark = pytest.mark.long

FERRY = "who keeps the ferry at the old crossing"
SLUG = "history-revised"


def change_the_answer(profiles: Profiles) -> None:
    """Rita opens what she submitted, chooses another passage and says why."""
    page = profiles.open("rita", at=f"/projects/{SLUG}").page
    expect(page.get_by_text("A lead asks you to look at one of your answers again")).to_be_visible()
    page.get_by_role("link", name="Show it").click()
    row = page.get_by_role("row").filter(has_text=FERRY)
    expect(row).to_contain_text("A lead asks: Is it not the bridge?")
    row.get_by_role("link", name=re.compile("Change your answer")).click()
    desk = Desk(page)
    desk.expect_stage("short answer")
    expect(page.get_by_text("“Is it not the bridge?”")).to_be_visible()
    # The submitted answer is on its page.
    expect(page.get_by_role("button", name="Remove Marten family")).to_be_visible()
    desk.press("2")
    desk.expect_stage("long answer")
    desk.screen.click(BRIDGE)
    desk.button("Use this passage").click()
    desk.expect_stage("short answer")
    desk.button("No short answer").click()
    desk.expect_stage("review")
    submit = page.get_by_role("button", name=re.compile("Submit the change"))
    expect(submit).to_be_disabled()
    page.get_by_label("Reason for the change").fill("The bridge is what was asked for")
    # What was begun is there again after a reload, and why.
    desk.expect_saved()
    page.reload()
    desk.expect_stage("review")
    expect(page.get_by_label("Reason for the change")).to_have_value(
        "The bridge is what was asked for"
    )
    submit.click()
    expect(page.get_by_text("Your changed answer counts from now on.")).to_be_visible()
    expect(page.get_by_text("A lead asks you")).to_have_count(0)


def test_an_answer_is_reopened_changed_and_both_versions_are_in_the_timeline(
    profiles: Profiles, api: Api, tmp_path: Path
) -> None:
    api.create_project(SLUG, ["rita"], questions=[FERRY])
    annotate(profiles)

    page = profiles.open(LEAD, at=f"/projects/{SLUG}/examples").page
    page.get_by_role("link", name=FERRY).click()
    page.get_by_role("button", name="Ask to look again…").click()
    page.get_by_label("What to look at").fill("Is it not the bridge?")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_text("Asked to look again: “Is it not the bridge?”")).to_be_visible()

    change_the_answer(profiles)

    page.reload()
    expect(page.get_by_text("1 of 1 annotation · ")).to_be_visible()
    page.get_by_text("History", exact=True).click()
    timeline = page.get_by_role("list", name="History")
    expect(timeline.get_by_role("listitem")).to_contain_text(
        [
            "mported and published it",
            "rita got the question",
            "rita submitted an answer",
            f"{LEAD} asked to look at the answer again",
            "rita saved the draft",
            "rita changed the answer",
        ]
    )
    timeline.get_by_role("button", name="Compare with the answer before").click()
    dialog = page.get_by_role("dialog", name="How the answer was changed")
    expect(dialog.get_by_role("region", name="Version 1")).to_contain_text("Marten family")
    second = dialog.get_by_role("region", name="Version 2")
    expect(second).to_contain_text("A stone bridge was opened")
    expect(second).to_contain_text("The bridge is what was asked for")
    page.keyboard.press("Escape")

    page.goto(f"/projects/{SLUG}/history")
    table = page.get_by_role("table", name="History")
    # Below the header and the day.
    expect(table.get_by_role("row").nth(2)).to_contain_text("Changed the answer")
    expect(table.get_by_role("row").nth(2).get_by_role("link")).to_have_text(FERRY)
    page.get_by_label("What", exact=True).first.click()
    page.get_by_role("option", name="Answers").click()
    expect(table.get_by_role("row").filter(has_text="Got the question")).to_have_count(0)
    expect(table.get_by_role("row").nth(4)).to_contain_text("Submitted an answer")
    page.get_by_role("button", name="Views").click()
    page.get_by_label("Name of the view").fill("Only answers")
    page.get_by_role("button", name="Save", exact=True).click()
    page.goto(f"/projects/{SLUG}/history")
    page.get_by_role("button", name="Views").click()
    page.get_by_role("link", name="Only answers").click()
    expect(page).to_have_url(re.compile("kind=answers$"))

    open_section(page, "Export")
    page.get_by_role("button", name="Export as History, JSON lines").click()
    card = page.get_by_role("article").first
    wait_for(card, "Done")
    with page.expect_download() as download:
        card.get_by_role("link", name="Download").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    rows = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    answers = [row["annotation"] for row in rows if "annotation" in row]
    assert [answer["reason"] for answer in answers] == ["", "The bridge is what was asked for"]
    assert "rita" not in json.dumps(rows)


def annotate(profiles: Profiles) -> None:
    """Rita's first answer."""
    desk = Desk(profiles.open("rita", at=f"/projects/{SLUG}/annotate").page)
    desk.expect_stage("question")
    desk.judge_good()
    desk.screen.click("The old crossing is a ferry")
    desk.button("Use this passage").click()
    desk.expect_stage("short answer")
    desk.screen.drag("Marten family")
    expect_marked(desk, "Marten family")
    desk.button("Review").click()
    desk.submit()
    expect(desk.page.get_by_text("Nothing left for you right now")).to_be_visible()
