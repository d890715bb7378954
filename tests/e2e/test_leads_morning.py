"""A lead's morning with the demo that is annotated 25 times, from the overview by clicks alone."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Playwright, expect

from annotator.workspace.accounts.demo_accounts import DEMO_PASSWORD
from tests.e2e.demo_servers import DemoServers
from tests.e2e.leading import export, open_section
from tests.e2e.page_on_screen import PageOnScreen
from tests.e2e.server import Server
from tests.e2e.small_project import Api, page_line
from tests.e2e.test_training import EXAM, SELF_STUDY, choose_questions, give_references

pytest_plugins = ["tests.e2e.demo_people"]
pytestmark = pytest.mark.long

PROJECT = "demo-25"
ASKED = "Is the ferry of the bees meant?"
TRAINING = [f"who takes ferry number {number}" for number in range(SELF_STUDY + EXAM)]
FOR_BEN = "where is the cable of the ferry"
BAD: dict[str, Any] = {
    "question_quality": "bad",
    "long_answer": None,
    "short_answers": [],
    "yes_no_answer": "NONE",
}
DRAW = {"seed": 3, "parts": [{"name": "dev", "share": 0.5}, {"name": "test", "share": 0.5}]}


@pytest.fixture(scope="module")
def server(demo_servers: DemoServers) -> Iterator[Server]:
    with demo_servers.started("morning") as started:
        yield started


@pytest.fixture
def splits(server: Server, playwright: Playwright) -> dict[str, str]:
    """A training that can be passed, somebody's help request, and two splits; the split of each
    example on whose answer annotators disagree, by its question.
    """
    api = Api(playwright, server, password=DEMO_PASSWORD)
    file = server.data_dir / "ferries.jsonl"
    file.write_text("".join(page_line(each) for each in (*TRAINING, FOR_BEN)), "utf-8")
    server.manage("import_pages", PROJECT, str(file))
    choose_questions(api, PROJECT, "self_study", TRAINING[:SELF_STUDY])
    choose_questions(api, PROJECT, "exam", TRAINING[SELF_STUDY:])
    api.post(f"projects/{PROJECT}/members/", {"username": "ben", "role": "annotator"})
    assignment = api.post(f"projects/{PROJECT}/assignments/next/", {}, by="ben")
    api.post(f"assignments/{assignment['id']}/park/", {"note": "", "question": ASKED}, by="ben")
    give_references(api, PROJECT, BAD)
    api.put(f"projects/{PROJECT}/training/", {"requires_training": True})
    job = api.post(f"projects/{PROJECT}/splits/draw/", DRAW)["job"]
    api.get_once(f"jobs/{job}/", lambda seen: seen["state"] == "succeeded")
    examples = api.get(f"projects/{PROJECT}/examples/?page_size=100")["results"]
    found = {each["question"]: each["split"] for each in examples}
    rows = api.get(f"projects/{PROJECT}/disagreements/")["results"]
    api.close()
    return {each["question"]: found[each["question"]] for each in rows}


def test_a_leads_morning(lead: Page, splits: dict[str, str], tmp_path: Path) -> None:
    lead.get_by_role("article").get_by_role("link", name=re.compile("25-way")).first.click()
    ask_somebody_who_drifts(lead)
    answer_help(lead)
    gold, other = (
        next(question for question, its in splits.items() if its == split)
        for split in ("dev", "test")
    )
    decide(lead, other)
    decide(lead, gold)
    take_out_and_back(lead)
    open_section(lead, "Export")
    card = lead.get_by_role("region", name="Decided answers")
    card.get_by_role("combobox", name="Splits").click()
    lead.get_by_role("option", name="dev").click()
    lead.keyboard.press("Escape")
    card.get_by_role("checkbox", name="Include simulated annotations").check()
    file = export(lead, "Decided answers", tmp_path)
    (line,) = gzip.decompress(file.read_bytes()).splitlines()
    example = json.loads(line)
    assert example["question_text"] == gold
    assert len(example["annotations"]) == 1


def waiting(lead: Page, what: str) -> None:
    """From wherever the lead is, by the overview, to what waits there."""
    open_section(lead, "Overview")
    lead.get_by_role("main").get_by_role("link", name=re.compile(what)).click()


def ask_somebody_who_drifts(lead: Page) -> None:
    """The one whose later answers agree less; two of their examples are read first."""
    waiting(lead, "people worth a look")
    row = lead.get_by_role("table", name="Annotators").get_by_role(
        "row", name=re.compile("in a run")
    )
    name = row.get_by_role("link", name=re.compile(r"^Simulated annotator \d+$")).inner_text()
    row.get_by_role("link", name=f"Look at examples of {name}").click()
    panel = lead.get_by_role("region", name=name)
    for number in range(2):
        example = panel.get_by_role("listitem").get_by_role("link").nth(number)
        question = example.inner_text()
        example.click()
        expect(lead.get_by_role("heading", level=1, name=question)).to_be_visible()
        PageOnScreen(lead).wait()
        lead.go_back()
    panel.get_by_role("button", name="Ask to qualify again").click()
    dialog = lead.get_by_role("dialog", name=f"Ask {name} to qualify again")
    dialog.get_by_role("textbox").fill("Your answers have changed since the 20th.")
    dialog.get_by_role("button", name="Ask", exact=True).click()
    expect(panel.get_by_text("Your answers have changed since the 20th.")).to_be_visible()


def answer_help(lead: Page) -> None:
    waiting(lead, "help request without an answer")
    lead.get_by_role("link", name=ASKED, exact=True).click()
    lead.get_by_label("Your answer").fill("No: the ferry on the river.")
    lead.get_by_role("button", name="Send answer").click()
    expect(lead.get_by_role("list", name="Messages")).to_contain_text("on the river")


def decide(lead: Page, question: str) -> None:
    """Take the answer that most have given."""
    waiting(lead, "disagreements? to decide on")
    lead.get_by_role("link", name=question, exact=True).click()
    expect(lead.get_by_role("heading", level=1, name=question)).to_be_visible()
    answers = lead.get_by_role("complementary", name="Answers")
    answers.get_by_role("listitem").first.get_by_role("button").first.click()
    lead.get_by_role("textbox", name="Reason").fill("Most of them say so.")
    lead.get_by_role("button", name=re.compile("^Decide")).click()
    expect(lead.get_by_text("Decided by Lena Lindqvist")).to_be_visible()
    lead.get_by_role("link", name="To the example").click()
    expect(lead.get_by_role("button", name="Take out")).to_be_visible()
    lead.get_by_role("banner").get_by_role("link", name=re.compile("25-way")).click()


def take_out_and_back(lead: Page) -> None:
    open_section(lead, "Examples")
    lead.get_by_role("table", name="Examples").get_by_role("row").nth(1).get_by_role("link").click()
    lead.get_by_role("button", name="Take out").click()
    dialog = lead.get_by_role("dialog", name="Take out 1 example?")
    dialog.get_by_role("textbox", name="Why").fill("To read it again.")
    dialog.get_by_role("button", name="Take out").click()
    lead.get_by_role("button", name="Put back").click()
    expect(lead.get_by_role("button", name="Take out")).to_be_visible()
    lead.get_by_role("banner").get_by_role("link", name=re.compile("25-way")).click()
