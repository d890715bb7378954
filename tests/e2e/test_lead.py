"""What leads see and do in the browser, beside what the real examples' test does."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, expect

from tests.e2e.annotating import Desk
from tests.e2e.leading import open_section, start_import, wait_for
from tests.e2e.page_on_screen import PageOnScreen
from tests.e2e.profiles import Profiles
from tests.e2e.small_project import LEAD, QUESTIONS, Api, page_line

FERRY, BRIDGE_OPENED, WINTER = QUESTIONS


def choose(page: Page, label: str, option: str) -> None:
    """Choose from a list that drops down."""
    page.get_by_label(label, exact=True).first.click()
    page.get_by_role("option", name=option, exact=True).click()


def expect_questions(page: Page, label: str, *questions: str) -> None:
    """Wait until a table shows these questions in this order and no other."""
    links = page.get_by_role("table", name=label).get_by_role("row").get_by_role("link")
    expect(links).to_have_text(list(questions))


def is_changed_member(response: Response) -> bool:
    """Whether the server has changed a member."""
    return response.request.method == "PATCH" and "/members/" in response.url and response.ok


@pytest.fixture
def answered(api: Api) -> str:
    """A project in which two people answered differently; its short name."""
    slug = "lead-lists"
    api.create_project(slug, ["otto", "paula"], overlap=2)
    api.answer(slug, "otto", {FERRY: (0,), BRIDGE_OPENED: "none", WINTER: "bad"})
    api.answer(slug, "paula", {FERRY: (1,)})
    return slug


def test_lists_are_filtered_and_an_example_shows_all_annotations_on_its_page(
    profiles: Profiles, api: Api, answered: str
) -> None:
    page = profiles.open(LEAD, at=f"/projects/{answered}/examples").page
    expect_questions(page, "Examples", *QUESTIONS)
    choose(page, "State", "Complete")
    expect_questions(page, "Examples", FERRY)
    choose(page, "State", "Any state")
    page.get_by_label("Search questions and pages").fill("winter")
    expect_questions(page, "Examples", WINTER)
    # What was filtered is in the address, so it can be shared and reloaded.
    page.reload()
    expect_questions(page, "Examples", WINTER)

    open_section(page, "Annotations")
    expect(page.get_by_role("table", name="Annotations").get_by_role("row")).to_have_count(5)
    choose(page, "Question", "Bad questions")
    expect_questions(page, "Annotations", WINTER)
    choose(page, "Question", "Any question")
    expect(page.get_by_role("table", name="Annotations").get_by_role("row")).to_have_count(5)
    choose(page, "Annotator", "paula")
    expect_questions(page, "Annotations", FERRY)
    choose(page, "Long answer", "Without one")
    expect(page.get_by_text("No matching annotations")).to_be_visible()
    page.get_by_role("button", name="Show all").click()

    page.get_by_role("link", name=FERRY).first.click()
    screen = PageOnScreen(page)
    expect(page.get_by_role("heading", name=FERRY)).to_be_visible()
    expect(page.get_by_text("2 of 2 annotations")).to_be_visible()
    annotations = page.get_by_role("complementary", name="Annotations")
    boxes = {
        each["annotator"]: each["long_answer"]["candidate_index"]
        for each in api.get(f"projects/{answered}/annotations/")["results"]
        if each["question"] == FERRY
    }
    assert len(set(boxes.values())) == 2
    for name, box in boxes.items():
        annotations.get_by_role("button", name=name).click()
        screen.expect_attribute("data-selected", box)

    # The address that bookmarks from before have.
    page.goto(f"/projects/{answered}/annotators")
    page.wait_for_url(f"**/projects/{answered}/statistics/people")
    row = page.get_by_role("row").filter(has_text="otto")
    expect(row).to_contain_text("3")


@pytest.mark.long
def test_a_member_who_is_not_active_can_not_go_on(profiles: Profiles, api: Api) -> None:
    api.create_project("lead-members", ["rikke"])
    profile = profiles.open("rikke", at="/projects/lead-members/annotate")
    desk = Desk(profile.page)
    desk.expect_stage("question")
    # All that the page asks for is there: what is answered later would be refused.
    expect(desk.page.get_by_role("link", name="Lead members")).to_be_visible()
    expect(desk.page.get_by_text("0 done today")).to_be_visible()
    page = profiles.open(LEAD, at="/projects/lead-members/members").page
    with page.expect_response(is_changed_member):
        # The switch itself is hidden behind what is drawn for it.
        page.get_by_label("rikke is active").dispatch_event("click")
        page.get_by_role("dialog").get_by_role("button", name="End it").click()
    expect(page.get_by_label("rikke is active")).not_to_be_checked()

    desk.press("g")
    expect(desk.page.get_by_text("Nothing more can be saved here.")).to_be_visible()
    expect(desk.page.locator("iframe")).to_have_count(0)
    desk.page.goto("/")
    expect(desk.page.get_by_text("You are not in a project yet")).to_be_visible()
    # The refused draft is logged, and nothing else.
    assert [each for each in profile.watch.problems if "/draft/" not in each] == []
    profile.watch.problems.clear()


@pytest.mark.long
def test_a_broken_file_is_told_by_line_field_problem_and_fix(
    profiles: Profiles, api: Api, tmp_path: Path
) -> None:
    api.create_project("lead-broken", [], questions=())
    lines = [json.loads(page_line(question)) for question in QUESTIONS]
    lines[1]["question_text"] = 12
    file = tmp_path / "broken.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    page = profiles.open(LEAD, at="/projects/lead-broken/import").page
    card = start_import(page, file, form="Questions with pages")
    wait_for(card, "Failed")
    card.get_by_role("button", name="Show 1 problem").click()
    cells = card.get_by_role("table", name="Problems").get_by_role("cell")
    expect(cells).to_have_count(4)
    line, field, problem, fix = cells.all_inner_texts()
    assert (line, field) == ("2", "question_text")
    assert problem != ""
    assert fix != ""
    assert api.get("projects/lead-broken/examples/")["count"] == 0

    page.get_by_label("Skip it and import the rest").check()
    card = start_import(page, file, form="Questions with pages")
    wait_for(card, "Done")
    assert api.get("projects/lead-broken/examples/")["count"] == 2
