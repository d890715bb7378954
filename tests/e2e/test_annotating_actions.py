"""How few actions an answer takes: each path by mouse and by keys, and the table in the docs."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.e2e.annotating import Desk
from tests.e2e.profiles import Profiles
from tests.e2e.small_project import FIRST_PARAGRAPH, QUESTIONS, Api

SLUG = "actions"
DOCS = Path(__file__).parents[2] / "docs" / "annotating.md"

WANTED = {
    "bad question": (1, 1),
    "no answer": (2, 2),
    "long answer only": (3, 4),
    "long and short answer": (4, 5),
    "yes or no": (3, 3),
}
"""At most so many actions by mouse, and by keys."""


class CountedDesk(Desk):
    """An annotator whose every key, click and drag is counted."""

    actions = 0

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        self.actions += len(keys)
        super().press(*keys)

    def click(self, name: str) -> None:
        """Click on a button."""
        self.actions += 1
        self.button(name).click()

    def click_box(self, words: str) -> int:
        """Click on the box that holds ``words``; its number."""
        self.actions += 1
        box = self.screen.click(words)
        assert box is not None
        self.screen.expect_attribute("data-selected", box)
        return box

    def good(self) -> None:
        """Call the question good by mouse."""
        self.actions += 1
        self.judge_good()

    def good_and_first_box(self) -> None:
        """The same by key, and the first box in view."""
        self.press("g")
        self.expect_stage("long answer")
        self.press("ArrowDown")


def call_it_bad(desk: CountedDesk) -> None:
    desk.actions += 1
    desk.choice("Bad").click()


def find_nothing(desk: CountedDesk) -> None:
    desk.good()
    desk.click("No answer")


def take_a_passage(desk: CountedDesk) -> None:
    desk.good()
    desk.click_box(FIRST_PARAGRAPH)
    desk.click("No short answer")


def mark_words(desk: CountedDesk) -> None:
    desk.good()
    box = desk.click_box(FIRST_PARAGRAPH)
    desk.actions += 1
    desk.screen.drag("Marten family", inside=box)
    expect(desk.page.get_by_text("Marten family", exact=True)).to_be_visible()
    desk.click("Submit")


def say_yes(desk: CountedDesk) -> None:
    desk.good()
    desk.click_box(FIRST_PARAGRAPH)
    desk.click("Yes")


def find_nothing_by_key(desk: CountedDesk) -> None:
    desk.press("g")
    desk.expect_stage("long answer")
    desk.press("n")


def take_a_passage_by_key(desk: CountedDesk) -> None:
    desk.good_and_first_box()
    desk.press("Control+Enter")


def mark_words_by_key(desk: CountedDesk) -> None:
    desk.good_and_first_box()
    desk.press("Enter")
    desk.expect_stage("short answer")
    desk.press("ArrowRight", "Control+Enter")


def say_no_by_key(desk: CountedDesk) -> None:
    desk.good_and_first_box()
    desk.press("x")


PathOfActions = Callable[[CountedDesk], None]

PATHS: dict[str, tuple[PathOfActions, PathOfActions]] = {
    "bad question": (call_it_bad, lambda desk: desk.press("b")),
    "no answer": (find_nothing, find_nothing_by_key),
    "long answer only": (take_a_passage, take_a_passage_by_key),
    "long and short answer": (mark_words, mark_words_by_key),
    "yes or no": (say_yes, say_no_by_key),
}

EXPECTED = [
    ("bad", False, 0, "NONE"),
    ("good", False, 0, "NONE"),
    ("good", True, 0, "NONE"),
    ("good", True, 1, "NONE"),
    ("good", True, 0, "YES"),
    ("bad", False, 0, "NONE"),
    ("good", False, 0, "NONE"),
    ("good", True, 0, "NONE"),
    ("good", True, 1, "NONE"),
    ("good", True, 0, "NO"),
]


def table(counted: dict[str, list[int]]) -> list[str]:
    """The lines of the table in the docs."""
    lines = [
        "| path | mouse | wanted | keys | wanted |",
        "|---|---|---|---|---|",
    ]
    for name, (mouse, keys) in counted.items():
        lines.append(f"| {name} | {mouse} | {WANTED[name][0]} | {keys} | {WANTED[name][1]} |")
    return lines


@pytest.mark.long
def test_each_answer_takes_as_few_actions_as_the_docs_say(profiles: Profiles, api: Api) -> None:
    questions = [f"{QUESTIONS[0]} {number}" for number in range(2 * len(PATHS))]
    api.create_project(SLUG, ["anna"], questions=questions, reviews_answers=False)
    desk = CountedDesk(profiles.open("anna", at=f"/projects/{SLUG}/annotate").page)
    counted: dict[str, list[int]] = {name: [] for name in PATHS}
    done = 0
    for way in (0, 1):
        for name, ways in PATHS.items():
            desk.expect_stage("question")
            desk.actions = 0
            ways[way](desk)
            done += 1
            # The next question, or the end, is there without any more.
            expect(desk.page.get_by_text(f"Submitted: {QUESTIONS[0]} {done - 1}")).to_be_visible()
            counted[name].append(desk.actions)
    expect(desk.page.get_by_role("heading", name="Nothing left for you")).to_be_visible()

    found = api.get(f"projects/{SLUG}/annotations/?ordering=created_at")["results"]
    answers = [
        (
            each["question_quality"],
            each["long_answer"] is not None,
            len(each["short_answers"]),
            each["yes_no_answer"],
        )
        for each in sorted(found, key=lambda each: int(each["question"].split()[-1]))
    ]
    assert answers == EXPECTED
    for name, numbers in counted.items():
        assert all(n <= most for n, most in zip(numbers, WANTED[name], strict=True)), name
    lines = table(counted)
    if os.environ.get("UPDATE_DOCS") == "1":
        text = DOCS.read_text(encoding="utf-8")
        old = re.search(r"\| path \| mouse .*?(?=\n\n)", text, re.DOTALL)
        assert old
        DOCS.write_text(text.replace(old.group(), "\n".join(lines)), encoding="utf-8")
    assert "\n".join(lines) in DOCS.read_text(encoding="utf-8")


def test_the_page_comes_in_the_answer_to_the_judgment(profiles: Profiles, api: Api) -> None:
    api.create_project("one-request", ["carla"], reviews_answers=False)
    profile = profiles.open("carla", at="/projects/one-request/annotate")
    desk = Desk(profile.page)
    desk.expect_stage("question")
    before = len(profile.requests)
    desk.judge_good()
    asked = [urlsplit(url).path for url in profile.requests[before:]]
    number = api.post("projects/one-request/assignments/next/", {}, by="carla")["id"]
    assert [path for path in asked if "/assignments/" in path] == [
        f"/api/v1/assignments/{number}/draft/"
    ]
    assert desk.screen.click(FIRST_PARAGRAPH) is not None
    desk.expect_saved()
    # Loaded anew, it comes with the question.
    profile.page.reload()
    desk.expect_stage("long answer")
    addresses = {urlsplit(url).path for url in profile.requests}
    assert f"/api/v1/assignments/{number}/page/" not in addresses


def test_a_second_click_goes_on_and_one_outside_takes_the_choice_back(
    profiles: Profiles, api: Api
) -> None:
    api.create_project("clicks", ["berta"], reviews_answers=False)
    desk = CountedDesk(profiles.open("berta", at="/projects/clicks/annotate").page)
    desk.expect_stage("question")
    desk.judge_good()
    box = desk.click_box(FIRST_PARAGRAPH)
    desk.screen.click(FIRST_PARAGRAPH)
    desk.expect_stage("short answer")
    desk.screen.click("History")
    desk.expect_stage("long answer")
    desk.screen.expect_no_attribute("data-selected")
    # Both clicks of a double click; the word under it is not marked.
    desk.screen.double_click("ferry", inside=box)
    desk.expect_stage("short answer")
    expect(desk.page.get_by_role("list", name="Marked short answers")).to_have_count(0)
    desk.screen.drag("Marten family", inside=box)
    desk.press("Enter")
    desk.expect_stage("question")
    expect(desk.page.get_by_text("1 done today")).to_be_visible()


def test_a_drag_that_ends_beside_the_page_marks_up_to_its_edge(
    profiles: Profiles, api: Api
) -> None:
    api.create_project("drags", ["dora"], reviews_answers=False)
    desk = CountedDesk(profiles.open("dora", at="/projects/drags/annotate").page)
    desk.expect_stage("question")
    desk.judge_good()
    box = desk.click_box(FIRST_PARAGRAPH)
    desk.screen.click(FIRST_PARAGRAPH)
    desk.expect_stage("short answer")
    desk.screen.drag_out("ferry", inside=box)
    marked = desk.page.get_by_role("list", name="Marked short answers")
    expect(marked).to_have_text("The old crossing is a ferry")
    # Nothing is held any more: moving over the words marks none.
    desk.screen.hover("Marten", inside=box)
    desk.press("Enter")
    desk.expect_stage("question")
    [answer] = api.get("projects/drags/annotations/")["results"]
    assert [span["text"] for span in answer["short_answers"]] == ["The old crossing is a ferry"]
