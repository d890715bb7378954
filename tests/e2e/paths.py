"""Fifteen ways to answer the five real examples: by mouse, by keyboard, by both."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import expect

from tests.e2e.annotating import Desk
from tests.e2e.answers import Chosen, box_reached
from tests.e2e.signing_in import sign_in, sign_out

WINDS = "what purpose did seasonal monsoon winds have on trade"
NOBEL = "who got the first nobel prize in physics"
DEADPOOL = "when is the next deadpool movie being released"
VINSON = "what is the lowest recorded temperature on mount vinson"
TEXAS = "texas flip and move how does it work"

Path = Callable[[Desk, Mapping[str, Any]], Chosen]
"""From a question that is on screen to its review; gets the example as the file has it."""

SAILING = "a sailing ship"
LAUREATE = "Wilhelm Conrad Röntgen Germany"


def mark_a_span_in_a_paragraph(desk: Desk, _: Mapping[str, Any]) -> Chosen:
    """Ada: a drag, corrected by another one, and undo and redo by their buttons."""
    desk.judge_good()
    box = desk.screen.click("The captain of a sailing ship")
    use_passage(desk)
    span = desk.screen.drag(SAILING, inside=box)
    expect_marked(desk, SAILING)
    desk.screen.drag("a sailing", inside=box)
    expect_marked(desk, "a sailing")
    desk.button("Undo").click()
    expect_marked(desk, SAILING)
    desk.button("Redo").click()
    expect_marked(desk, "a sailing")
    desk.button("Undo").click()
    expect_marked(desk, SAILING)
    desk.button("Review").click()
    return Chosen(box, (span,))


def mark_a_word_in_a_table_row(desk: Desk, _: Mapping[str, Any]) -> Chosen:
    """Ada: the row under the pointer, the table around it, the row again; a double click."""
    desk.judge_good()
    row = desk.screen.hover(LAUREATE)
    expect_lit(desk, row)
    desk.screen.click(LAUREATE)
    around = desk.page.get_by_role("navigation", name="Boxes around the passage")
    around.get_by_role("button", name="Table", exact=True).click()
    expect_chosen(desk, 2)
    box = desk.screen.click(LAUREATE)
    use_passage(desk)
    span = desk.screen.double_click("Röntgen", inside=box)
    expect_marked(desk, "Röntgen")
    desk.button("Review").click()
    return Chosen(box, (span,))


def mark_several_spans_in_a_list_item(desk: Desk, _: Mapping[str, Any]) -> Chosen:
    """Ada: two drags, one mistake; spans, yes and what is outside never stand together."""
    desk.judge_good()
    box = desk.screen.click("Josh Brolin as Nathan Summers")
    use_passage(desk)
    first = desk.screen.drag("Josh Brolin", inside=box)
    second = desk.screen.drag("Nathan Summers / Cable", inside=box)
    desk.screen.double_click("mutant", inside=box)
    expect_marked(desk, "Josh Brolin", "Nathan Summers / Cable", "mutant")
    desk.button("Remove mutant").click()
    desk.button("Yes").click()
    desk.expect_stage("review")
    desk.button("Change the short answer").click()
    expect(desk.button("Yes")).to_have_attribute("aria-pressed", "true")
    expect_marked(desk)
    desk.button("Undo").click()
    expect(desk.button("Yes")).to_have_attribute("aria-pressed", "false")
    expect_marked(desk, "Josh Brolin", "Nathan Summers / Cable")
    # A click outside leads back to the boxes, and keeps what was marked.
    desk.screen.double_click("Vanessa")
    desk.expect_stage("long answer")
    use_passage(desk)
    expect_marked(desk, "Josh Brolin", "Nathan Summers / Cable")
    desk.button("Review").click()
    return Chosen(box, (first, second))


def answer_yes(desk: Desk, _: Mapping[str, Any]) -> Chosen:
    """Ada."""
    desk.judge_good()
    box = desk.screen.click("The climate on Mount Vinson")
    use_passage(desk)
    desk.button("Yes").click()
    return Chosen(box, yes_no="YES")


def call_it_bad(desk: Desk, _: Mapping[str, Any]) -> Chosen:
    """Ada: no answer can be given beside it."""
    desk.choice("Bad").click()
    desk.expect_stage("review")
    stages = desk.page.get_by_role("navigation", name="Stages")
    for name in ("Long answer", "Short answer"):
        expect(stages.get_by_role("button", name=re.compile(name))).to_be_disabled()
    expect(desk.page.locator("iframe")).to_have_count(0)
    return Chosen()


def find_no_answer(desk: Desk, _: Mapping[str, Any]) -> Chosen:
    """Ben: bad first, then undone. Without a long answer there is no way to a short one."""
    desk.press("b")
    desk.expect_stage("review")
    desk.press("Control+z")
    desk.expect_stage("question")
    desk.press("g")
    desk.expect_stage("long answer")
    desk.press("n")
    desk.expect_stage("review")
    desk.press("3")
    desk.expect_stage("review")
    return Chosen()


def mark_two_spans_in_a_row_by_key(desk: Desk, example: Mapping[str, Any]) -> Chosen:
    """Ben: word by word; undo and redo by their keys."""
    box = reach_box(desk, example, "Home", *["ArrowDown"] * 2, "ArrowRight", "ArrowDown")
    desk.press("Enter")
    desk.expect_stage("short answer")
    first = desk.mark_words(box, 1, 3)
    second = desk.mark_words(box, 4, 4)
    expect_marked(desk, "Wilhelm Conrad Röntgen", "Germany")
    desk.press("Control+z")
    expect_marked(desk, "Wilhelm Conrad Röntgen")
    desk.press("Control+Shift+z")
    expect_marked(desk, "Wilhelm Conrad Röntgen", "Germany")
    desk.press("Control+Enter")
    return Chosen(box, (first, second))


def mark_a_span_in_a_list_item_by_key(desk: Desk, example: Mapping[str, Any]) -> Chosen:
    """Ben: past the list's last box and back."""
    way = ["Home", *["ArrowDown"] * 5, "ArrowRight", *["ArrowDown"] * 3, "ArrowUp"]
    box = reach_box(desk, example, *way)
    desk.press("Enter")
    desk.expect_stage("short answer")
    span = desk.mark_words(box, 0, 1)
    expect_marked(desk, "Morena Baccarin")
    # The words are marked, so Enter goes on.
    desk.press("Enter")
    return Chosen(box, (span,))


