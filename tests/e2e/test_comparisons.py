"""A comparison study from its opening to Table 4 and 5: a lead and two comparers."""

import csv
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.ambiguous_project import QUESTIONS, create_ambiguous_project
from tests.e2e.annotating import COUNTS
from tests.e2e.leading import open_section
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.signing_in import PASSWORD
from tests.e2e.small_project import LEAD, Api
from tests.e2e.test_looks import look

SLUG = "orle-comparisons"
COMPARERS = ("eva", "egon")
PAIRS = 6

# What a system answers to every question, from the best to the worst: the n-th of the four
# captures 3, 2, 1 and 0 of the question's three disambiguations.
ANSWERS = {
    "Oracle": (
        "The old crossing is a ferry that the Marten family has kept since 1712. The stone bridge"
        " beside it was opened on 4 May 1867 and the railway bridge in 1902."
    ),
    "Reader": "The ferry is kept by the Marten family; the stone bridge was opened in 1867.",
    "People 1": "It has been a matter of the Marten family for three hundred years.",
    "People 2": "People have crossed the river here for as long as anybody can tell.",
}
NAMES = list(ANSWERS)
DISAMBIGUATIONS = 3
INSTRUCTIONS = "Read **both answers** first, then judge each of them by itself."


pytestmark = pytest.mark.long


def test_two_comparers_compare_four_systems_and_a_lead_reads_what_came_out(
    profiles: Profiles, api: Api, server: Server, screenshot_folder: Path, tmp_path: Path
) -> None:
    make_project(api, server)
    lead = profiles.open(LEAD, at=f"/projects/{SLUG}").page
    open_study(lead, tmp_path, screenshot_folder)
    study = lead.url

    for name, prefers_by_rank in zip(COMPARERS, (True, False), strict=True):
        page = profiles.open(name, at=f"/projects/{SLUG}").page
        compare_all(page, screenshot_folder, prefers_by_rank=prefers_by_rank)

    lead.goto(study)
    progress = lead.get_by_role("table", name="Progress per comparer")
    expect(progress.get_by_text("6 of 6")).to_have_count(2)
    found = results_on(lead)
    with lead.expect_download() as download:
        lead.get_by_role("link", name="TSV").click()
    file = tmp_path / "comparisons.tsv"
    download.value.save_as(file)
    assert found == results_by_hand(file)
    agreement = lead.get_by_role("table", name="Agreement of comparers")
    # Of ambiguity both think by rank; overall one of them always says tie.
    expect(agreement.get_by_role("row", name="Resolving ambiguity")).to_contain_text("6100.0%")
    expect(agreement.get_by_role("row", name="Overall")).to_contain_text("60.0%")
    lead.get_by_role("heading", name="Results").scroll_into_view_if_needed()
    look(lead, "comparison-results", screenshot_folder)
    lead.get_by_role("figure").scroll_into_view_if_needed()
    look(lead, "comparison-chart", screenshot_folder)
    correlate(lead, screenshot_folder)

    lead.evaluate("scrollTo(0, 0)")
    lead.get_by_role("button", name="Finish").click()
    lead.get_by_role("dialog").get_by_role("button", name="Finish").click()
    expect(lead.get_by_text("Finished", exact=True)).to_be_visible()
    import_file(lead, file, title="The same from a file")
    assert results_on(lead) == found
    refuse_file(lead, file, screenshot_folder)


def make_project(api: Api, server: Server) -> None:
    """Three questions that two annotators have answered, and two experts."""
    create_ambiguous_project(api, server, SLUG, ["uma", "vera"], overlap=2)
    for name in COMPARERS:
        member = {"username": name, "role": "expert", "password": PASSWORD}
        api.post(f"projects/{SLUG}/members/", member)
    for name, system, missing in (("uma", "People 1", [1, 2]), ("vera", "People 2", [0, 1, 2])):
        for _ in QUESTIONS:
            assignment = api.post(f"projects/{SLUG}/assignments/next/", {}, by=name)
            answer: dict[str, Any] = {
                "long_form_answer": ANSWERS[system],
                "knowledge": [],
                "acknowledged_missing": missing,
                "concern": "",
                "active_seconds": {"writing": 300},
            }
            api.post(f"assignments/{assignment['id']}/submit/", answer, by=name)


