"""A lead reads a finished round: Table 2, Figure 4 and the sheet of Figure 6, also on paper."""

import csv
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import RESULTS, VIEWPORT
from tests.e2e.pictures import photograph
from tests.e2e.profiles import Profiles
from tests.e2e.servers import Servers
from tests.e2e.signing_in import PASSWORD
from tests.e2e.small_project import LEAD, Answer, Api
from tests.e2e.widths import OVERFLOW
from tests.size import sized

pytestmark = pytest.mark.long

SLUG = "ferry-reports"
TITLE = "Round of the ferry"
EXPERTS = ("eva", "emil")
ANNOTATORS = ("paul", "ruth", "saul", "tess", "udo")
KEEPER, CABLE, BRIDGE, WINTER, SUMMER = QUESTIONS = (
    "who keeps the ferry at the old crossing",
    "how long is the cable of the ferry",
    "when was the stone bridge opened",
    "when does the ferry rest",
    "how often does the ferry cross in summer",
)

SEED = 58
"""With five annotations and five draws each is drawn once, so that every draw weighs the same."""

MARTEN_FAMILY = (23, 25)
FIRST: Mapping[str, Answer] = {
    KEEPER: (0, MARTEN_FAMILY),
    CABLE: (2,),
    BRIDGE: (4,),
    WINTER: (6,),
    SUMMER: (7,),
}
"""What is judged."""

FURTHER: Mapping[str, Mapping[str, Answer]] = {
    "ruth": {KEEPER: (0,), CABLE: (2,), BRIDGE: (4,), WINTER: "none", SUMMER: (7,)},
    "saul": {KEEPER: (4,), CABLE: (1,), BRIDGE: "none", WINTER: "none", SUMMER: (7,)},
    "tess": {KEEPER: (0,), CABLE: (2,), BRIDGE: "none", WINTER: "none", SUMMER: (5,)},
    "udo": {KEEPER: (0,), CABLE: "none", BRIDGE: "none", WINTER: "none", SUMMER: (7,)},
}
"""So that μ is 5/5, 4/5, 2/5, 1/5 and 5/5: at ends of intervals, and (0.4, 0.6] is empty."""

VOTES: Mapping[str, tuple[str, str]] = {
    KEEPER: ("C", "C"),
    CABLE: ("C", "C_d"),
    BRIDGE: ("C_d", "C_d"),
    WINTER: ("W", "W"),
    SUMMER: ("C", "W"),
}
CONSENSUS = {CABLE: "C", SUMMER: "C_d"}

PRECISION = [
    # Of five answers two are C, two C_d and one W: too few for intervals.
    ["80%", "–", "4 of 5", "90%"],
    ["40%", "–", "2 of 5", "59%"],
    ["40%", "–", "2 of 5", "31%"],
    ["20%", "–", "1 of 5", "10%"],
]
AGREEMENT = [
    # Of 10 first votes 4 are C, 3 C_d, 3 W: κ = (0.6 - 0.34)/(1 - 0.34) = 0.394,
    # α = 1 - 0.4·90/66 = 0.455; both voted alike on three of five answers.
    "0.39",
    "0.45",
    "60%",
]
PAIR = ["5", "60%", "0.44"]
"""Cohen: chance makes 3/5·1/5 + 1/5·2/5 + 1/5·2/5 = 0.28 alike, (0.6 - 0.28)/0.72 = 0.444."""

MOVED = [["3", "1", "0"], ["1", "2", "0"], ["0", "1", "2"]]
"""From C, C_d and W (rows) to C, C_d and W: the ten first votes."""

FIGURE_4 = [
    # Draws, share; then draws and share of C, C_d and W.
    ["(0, 0.2]", "1", "20%", "0", "0%", "0", "0%", "1", "20%"],
    ["(0.2, 0.4]", "1", "20%", "0", "0%", "1", "20%", "0", "0%"],
    ["(0.4, 0.6]", "0", "0%", "0", "0%", "0", "0%", "0", "0%"],
    ["(0.6, 0.8]", "1", "20%", "1", "20%", "0", "0%", "0", "0%"],
    ["(0.8, 1]", "2", "40%", "1", "20%", "1", "20%", "0", "0%"],
]
FOOTNOTE = re.compile(r"100%, 4 of 4, are correct .* 100%, 1 of 1, are wrong", re.DOTALL)