def mark_a_span_in_a_paragraph_by_key(desk: Desk, example: Mapping[str, Any]) -> Chosen:
    """Ben: into the infobox and out of it to its parent first; one span too many is removed."""
    way = ["Home", "ArrowRight", "ArrowDown", "ArrowLeft", *["ArrowDown"] * 2]
    box = reach_box(desk, example, *way)
    desk.press("Enter")
    desk.expect_stage("short answer")
    span = desk.mark_words(box, 10, 11)
    desk.mark_words(box, 13, 14)
    expect_marked(desk, "4,892 metres", "16,050 ft")
    desk.press("Backspace")
    expect_marked(desk, "4,892 metres")
    desk.press("Control+Enter")
    return Chosen(box, (span,))


def answer_no_by_key(desk: Desk, example: Mapping[str, Any]) -> Chosen:
    """Ben."""
    box = reach_box(desk, example, "Home", *["ArrowDown"] * 2)
    desk.press("Enter")
    desk.expect_stage("short answer")
    desk.press("x")
    return Chosen(box, yes_no="NO")


def choose_a_passage_alone(desk: Desk, _: Mapping[str, Any]) -> Chosen:
    """Chen: with a reload in the first stage, in the second and in the review."""
    desk.page.reload()
    desk.expect_stage("question")
    expect(desk.page.locator("iframe")).to_have_count(0)
    desk.press("g")
    desk.expect_stage("long answer")
    box = desk.screen.click("In meteorology")
    expect_chosen(desk, box)
    desk.page.reload()
    desk.expect_stage("long answer")
    expect_chosen(desk, box)
    desk.press("Enter")
    desk.expect_stage("short answer")
    desk.button("No short answer").click()
    desk.expect_stage("review")
    desk.page.reload()
    desk.expect_stage("review")
    return Chosen(box)


def answer_no(desk: Desk, _: Mapping[str, Any]) -> Chosen:
    """Chen: no answer by its button first, then undone."""
    desk.judge_good()
    desk.button("No answer").click()
    desk.expect_stage("review")
    expect(desk.page.get_by_text("No answer on this page")).to_be_visible()
    desk.button("Undo").click()
    desk.expect_stage("long answer")
    box = desk.screen.click("The first Nobel Prize in Physics was awarded")
    desk.press("Enter")
    desk.expect_stage("short answer")
    desk.button("No").click()
    return Chosen(box, yes_no="NO")