def open_study(lead: Page, folder: Path, pictures: Path) -> None:
    """Fill in the form, with a file that is refused first."""
    keys = [str(number) for number in range(1, len(QUESTIONS) + 1)]
    for name in NAMES[:2]:
        answers = dict.fromkeys(keys, ANSWERS[name])
        (folder / f"{name}.json").write_text(json.dumps(answers, indent=1), "utf-8")
    wrong = folder / "wrong" / "Reader.json"
    wrong.parent.mkdir()
    wrong.write_text('{\n "1": "The ferry.",\n "2": 7,\n "3": "The bridge."\n}\n', "utf-8")

    open_section(lead, "Comparisons")
    expect(lead.get_by_text("No studies yet")).to_be_visible()
    lead.get_by_role("link", name="New study").click()
    lead.get_by_label("Title").fill("Answers about the Orle")
    files = lead.get_by_label("Files of answers")
    files.set_input_files([folder / "Oracle.json", wrong])
    for _ in range(2):
        lead.get_by_role("button", name="Add annotations").click()
    lead.get_by_label("Comparers per pair").fill("2")
    lead.get_by_label("Seed").fill("7")
    for name in COMPARERS:
        lead.get_by_role("checkbox", name=name).check()
    lead.get_by_label("Instructions (optional)").fill(INSTRUCTIONS)
    expect(lead.get_by_text("6 pairs, 12 comparisons: 6 for each of 2 comparers")).to_be_visible()
    lead.get_by_role("button", name="Open the study").click()

    refused = lead.get_by_role("listitem").filter(has_text="Reader.json")
    expect(refused).to_contain_text("Reader.json:3: 2: 7 is not a string.")
    look(lead, "comparison-study-refused", pictures)
    lead.get_by_role("button", name="Remove Reader").click()
    files.set_input_files(folder / "Reader.json")
    lead.get_by_role("button", name="Open the study").click()
    expect(lead.get_by_role("table", name="Progress per comparer")).to_contain_text("0 of 6")
    expect(lead.get_by_text("No results yet")).to_be_visible()


def compare_all(page: Page, pictures: Path, *, prefers_by_rank: bool) -> None:
    """Compare every pair by keyboard; ``prefers_by_rank`` decides what is said overall."""
    expect(page.get_by_role("heading", name="Comparing", level=1)).to_be_visible()
    expect(page.get_by_text("0 of 6 pairs compared")).to_be_visible()
    if prefers_by_rank:
        look(page, "comparing", pictures)
    page.get_by_role("link", name="Begin").click()
    expect(page.get_by_role("dialog")).to_contain_text("both answers")
    page.get_by_role("button", name="To the answers").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    for number in range(PAIRS):
        expect(page.get_by_text(f"Pair {number + 1} of {PAIRS}")).to_be_visible()
        left, right = sides(page)
        expect(page.locator("mark")).to_have_count(0)
        if number == 0:
            begin_and_come_back(page, left, pictures if prefers_by_rank else None)
        page.keyboard.press("ArrowUp")
        judge(page, left, right, prefers_by_rank=prefers_by_rank)
        expect(page.get_by_role("button", name="Submit")).to_be_visible()
        expect(page.locator(COUNTS)).to_be_visible()
        page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", name="You have compared every pair")).to_be_visible()


def begin_and_come_back(page: Page, left: int, pictures: Path | None) -> None:
    """What was decided is there after a reload, and is not enough to be submitted."""
    page.keyboard.press("y" if left == DISAMBIGUATIONS else "n")
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    page.reload()
    missing = page.get_by_role("button", name="Missing: left 2 and 3, all 3 rows of the right")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(missing).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(missing).to_be_visible()
    if pictures is not None:
        look(page, "comparison", pictures)
        page.get_by_role("switch", name="Mark short answers").check()
        expect(page.locator("mark").first).to_be_visible()
        look(page, "comparison-marked", pictures)
        page.get_by_role("switch", name="Mark short answers").uncheck()
    # Where the keyboard stands is the second row; the first is decided anew.
    page.locator('[data-step="left-1"] input').first.focus()


def sides(page: Page) -> tuple[int, int]:
    """How many disambiguations the left and the right answer capture, by their texts alone."""
    texts = [
        page.get_by_role("article", name=f"{side} answer").locator("p").inner_text()
        for side in ("Left", "Right")
    ]
    assert not any(name in page.content() for name in NAMES), "a system's name is on the screen"
    left, right = (DISAMBIGUATIONS - list(ANSWERS.values()).index(text) for text in texts)
    return left, right


def judge(page: Page, left: int, right: int, *, prefers_by_rank: bool) -> None:
    """Say of each row whether it is captured, then who is better."""
    for captured in (left, right):
        for number in range(DISAMBIGUATIONS):
            page.keyboard.press("y" if number < captured else "n")
    better = "1" if left > right else "3"
    for key in (better, "t", better if prefers_by_rank else "2"):
        page.keyboard.press(key)