SHEET = {
    # The long answers and the short ones: with one, with the same, of five.
    KEEPER: ("5/5, 4/5", "1/5, 1/5"),
    CABLE: ("4/5, 3/5", "0/5, 5/5"),
    BRIDGE: ("2/5, 2/5", "0/5, 5/5"),
    WINTER: ("1/5, 1/5", "0/5, 5/5"),
    SUMMER: ("5/5, 4/5", "0/5, 5/5"),
}

SCHEMES: tuple[Literal["dark", "light"], ...] = sized(("light",), ("dark", "light"))
A4 = {"width": 794, "height": 1123}
"""In CSS pixels."""


@pytest.fixture
def round_id(api: Api, servers: Servers) -> int:
    """A finished round whose five examples have five annotations each."""
    number: int = servers.once(SLUG, lambda: finish_a_round(api))
    return number


def finish_a_round(api: Api) -> int:
    api.create_project(SLUG, ANNOTATORS, questions=QUESTIONS)
    for name in EXPERTS:
        member = {"username": name, "role": "expert", "password": PASSWORD}
        api.post(f"projects/{SLUG}/members/", member)
    api.answer(SLUG, "paul", FIRST)
    number = open_round(api)
    judge(api, number)
    api.post(f"judgment-rounds/{number}/variability/", {"annotations": len(ANNOTATORS)})
    for name, answers in FURTHER.items():
        api.answer(SLUG, name, answers)
    return number


def open_round(api: Api) -> int:
    """The lead draws all five answers for both experts; the round's id."""
    address = f"projects/{SLUG}/judgment-rounds/"
    experts = api.get(f"{address}population/?target=long")["experts"]
    body = {
        "title": TITLE,
        "target": "long",
        "size": len(QUESTIONS),
        "seed": SEED,
        "experts": [expert["membership"] for expert in experts],
        "guidelines": "",
    }
    opened: dict[str, Any] = api.post(address, body)
    assert opened["answer_count"] == len(QUESTIONS)
    number: int = opened["id"]
    return number


def judge(api: Api, number: int) -> None:
    """First votes, consensus, end."""
    address = f"judgment-rounds/{number}"
    by_question: dict[str, int] = {}
    for seat, name in enumerate(EXPERTS):
        for answer in api.get(f"{address}/answers/", by=name)["results"]:
            by_question[answer["question"]] = answer["number"]
            verdict = {"verdict": VOTES[answer["question"]][seat], "version": 0}
            at = f"{address}/answers/{answer['number']}/judgment/"
            api.put(at, {**verdict, "justification": ""}, by=name)
        api.post(f"{address}/close/", {}, by=name)
    for question, verdict in CONSENSUS.items():
        body = {"verdict": verdict, "justification": "Settled in the meeting.", "version": 0}
        api.put(f"{address}/answers/{by_question[question]}/consensus/", body)
    api.post(f"{address}/finish/", {})


def test_a_lead_reads_the_report_and_takes_figure_4_home(
    profiles: Profiles, round_id: int, screenshot_folder: Path, tmp_path: Path
) -> None:
    page = profiles.open(LEAD, at=f"/projects/{SLUG}/judgment-rounds").page
    page.get_by_role("link", name=TITLE).click()
    expect(page.get_by_text("5 of 5 examples complete")).to_be_visible()
    look(page, "judgment-round", screenshot_folder)
    page.get_by_role("link", name="Report", exact=True).click()

    expect(page.get_by_role("table", name="Precision", exact=True)).to_be_visible()
    assert cells(page, "Precision") == PRECISION
    assert [row[0] for row in cells(page, "Agreement")] == AGREEMENT
    assert cells(page, "Pairs of experts") == [PAIR]
    assert cells(page, "From first votes to consensus") == MOVED
    expect(page.get_by_text(FOOTNOTE)).to_be_visible()
    look(page, "judgment-report", screenshot_folder)

    figure = page.get_by_role("figure", name=re.compile("^Figure 4"))
    read_figure_4(figure)
    look(page, "judgment-figure-4", screenshot_folder, part=figure)
    numbers = list(csv.reader(download(page, figure, "CSV", tmp_path).splitlines()))
    assert numbers[0][:3] == ["μ", "Draws", "Share"]
    assert [row[:3] for row in numbers[1:]] == [
        ["(0, 0.2]", "1", "0.2"],
        ["(0.2, 0.4]", "1", "0.2"],
        ["(0.4, 0.6]", "0", "0"],
        ["(0.6, 0.8]", "1", "0.2"],
        ["(0.8, 1]", "2", "0.4"],
    ]
    assert len(json.loads(download(page, figure, "JSON", tmp_path))["rows"]) == len(FIGURE_4)
    check_drawing(download(page, figure, "SVG", tmp_path))

    figure.get_by_role("button", name="Show as table").click()
    table = figure.get_by_role("table").locator("tbody tr")
    expect(table).to_have_count(len(FIGURE_4))
    shown = [row.locator("th, td").all_inner_texts() for row in table.all()]
    assert shown == FIGURE_4


