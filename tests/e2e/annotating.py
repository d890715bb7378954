"""What an annotator does in the browser, by mouse or by keyboard."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.e2e.answers import Span
from tests.e2e.page_on_screen import PageOnScreen

RETRY_PATIENCE_MS = 60_000
"""A page that got no answer asks again after fifteen seconds at most, and may wait for that one."""

KEEP_MINE = "Keep this tab’s version"
TAKE_SAVED = "Use the saved version"
"""What the dialog about two versions of an answer offers."""

TAKEN_BACK = "You took this answer back."

COUNTS = "[data-counts=true]"
"""The stage of a question that was on screen long enough for decisions to count."""

STAGES = {
    "question": "Stage 1: the question",
    "long answer": "Stage 2: the long answer",
    "short answer": "Stage 3: the short answer",
    "review": "Review",
}


def ask_for_reviews(page: Page) -> None:
    """Have the annotator of a tab see each answer once more before it is submitted."""
    page.goto("/account")
    with page.expect_response(lambda answer: answer.url.endswith("/me/account/")):
        # The switch itself is hidden behind what is drawn for it.
        page.get_by_label("Review each answer before submitting it").dispatch_event("click")
    expect(page.get_by_label("Review each answer before submitting it")).to_be_checked()


class Desk:
    """An annotator before the screen."""

    def __init__(self, page: Page) -> None:
        """Use the tab ``page``."""
        self.page = page
        self.screen = PageOnScreen(page)

    @property
    def question(self) -> str:
        """The question's words."""
        return self.page.get_by_role("heading", level=1).inner_text()

    def expect_stage(self, name: str) -> None:
        """Wait until a stage of ``STAGES`` is on screen and decisions count, with its page if it
        has one.
        """
        region = self.page.get_by_role("region", name=STAGES[name], exact=True)
        expect(region.and_(self.page.locator(COUNTS))).to_be_visible()
        if name in {"long answer", "short answer"}:
            self.screen.wait()

    def expect_saved(self, *, timeout: float | None = None) -> None:
        """Wait until the server has acknowledged all that was changed."""
        expect(self.page.get_by_text("Saved", exact=True)).to_be_visible(timeout=timeout)

    def button(self, name: str) -> Locator:
        """A button by what it says; keys beside it do not count. The last one, where the
        stages above have the same name.
        """
        said = re.compile(rf"^{re.escape(name)}( ([A-Z]|Enter))?$")
        return self.page.get_by_role("button", name=said).last

    def choice(self, name: str) -> Locator:
        """Good or bad, with its definition, once a decision counts."""
        region = self.page.locator(COUNTS)
        group = region.get_by_role("group", name="Is this a good question?")
        return group.get_by_role("button", name=name)

    def press(self, *keys: str) -> None:
        """Press keys one after the other, once the question was on screen long enough."""
        expect(self.page.locator("[data-counts=false]")).to_have_count(0)
        for key in keys:
            self.page.keyboard.press(key)

    def judge_good(self) -> None:
        """Stage 1 by mouse."""
        self.choice("Good").click()
        self.expect_stage("long answer")

    def submit(self, *, by_key: bool = False) -> None:
        """Send the answer off; returns when another question or the end is on screen."""
        self.expect_stage("review")
        review = self.page.get_by_role("region", name=STAGES["review"], exact=True)
        # Until the server has confirmed the question, it does not take its answer.
        expect(self.button("Submit")).to_be_enabled()
        if by_key:
            self.press("Enter")
        else:
            self.button("Submit").click()
        expect(review).to_be_hidden()

    def mark_words(self, box: int, first: int, last: int) -> Span:
        """Mark from one word of the chosen box to another by keyboard; their tokens.

        Words are counted in the order in which the frame shows them.
        """
        words = self.screen.words_of(box)
        self.press("Home", *["ArrowRight"] * first)
        self.press(*["Shift+ArrowRight"] * (last - first), "Enter")
        return words[first][0], words[last][1]
