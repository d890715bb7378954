"""What is heard, key by key, on every path of an answer: the table in docs/accessibility.md.

`UPDATE_DOCS=1 pytest --long tests/e2e/test_heard.py` writes it anew.
"""

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.ambiguous_project import create_ambiguous_project
from tests.e2e.annotating import TAKEN_BACK, Desk
from tests.e2e.heard import Ears
from tests.e2e.long_answers import begin, text_of
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.small_project import Api

pytestmark = pytest.mark.long

DOCS = Path(__file__).parents[2] / "docs" / "accessibility.md"
HEAD = ["| path | key | what is heard |", "|---|---|---|"]

QUESTIONS = (
    "who keeps the ferry at the old crossing",
    "how long is the cable of the ferry",
    "how many boats are in use",
    "is the crossing closed in winter",
    "when was the stone bridge opened",
    "how often does the ferry cross",
    "what do carts above two tons take",
)

Wait = Callable[[Desk], None]
Step = tuple[str, Wait]
Row = tuple[str, str, str]


def says(text: str) -> Wait:
    """Until a live region says it."""
    live = "[aria-live], [role=status], [role=alert]"

    def wait(desk: Desk) -> None:
        expect(desk.page.locator(live).filter(has_text=text).first).to_be_attached()

    return wait


def leads_to(stage: str) -> Wait:
    """Until that stage has the screen."""
    return lambda desk: desk.expect_stage(stage)


def submits(number: int) -> Wait:
    """Until the answer to that question is submitted and the next one is there."""

    def wait(desk: Desk) -> None:
        says(f"Submitted: {QUESTIONS[number]}")(desk)
        heading = desk.page.get_by_role("heading", level=1)
        expect(heading).not_to_have_text(QUESTIONS[number])
        if number + 1 < len(QUESTIONS):
            desk.expect_stage("question")

    return wait


def counts_as_changed(desk: Desk) -> None:
    """Until an answer that was taken back is submitted again and the next question is there."""
    says("Your changed answer counts from now on.")(desk)
    desk.expect_stage("question")


def asks(title: str) -> Wait:
    """Until a dialog asks that."""
    return lambda desk: expect(desk.page.get_by_role("dialog", name=title)).to_be_visible()


GOOD: Step = ("g", leads_to("long answer"))
FIRST_BOX: Step = ("ArrowDown", says("The old crossing is a ferry"))

PATHS: Sequence[tuple[str, Sequence[Step]]] = (
    (
        "bad question, and back",
        (
            ("b", submits(0)),
            ("Control+z", says(TAKEN_BACK)),
        ),
    ),
    ("no answer", (GOOD, ("n", counts_as_changed))),
    (
        "long answer",
        (
            GOOD,
            FIRST_BOX,
            ("ArrowDown", says("Length of the cable")),
            ("ArrowRight", says("row: Length of the cable")),
            ("j", says("No further box has words of the question.")),
            ("Control+Enter", submits(1)),
        ),
    ),
    (
        "short answer",
        (
            GOOD,
            FIRST_BOX,
            ("Enter", leads_to("short answer")),
            ("ArrowRight", says("word 1 of")),
            ("ArrowRight", says("word 2 of")),
            ("Shift+ArrowRight", says("word 3 of")),
            ("s", says("since 1712.")),
            ("Enter", says("Marked:")),
            ("Enter", submits(2)),
        ),
    ),
    ("yes", (GOOD, FIRST_BOX, ("y", submits(3)))),
    ("no short answer", (GOOD, FIRST_BOX, ("Enter", leads_to("short answer")), ("n", submits(4)))),
    (
        "bad after all",
        (
            GOOD,
            ("1", leads_to("question")),
            ("b", asks("Bad after all?")),
            ("2", leads_to("review")),
            ("Enter", submits(5)),
        ),
    ),
)
"""Each key, and what shows that the browser has answered it."""

KEYS = {"Control": "Ctrl", "ArrowDown": "↓", "ArrowRight": "→"}


def key_name(key: str) -> str:
    """A key as the docs write it."""
    names = [KEYS.get(part, part) for part in key.split("+")]
    return "+".join(name.upper() if len(name) == 1 else name for name in names)


def table(rows: Sequence[Row]) -> list[str]:
    """The lines of the table; a path is named in its first row."""
    named = [
        (path if number == 0 or rows[number - 1][0] != path else "", key, heard)
        for number, (path, key, heard) in enumerate(rows)
    ]
    return HEAD + [f"| {path} | {key} | {heard} |" for path, key, heard in named]


def expect_in_docs(lines: Sequence[str]) -> None:
    """Fail unless the docs have this table; with UPDATE_DOCS write it there."""
    text = DOCS.read_text(encoding="utf-8")
    if os.environ.get("UPDATE_DOCS") == "1":
        first = re.escape(lines[2].split("|")[1].strip())
        old = re.search(
            rf"{re.escape(HEAD[0])}\n{re.escape(HEAD[1])}\n\| {first} .*?(?=\n\n)", text, re.DOTALL
        )
        assert old
        DOCS.write_text(text.replace(old.group(), "\n".join(lines)), encoding="utf-8")
    assert "\n".join(lines) in DOCS.read_text(encoding="utf-8")


def test_what_is_heard_on_each_path_is_what_the_docs_say(profiles: Profiles, api: Api) -> None:
    api.create_project("heard", ["hedda"], questions=QUESTIONS, reviews_answers=False)
    desk = Desk(profiles.open("hedda", at="/projects/heard/annotate").page)
    desk.expect_stage("question")
    ears = Ears(desk.page)
    start = ears.names("region", "heading", "group") + ears.names("button")[-3:-1]
    rows: list[Row] = [("start", "–", ", ".join(start))]
    for path, steps in PATHS:
        for key, wait in steps:
            desk.press(key)
            wait(desk)
            rows.append((path, key_name(key), ", then ".join(ears.heard()) or "nothing"))
    expect_in_docs(table(rows))


def test_what_is_heard_of_a_long_form_answer_is_what_the_docs_say(
    profiles: Profiles, api: Api, server: Server
) -> None:
    create_ambiguous_project(api, server, "heard-long", ["ilse"])
    page = begin(profiles, "ilse", "heard-long").page
    ears = Ears(page)
    rows: list[Row] = [("long-form answer", "–", ", ".join(ears.names("heading", "region")))]
    page.keyboard.press("w")
    expect(text_of(page)).to_be_focused()
    rows.append(("long-form answer", "W", ", then ".join(ears.heard())))
    page.keyboard.type("It is kept by the Marten family.")
    expect(page.get_by_text("1 of 3 present")).to_be_visible()
    rows.append(("long-form answer", "typing", ", then ".join(ears.heard()) or "nothing"))
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("checkbox").first).to_be_focused()
    rows.append(("long-form answer", "Ctrl+Enter", ", then ".join(ears.heard())))
    expect_in_docs(table(rows))