def read_figure_4(figure: Locator) -> None:
    """Its bars are walked through by keys, and each tells its numbers."""
    bars = figure.get_by_role("group").get_by_role("button")
    expect(bars).to_have_count(len(FIGURE_4))
    bars.first.focus()
    bars.first.press("End")
    expect(bars.last).to_be_focused()
    expect(bars.last).to_have_accessible_name(
        "μ in (0.8, 1]: 40% of draws (2); Correct 20% (1); Correct (but debatable) 20% (1); "
        "Wrong 0% (0)"
    )


def download(page: Page, figure: Locator, form: str, folder: Path) -> str:
    """The text of a figure's download."""
    figure.get_by_role("button", name="Download").click()
    with page.expect_download() as started:
        page.get_by_role("menuitem", name=form).click()
    path = folder / started.value.suggested_filename
    started.value.save_as(path)
    return path.read_text("utf-8-sig")


def check_drawing(text: str) -> None:
    """A picture of its own: nothing in it needs a style sheet or a variable."""
    root = ElementTree.fromstring(text)  # noqa: S314 - our own file
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "var(" not in text
    assert "class=" not in text
    ground = root[0]
    assert (ground.tag.rpartition("}")[2], ground.get("fill")) in {
        ("rect", "#ffffff"),
        ("rect", "rgb(255, 255, 255)"),
    }


def test_the_sheet_shows_every_answer_and_prints_whole_and_light(
    profiles: Profiles, round_id: int, screenshot_folder: Path, tmp_path: Path
) -> None:
    page = profiles.open(LEAD, at=f"/projects/{SLUG}/judgment-rounds/{round_id}/sheet").page
    entries = page.get_by_role("list", name="Judged answers").get_by_role("listitem")
    expect(entries).to_have_count(len(QUESTIONS))
    for question, (long, short) in SHEET.items():
        entry = entries.filter(has=page.get_by_role("heading", name=question))
        expect(entry).to_contain_text(f"Long answer stats: {long}")
        expect(entry).to_contain_text(f"Short answer stats: {short}")
    keeper = entries.filter(has=page.get_by_role("heading", name=KEEPER))
    expect(keeper).to_contain_text("The old crossing is a ferry on the river Orle")
    expect(keeper).to_contain_text("Marten family")
    expect(keeper.get_by_role("img", name="Correct", exact=True)).to_be_visible()
    look(page, "judgment-sheet", screenshot_folder)

    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", "dark")
    page.evaluate(
        """() => addEventListener("beforeprint", () => {
          window.printedIn = document.documentElement.dataset.mantineColorScheme
        })"""
    )
    page.pdf(path=RESULTS / "judgment-sheet.pdf", format="A4")
    assert page.evaluate("window.printedIn") == "light"
    expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", "dark")

    page.set_viewport_size({"width": A4["width"], "height": A4["height"]})
    page.emulate_media(media="print", color_scheme="light", reduced_motion="reduce")
    expect(page.get_by_role("navigation", name="Project")).to_be_hidden()
    expect(page.get_by_role("banner")).to_be_hidden()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    assert page.evaluate(OVERFLOW) is None
    for entry in entries.all():
        expect(entry).to_have_css("break-inside", "avoid")


def cells(page: Page, name: str) -> list[list[str]]:
    """The cells of a table's body, without those that head a row."""
    rows = page.get_by_role("table", name=name, exact=True).locator("tbody tr")
    return [row.locator("td").all_inner_texts() for row in rows.all()]


def look(page: Page, name: str, folder: Path, *, part: Locator | None = None) -> None:
    """Take pictures in two sizes and both schemes; nothing may be wider than the window."""
    looks = RESULTS / "looks"
    looks.mkdir(parents=True, exist_ok=True)
    for width, height in ((1024, 768), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", scheme)
            take(page, looks / f"{name}-{width}-{scheme}.png", part)
            assert page.evaluate(OVERFLOW) is None
    page.set_viewport_size(VIEWPORT)
    take(page, folder / f"{name}.png", part)


def take(page: Page, path: Path, part: Locator | None) -> None:
    """A picture of a part, or of the whole page to its end."""
    if part is None:
        photograph(page, path, full_page=True)
    else:
        photograph(part, path)