def answer_yes_after_calling_it_bad(desk: Desk, example: Mapping[str, Any]) -> Chosen:
    """Chen: bad at first, even after a reload."""
    desk.press("b")
    desk.expect_stage("review")
    desk.page.reload()
    desk.expect_stage("review")
    expect(desk.page.get_by_text("Bad question", exact=True)).to_be_visible()
    desk.button("Change the question").click()
    desk.expect_stage("question")
    box = reach_box(desk, example, "Home", *["ArrowDown"] * 3)
    desk.button("Use this passage").click()
    desk.expect_stage("short answer")
    desk.press("y")
    return Chosen(box, yes_no="YES")


def mark_a_span_and_sign_out(desk: Desk, _: Mapping[str, Any]) -> Chosen:
    """Chen: the row under the pointer by Enter; a reload and a sign-out after marking."""
    desk.press("g")
    desk.expect_stage("long answer")
    box = desk.screen.hover("Elevation")
    expect_lit(desk, box)
    desk.press("Enter")
    desk.expect_stage("short answer")
    span = desk.screen.click_range("16,050 ft", inside=box)
    expect_marked(desk, "16,050 ft")
    desk.page.reload()
    desk.expect_stage("short answer")
    expect_marked(desk, "16,050 ft")
    second = desk.screen.click_range("4,892 m", inside=box)
    expect_marked(desk, "4,892 m", "16,050 ft")
    address = desk.page.url
    sign_out(desk.page, "chen")
    sign_in(desk.page, "chen", at=address)
    desk.expect_stage("short answer")
    expect_marked(desk, "4,892 m", "16,050 ft")
    desk.press("Control+Enter")
    return Chosen(box, (second, span))


def mark_by_both(desk: Desk, _: Mapping[str, Any]) -> Chosen:
    """Chen: one span by a drag, one by keys."""
    desk.judge_good()
    box = desk.screen.click("Donna Snow Landers")
    desk.press("Enter")
    desk.expect_stage("short answer")
    assert box is not None
    first = desk.screen.drag("Toni Snow Barksdale", inside=box)
    second = desk.mark_words(box, 0, 2)
    expect_marked(desk, "Donna Snow Landers", "Toni Snow Barksdale")
    desk.button("Review").click()
    return Chosen(box, (second, first))


def use_passage(desk: Desk) -> None:
    """From the long answer to the short one by mouse."""
    desk.button("Use this passage").click()
    desk.expect_stage("short answer")


def reach_box(desk: Desk, example: Mapping[str, Any], *keys: str) -> int:
    """Judge by key, unless it is done, and walk; the box that the file says is reached."""
    if desk.page.get_by_role("group", name="Is this a good question?").is_visible():
        desk.press("g")
    desk.expect_stage("long answer")
    box = box_reached(example["long_answer_candidates"], keys)
    desk.press(*keys)
    expect_lit(desk, box)
    return box


def expect_lit(desk: Desk, box: int | None) -> None:
    """Wait until one candidate is lit and no other."""
    desk.screen.expect_attribute("data-hover", box)


def expect_chosen(desk: Desk, box: int | None) -> None:
    """Wait until one candidate is marked as chosen and no other."""
    desk.screen.expect_attribute("data-selected", box)


def expect_marked(desk: Desk, *texts: str) -> None:
    """Wait until these short answers are listed and no other."""
    chips = desk.page.get_by_role("list", name="Marked short answers").get_by_role("listitem")
    expect(chips).to_have_text(list(texts))


PATHS: Mapping[str, Mapping[str, Path]] = {
    "ada": {
        WINDS: mark_a_span_in_a_paragraph,
        NOBEL: mark_a_word_in_a_table_row,
        DEADPOOL: mark_several_spans_in_a_list_item,
        VINSON: answer_yes,
        TEXAS: call_it_bad,
    },
    "ben": {
        WINDS: find_no_answer,
        NOBEL: mark_two_spans_in_a_row_by_key,
        DEADPOOL: mark_a_span_in_a_list_item_by_key,
        VINSON: mark_a_span_in_a_paragraph_by_key,
        TEXAS: answer_no_by_key,
    },
    "chen": {
        WINDS: choose_a_passage_alone,
        NOBEL: answer_no,
        DEADPOOL: answer_yes_after_calling_it_bad,
        VINSON: mark_a_span_and_sign_out,
        TEXAS: mark_by_both,
    },
}
"""Ada has only a mouse, Ben only a keyboard; Chen uses both, reloads and signs out on the way."""