def results_on(page: Page) -> dict[str, list[str]]:
    """The table of results: each system's answers, ACC, COMP, FLUE and HO."""
    table = page.get_by_role("table", name="Results", exact=True)
    expect(table.get_by_role("row")).to_have_count(1 + len(NAMES))
    rows = [table.get_by_role("row", name=name) for name in NAMES]
    return {
        name: [
            row.get_by_role("cell").first.inner_text(),
            *row.locator("td > span:first-child").all_inner_texts(),
        ]
        for name, row in zip(NAMES, rows, strict=True)
    }


def results_by_hand(file: Path) -> dict[str, list[str]]:
    """Table 4 of the comparisons in a downloaded file, counted anew.

    Whatever the pairs are, the best has won all of its six comparisons as far as ambiguity goes
    and three of them overall, where the other three are ties: 4.5 points of 6. The worst has lost
    as many. Fluency is a tie everywhere.
    """
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, dialect="excel-tab"))
    assert len(rows) == PAIRS * len(COMPARERS)
    won: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for row in rows:
        for respect in ("Ambiguity", "Fluency", "Overall"):
            points = {"left": 1.0, "tie": 0.5, "right": 0.0}[row[respect]]
            won[row["leftModel"]][respect] += points
            won[row["rightModel"]][respect] += 1 - points
    counted = {
        name: [f"{100 * won[name][respect] / 6:.1f}" for respect in ("Ambiguity", "Overall")]
        for name in NAMES
    }
    assert counted["Oracle"] == ["100.0", "75.0"]
    assert counted["People 2"] == ["0.0", "25.0"]
    captured = dict(zip(NAMES, ("100.0", "66.7", "33.3", "0.0"), strict=True))
    return {
        name: ["6", captured[name], counted[name][0], "50.0", counted[name][1]] for name in NAMES
    }


def correlate(lead: Page, pictures: Path) -> None:
    """Type scores that go with ACC exactly, and against it exactly."""
    for metric, scores in (("STR-EM", ("90", "60", "30", "0")), ("Errors", ("1", "2", "3", "4"))):
        lead.get_by_label("Name of a metric").fill(metric)
        lead.get_by_role("button", name="Add the metric").click()
        for name, score in zip(NAMES, scores, strict=True):
            lead.get_by_label(f"{metric} of {name}").fill(score)
    lead.get_by_role("button", name="Save scores").click()
    table = lead.get_by_role("table", name="Correlation with the human scores")
    expect(table.get_by_role("row", name="ACC").get_by_text("100.0", exact=True)).to_be_visible()
    expect(table.get_by_role("row", name="ACC").get_by_text("−100.0", exact=True)).to_be_visible()
    # All scores of fluency are the same, so there is nothing to correlate.
    expect(table.get_by_role("row", name="FLUE").get_by_text("100.0")).to_have_count(0)
    lead.reload()
    expect(lead.get_by_label("STR-EM of Oracle")).to_have_value("90")
    expect(table.get_by_role("row", name="HO")).to_be_visible()
    table.scroll_into_view_if_needed()
    look(lead, "comparison-correlations", pictures)


def import_file(lead: Page, file: Path, *, title: str) -> None:
    """Import a file of comparisons; ends on the page of what came of it."""
    lead.goto(f"/projects/{SLUG}/comparison-studies")
    lead.get_by_role("link", name="Import a file").click()
    lead.get_by_label("Title").fill(title)
    lead.locator("input[type=file]").set_input_files(file)
    lead.get_by_role("button", name="Import", exact=True).click()
    expect(lead.get_by_role("heading", name=title)).to_be_visible()


def refuse_file(lead: Page, file: Path, pictures: Path) -> None:
    """A row without a decision is not a tie: the whole file is refused, and the line is named."""
    lines = file.read_text("utf-8").splitlines(keepends=True)
    cells = lines[4].split("\t")
    cells[6] = ""
    wrong = file.with_name("wrong.tsv")
    wrong.write_text("".join([*lines[:4], "\t".join(cells), *lines[5:]]), "utf-8")
    lead.goto(f"/projects/{SLUG}/comparison-studies/import")
    lead.get_by_label("Title").fill("Wrong")
    lead.locator("input[type=file]").set_input_files(wrong)
    lead.get_by_role("button", name="Import", exact=True).click()
    problems = lead.get_by_role("alert").get_by_role("list", name="Problems")
    expect(problems).to_contain_text("wrong.tsv:5: Overall")
    look(lead, "comparison-import-refused", pictures)
    lead.goto(f"/projects/{SLUG}/comparison-studies")
    table = lead.get_by_role("table", name="Comparison studies")
    expect(table.get_by_role("row")).to_have_count(1 + 2)
    expect(table.get_by_role("row", name="Wrong")).to_have_count(0)
    look(lead, "comparison-studies", pictures)
