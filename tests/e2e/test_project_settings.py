"""A lead makes a project for ASQA, and sets how work goes in it."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.leading import compute_statistics, open_section, save_settings
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.small_project import LEAD, QUESTIONS, Api, page_line
from tests.e2e.test_looks import look, look_narrow

pytestmark = pytest.mark.long


def test_a_lead_creates_a_project_for_asqa_without_context(
    profiles: Profiles, api: Api, screenshot_folder: Path
) -> None:
    page = profiles.open(LEAD, at="/projects/new").page
    look(page, "create-project-nq", screenshot_folder)
    page.get_by_role("radio", name="ASQA").check()
    page.get_by_label("Title").fill("Several meanings")
    expect(page.get_by_label("Minutes per question")).to_have_value("60")
    page.get_by_role("radio", name="The question alone").check()
    look(page, "create-project-asqa", screenshot_folder)
    page.get_by_role("radio", name="The question alone").scroll_into_view_if_needed()
    look(page, "create-project-asqa-below", screenshot_folder)
    page.get_by_role("button", name="Create project").click()
    expect(page).to_have_url("/projects/several-meanings")
    project = api.get("projects/several-meanings/")
    conduct = ("kind", "overlap", "minutes_per_question", "recommended_per_day", "regime")
    assert [project[name] for name in conduct] == ["asqa", 1, 60, 10, "no_context"]


@pytest.mark.long
def test_a_lead_sets_the_limit_and_how_many_annotations_each_split_needs(
    profiles: Profiles, api: Api, server: Server, screenshot_folder: Path
) -> None:
    slug = "conduct"
    api.create_project(slug, ["uma"], questions=())
    for split, question in zip(("train", "dev"), QUESTIONS, strict=False):
        file = server.data_dir / f"{slug}-{split}.jsonl"
        file.write_text(page_line(question), "utf-8")
        server.manage("import_pages", slug, str(file), "--split", split)
    page = profiles.open(LEAD, at=f"/projects/{slug}/settings").page
    page.get_by_role("tab", name="Work").click()
    page.get_by_label("Minutes per question").fill("45")
    page.get_by_label("Questions a day").fill("10")
    page.get_by_role("heading", name="Work").scroll_into_view_if_needed()
    look(page, "settings-work", screenshot_folder)
    page.get_by_role("tab", name="Queue").click()

    page.get_by_label("Annotations per example of dev").fill("2")
    page.get_by_label("A future split").fill("test")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_label("Annotations per example of test").fill("2")
    page.get_by_role("heading", name="by split").scroll_into_view_if_needed()
    look(page, "settings-splits", screenshot_folder)
    expect(page.get_by_role("region", name="Unsaved changes")).to_contain_text("4 unsaved changes")
    save_settings(page)
    own = [{"name": "dev", "overlap": 2}, {"name": "test", "overlap": 2}]
    assert api.get(f"projects/{slug}/queue/")["overlaps"] == own
    needed = {
        example["split"]: example["annotations_required"]
        for example in api.get(f"projects/{slug}/examples/")["results"]
    }
    assert needed == {"train": 1, "dev": 2}
    assignment = api.post(f"projects/{slug}/assignments/next/", {}, by="uma")
    assert assignment["time"]["limit_seconds"] == 45 * 60


def test_a_lead_draws_splits_and_hides_one(
    profiles: Profiles, api: Api, screenshot_folder: Path
) -> None:
    slug = "drawn"
    api.create_project(slug, ["uma"])
    api.answer(slug, "uma", dict.fromkeys(QUESTIONS, (0,)))
    page = profiles.open(LEAD, at=f"/projects/{slug}/settings").page
    page.get_by_role("tab", name="Splits").click()
    page.get_by_role("button", name="Remove part 3").click()
    page.get_by_label("Size of part 1").fill("100%")
    page.get_by_label("Name of part 2").fill("test")
    page.get_by_label("Size of part 2").fill("1")
    page.get_by_role("button", name="Preview").click()
    drawn = page.get_by_role("list", name="What the draw gives")
    expect(drawn.get_by_role("listitem").filter(has_text="test")).to_contain_text("1 example")
    page.get_by_role("button", name="Draw the splits").click()
    splits = page.get_by_role("list", name="Examples by split")
    expect(splits.get_by_role("listitem").filter(has_text="test")).to_contain_text("1 example")
    page.get_by_role("button", name="Hide a split").click()
    page.get_by_role("radio", name="test").check()
    page.get_by_role("button", name="Hide it").click()
    expect(page.get_by_text("You see its questions and answers as a steward")).to_be_visible()
    open_section(page, "Competition")
    page.get_by_role("button", name="Open a competition").click()
    expect(page.get_by_role("tab", name="Page", exact=True)).to_be_visible()
    assert api.get(f"projects/{slug}/submissions/", by="uma")["phase"] is None

    open_section(page, "Statistics")
    for choice, counted in (("Only test", 1), ("With test", 3), ("Without test", 2)):
        page.get_by_role("radiogroup", name="Hidden split").get_by_text(choice).click()
        expect(page.get_by_role("radio", name=choice)).to_be_checked()
        compute_statistics(page)
        examples = f"of {counted} example{'s' if counted > 1 else ''}"
        expect(page.get_by_text(examples).first).to_be_visible()
        expect(page.get_by_text("Only stewards see these figures.")).to_have_count(
            int(choice != "Without test")
        )
        if choice == "Only test":
            look(page, "statistics-hidden-split", screenshot_folder)
            look_narrow(page, "statistics-hidden-split")
    page.go_back()
    expect(page).to_have_url(f"/projects/{slug}/statistics/schedule?hidden_split=with")
    page.get_by_role("link", name="Do annotators agree?").click()
    expect(page).to_have_url(f"/projects/{slug}/statistics/agreement?hidden_split=with")
