"""A lead decides on a disagreement by keyboard, takes it back, writes an answer that no annotator
gave, and exports what was decided.
"""

import gzip
import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.ambiguous_project import create_ambiguous_project
from tests.e2e.annotating import COUNTS, Desk
from tests.e2e.leading import compute_statistics, export
from tests.e2e.long_answers import HALF, WHOLE, text_of
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.small_project import LEAD, QUESTIONS, Api

FERRY, BRIDGE, WINTER = QUESTIONS
PARAGRAPH, OTHER_PARAGRAPH = (0,), (4,)


def make_disagreements(api: Api, slug: str) -> None:
    """Two people who disagree about two of three questions, about the last one most."""
    api.create_project(slug, ["uma", "vera"], overlap=2, reviews_answers=False)
    api.answer(slug, "uma", {FERRY: PARAGRAPH, BRIDGE: PARAGRAPH, WINTER: "bad"})
    api.answer(slug, "vera", {FERRY: PARAGRAPH, BRIDGE: OTHER_PARAGRAPH, WINTER: PARAGRAPH})


def open_queue(page: Page, api: Api, slug: str) -> None:
    """Once the statistics have found the disagreements."""
    page.goto(f"/projects/{slug}/statistics")
    compute_statistics(page)
    expect(page.get_by_role("heading", name="Are we on schedule?")).to_be_visible()
    api.get_once(f"projects/{slug}/disagreements/", lambda found: found["count"] == 2)
    page.goto(f"/projects/{slug}/disagreements")


def test_a_lead_decides_by_keys_takes_it_back_and_exports_the_decided_answer(
    profiles: Profiles, api: Api, tmp_path: Path
) -> None:
    slug = "disagreeing"
    make_disagreements(api, slug)
    page = profiles.open(LEAD, at=f"/projects/{slug}").page
    open_queue(page, api, slug)
    rows = page.get_by_role("table", name="Disagreements").get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_contain_text(WINTER)

    page.get_by_role("link", name="Decide on the first").click()
    expect(page.get_by_role("heading", level=1, name=WINTER)).to_be_visible()
    answers = page.get_by_role("complementary", name="Answers").get_by_role("listitem")
    expect(answers).to_have_count(2)
    expect(page.get_by_text("vera")).to_be_hidden()
    page.keyboard.press("h")
    expect(answers.filter(has_text="vera")).to_be_visible()
    good = answers.filter(has_text="vera").get_by_role("button")
    number = 1 + ["vera" in text for text in answers.all_inner_texts()].index(True)
    page.keyboard.press(str(number))
    expect(good).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("r")
    page.keyboard.type("The list says so.")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Decided by lena")).to_be_visible()
    expect(page.get_by_text("1 example to decide on")).to_be_visible()

    page.keyboard.press("u")
    expect(page.get_by_text("2 examples to decide on")).to_be_visible()
    page.keyboard.press(str(number))
    page.keyboard.press("Enter")
    expect(page.get_by_text("Decided by lena")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_role("heading", level=1, name=BRIDGE)).to_be_visible()

    page.goto(f"/projects/{slug}/disagreements?state=decided")
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("The list says so.")
    page.goto(f"/projects/{slug}/export")
    file = export(page, "Decided answers", tmp_path)
    (line,) = gzip.decompress(file.read_bytes()).splitlines()
    example = json.loads(line)
    assert example["question_text"] == WINTER
    (annotation,) = example["annotations"]
    assert annotation["long_answer"]["candidate_index"] == 0


def test_a_lead_writes_an_answer_by_keys_and_a_reload_keeps_it(
    profiles: Profiles, api: Api
) -> None:
    slug = "written-gold"
    make_disagreements(api, slug)
    page = profiles.open(LEAD, at=f"/projects/{slug}").page
    open_queue(page, api, slug)
    page.get_by_role("link", name="Decide on the first").click()
    expect(page.get_by_role("heading", level=1, name=WINTER)).to_be_visible()
    page.keyboard.press("w")

    desk = Desk(page)
    expect(page.get_by_text("You write the right answer yourself.")).to_be_visible()
    desk.expect_stage("question")
    desk.press("g")
    desk.expect_stage("long answer")
    desk.press("ArrowDown", "Enter")
    desk.expect_stage("short answer")
    desk.expect_saved()
    page.reload()
    desk.expect_stage("short answer")
    desk.press("n")
    desk.expect_stage("review")
    expect(desk.button("Decide")).to_be_disabled()
    page.get_by_label("Reason for the decision").fill("Both missed it.")
    page.keyboard.press("Control+Enter")

    expect(page.get_by_text("an answer that no annotator gave")).to_be_visible()
    expect(page.get_by_role("region", name="The written answer")).to_be_visible()
    expect(page.get_by_label("Reason")).to_have_value("Both missed it.")


def test_a_lead_writes_a_long_form_answer_from_an_annotators(
    profiles: Profiles, api: Api, server: Server
) -> None:
    slug = "orle-written-gold"
    create_ambiguous_project(api, server, slug, ["nora"])
    assignment = api.post(f"projects/{slug}/assignments/next/", {}, by="nora")
    answer = {"long_form_answer": HALF, "acknowledged_missing": [0, 1, 2], "version": 0}
    api.post(f"assignments/{assignment['id']}/submit/", answer, by="nora")
    (annotation,) = api.get(f"projects/{slug}/annotations/")["results"]
    page = profiles.open(LEAD, at=f"/projects/{slug}/disagreements/{annotation['example']}").page
    expect(page.get_by_text(HALF)).to_be_visible()
    page.keyboard.press("1")
    page.get_by_role("button", name="Start from A").click()
    expect(text_of(page)).to_have_value(HALF)
    text_of(page).fill(WHOLE)
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    page.reload()
    expect(text_of(page)).to_have_value(WHOLE)
    expect(page.locator(COUNTS)).to_be_visible()
    page.get_by_label("Reason for the decision").fill("It left two crossings out.")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("an answer that no annotator gave")).to_be_visible()
    expect(page.get_by_role("region", name="The written answer")).to_contain_text(WHOLE)
