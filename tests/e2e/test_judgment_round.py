"""A whole round with four experts, each in a browser of their own: verdicts alone, the meeting in
which all see the same, one consensus for each answer, and the report.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Response, expect

from tests.e2e.conftest import RESULTS, VIEWPORT
from tests.e2e.pictures import photograph
from tests.e2e.profiles import Profiles
from tests.e2e.routes import route_from_now
from tests.e2e.signing_in import PASSWORD
from tests.e2e.small_project import LEAD, Api
from tests.e2e.widths import OVERFLOW
from tests.size import sized

SLUG = "orle-judged"
TITLE = "Spring round"
EXPERTS = ("eva", "emil", "enid", "erik")
KEEPER, CABLE, BRIDGE, WINTER, SUMMER = QUESTIONS = (
    "who keeps the ferry at the old crossing",
    "how long is the cable of the ferry",
    "when was the stone bridge opened",
    "when does the ferry rest",
    "which animals may cross",
)
CANDIDATES = {KEEPER: 0, CABLE: 2, BRIDGE: 4, WINTER: 6, SUMMER: 7}
"""The question's box on the page: a paragraph, a table's row, a paragraph and two list items."""

SEED = 58
"""With five annotations and five draws each is drawn once, so that every draw weighs the same."""

VOTES: Mapping[str, tuple[str, str, str, str]] = {
    KEEPER: ("1", "1", "1", "1"),
    CABLE: ("1", "1", "2", "1"),
    BRIDGE: ("1", "2", "3", "1"),
    WINTER: ("2", "3", "3", "2"),
    SUMMER: ("3", "3", "3", "3"),
}
"""First votes by their keys: 1 is C, 2 is C_d, 3 is W."""

CONSENSUS = {CABLE: "1", BRIDGE: "3", WINTER: "2"}
NAMES = {"1": "Correct", "2": "Correct (but debatable)", "3": "Wrong"}

# Of five answers two are C, one C_d and two W: Ψ̂ = 3/5.
PRECISION = (
    ("60%", "3 of 5"),
    ("40%", "2 of 5"),
    ("20%", "1 of 5"),
    ("40%", "2 of 5"),
)

# Of the 6 pairs of first votes on an answer, 6, 3, 1, 2 and 6 are alike: 18 of 30. Of 20 first
# votes 9 are C, 4 C_d and 7 W, so that chance makes (81 + 16 + 49)/400 = 0.365 alike:
# κ = (0.6 - 0.365)/(1 - 0.365) = 0.370. Krippendorff's expected disagreement is
# 1 - (9·8 + 4·3 + 7·6)/(20·19) = 254/380: α = 1 - 0.4·380/254 = 0.402.
OBSERVED, FLEISS, KRIPPENDORFF = "60%", "0.37", "0.40"


pytestmark = pytest.mark.long


def test_four_experts_judge_meet_and_read_the_report(
    profiles: Profiles, api: Api, screenshot_folder: Path
) -> None:
    create_judged_project(api)
    lead = profiles.open(LEAD, at=f"/projects/{SLUG}/judgment-rounds/new").page
    open_round(lead)
    experts = [profiles.open(name, at=f"/projects/{SLUG}").page for name in EXPERTS]

    for number, page in enumerate(experts):
        enter(page)
        judge_everything(page, number, screenshot_folder)
        close(page)
    join(lead, experts[0])
    meet(experts, lead, screenshot_folder)
    settle(experts)
    expect(lead.get_by_text("3 of 3 disagreements settled")).to_be_visible()
    finish(experts)
    expect(lead.get_by_text("The round is finished. Nothing here can change")).to_be_visible()
    read_report(experts[3])


def create_judged_project(api: Api) -> None:
    """Five questions of one page, each answered once, and four experts."""
    api.create_project(SLUG, ["paul"], questions=QUESTIONS)
    for name in EXPERTS:
        member = {"username": name, "role": "expert", "password": PASSWORD}
        api.post(f"projects/{SLUG}/members/", member)
    api.answer(SLUG, "paul", {question: (box,) for question, box in CANDIDATES.items()})


def open_round(page: Page) -> None:
    """The lead draws the sample and gives all four a seat."""
    page.get_by_label("Title", exact=True).fill(TITLE)
    page.get_by_label("Size", exact=True).fill(str(len(QUESTIONS)))
    page.get_by_label("Seed", exact=True).fill(str(SEED))
    for name in EXPERTS:
        page.get_by_role("checkbox", name=name).check()
    page.get_by_role("button", name="Draw the sample and open").click()
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()


def enter(page: Page) -> None:
    """From the list of the expert's rounds to the first answer."""
    row = page.get_by_role("row").filter(has_text=TITLE)
    expect(row).to_contain_text("0 of 5 judged")
    row.get_by_role("link", name="Begin").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def judge_everything(page: Page, expert: int, folder: Path) -> None:
    """All five by keyboard; the third expert goes back and changes one; one looks at the page."""
    for place in range(1, len(QUESTIONS) + 1):
        expect(page.get_by_text(f"Answer {place} of 5 ·")).to_be_visible()
        question = heading_of(page)
        key = VOTES[question][expert]
        wrong = "1" if key == "3" else "3"
        # The second expert hits the wrong key first.
        for pressed in (wrong, key) if expert == 1 else (key,):
            with page.expect_response(is_saved_judgment):
                page.keyboard.press(pressed)
        expect(verdict(page, NAMES[key])).to_have_attribute("aria-pressed", "true")
        if question == BRIDGE:
            justify(page, reason_of(expert))
        if question == BRIDGE and expert == 2:
            look_at_the_page(page)
        if question == CABLE and expert == 0:
            expect_a_row_of_its_table(page)
            take_pictures(page, "judging", folder)
        page.keyboard.press("n")
    expect(page.get_by_text("5 of 5 judged")).to_be_visible()


def justify(page: Page, text: str) -> None:
    """Write a justification; the key that ends it is not a verdict."""
    page.keyboard.press("j")
    with page.expect_response(is_saved_judgment):
        page.keyboard.type(text)
        page.keyboard.press("Escape")
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()


def look_at_the_page(page: Page) -> None:
    """Show the passage in context, where it is marked, and come back."""
    expect(page.get_by_text("Your verdict records that you looked")).to_be_visible()
    page.keyboard.press("c")
    around = page.get_by_role("region", name="The page around the passage")
    frame = around.frame_locator("iframe")
    expect(frame.locator("[data-selected]")).to_contain_text("A stone bridge was opened")
    expect(frame.get_by_role("heading", name="History")).to_be_visible()
    page.keyboard.press("c")
    expect(page.get_by_text("You have looked at the page.")).to_be_visible()


def expect_a_row_of_its_table(page: Page) -> None:
    """The passage is a row of the table, and the frame is as high as it needs."""
    element = page.locator('iframe[title="The passage"]')
    passage = page.frame_locator('iframe[title="The passage"]')
    expect(passage.locator("tr").first).to_contain_text("140 metres")
    expect(passage.locator("body")).not_to_contain_text("Marten")
    expect(element).to_have_attribute("data-open", "true")
    page.wait_for_function(
        "frame => frame.contentDocument.body.scrollHeight <= frame.clientHeight",
        arg=element.element_handle(),
    )


def close(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Close phase 1")).click()
    page.get_by_role("button", name="Close phase 1 for good").click()
    expect(page.get_by_role("button", name="Close phase 1 for good")).to_have_count(0)


def join(lead: Page, expert: Page) -> None:
    """A lead comes to the meeting from the round's page; leads see names, experts a lead."""
    lead.get_by_role("link", name="Join the meeting").click()
    expect(lead.get_by_text("Live", exact=True)).to_be_visible()
    for name in EXPERTS:
        expect(lead.get_by_role("list", name="Experts")).to_contain_text(name)
    listed(lead, WINTER).click()
    expect(expert.get_by_role("heading", level=1, name=WINTER)).to_be_visible()
    expect(expert.get_by_text("Lead brought this answer up.")).to_be_visible()


def meet(experts: list[Page], lead: Page, folder: Path) -> None:
    """The meeting opens for all by itself; moves and notes reach everybody without a reload."""
    first, second, third, fourth = experts
    for page in experts:
        answers = page.get_by_role("list", name="Answers")
        expect(answers.get_by_role("button")).to_have_count(3)
        expect(page.get_by_text("Live", exact=True)).to_be_visible()
    names = [own_name(page) for page in experts]
    assert sorted(names) == ["Expert 1", "Expert 2", "Expert 3", "Expert 4"]
    listed(second, BRIDGE).click()
    for page in (*experts, lead):
        expect(page.get_by_role("heading", level=1, name=BRIDGE)).to_be_visible()
    for page in (first, third, fourth):
        expect(page.get_by_text(f"{names[1]} brought this answer up.")).to_be_visible()
    votes = first.get_by_role("list", name="First verdicts").get_by_role("listitem")
    expect(votes).to_have_count(4)
    for expert, key in enumerate(VOTES[BRIDGE]):
        vote = votes.filter(has_text=names[expert])
        expect(vote).to_contain_text(NAMES[key])
        expect(vote).to_contain_text(reason_of(expert))
    expect(votes.filter(has_text="Looked at the page")).to_have_count(1)
    expect(votes.filter(has_text=names[2])).to_contain_text("Looked at the page")

    third.keyboard.press("m")
    third.keyboard.type("Which bridge is meant?")
    third.keyboard.press("Control+Enter")
    for page in (*experts, lead):
        notes = page.get_by_role("list", name="Notes")
        expect(notes).to_contain_text("Which bridge is meant?")
    expect(first.get_by_role("list", name="Notes")).to_contain_text(names[2])
    take_pictures(first, "meeting", folder)

    # What somebody is writing stays with its answer when another one moves everybody.
    fourth.keyboard.press("m")
    fourth.keyboard.type("It says ")
    listed(first, WINTER).click()
    for page in (first, fourth):
        expect(page.get_by_role("heading", level=1, name=WINTER)).to_be_visible()
    fourth.keyboard.type("carts.")
    fourth.keyboard.press("Control+Enter")
    listed(first, BRIDGE).click()
    expect(second.get_by_role("list", name="Notes")).to_contain_text("It says carts.")


def settle(experts: list[Page]) -> None:
    """A consensus on each disagreement; on the first, two decide at once."""
    first, second, third, _ = experts
    bring_up(experts, BRIDGE)
    with frozen(second):
        with first.expect_response(is_saved_consensus):
            record(first, "2", "The year is another bridge’s.")
        record(second, CONSENSUS[BRIDGE], "The question means the first one.")
        dialog = second.get_by_role("dialog", name="Somebody recorded one first")
        expect(dialog).to_contain_text("The year is another bridge’s.")
        expect(dialog).to_contain_text("The question means the first one.")
    dialog.get_by_role("button", name="Record yours instead").click()
    expect(dialog).to_have_count(0)
    for page in experts:
        expect(justification_of(page)).to_have_value("The question means the first one.")
    for question in (CABLE, WINTER):
        bring_up(experts, question)
        with third.expect_response(is_saved_consensus):
            record(third, CONSENSUS[question], "All of us agree.")
    for page in experts:
        expect(page.get_by_text("3 of 3 disagreements settled")).to_be_visible()


def own_name(page: Page) -> str:
    """Under which name the others see somebody: seats are given out by chance."""
    own = page.get_by_role("list", name="Experts").get_by_text("(you)")
    return own.inner_text().partition(" (you)")[0]


def reason_of(expert: int) -> str:
    return f"{EXPERTS[expert]} has read the sentence on the bridge.".capitalize()


def bring_up(experts: list[Page], question: str) -> None:
    if heading_of(experts[0]) != question:
        listed(experts[0], question).click()
    for page in experts:
        expect(page.get_by_role("heading", level=1, name=question)).to_be_visible()


def record(page: Page, key: str, justification: str) -> None:
    page.keyboard.press("Escape")
    page.keyboard.press(key)
    justification_of(page).fill(justification)
    page.get_by_role("button", name="Record the consensus").click()


@contextmanager
def frozen(page: Page) -> Iterator[None]:
    """Nothing that others do reaches ``page``, as on a bad line; what it sends arrives."""
    address = re.compile(r"/meeting/(\?|$)")
    route_from_now(page, address, lambda route: route.fulfill(status=204))
    # Who was asked before may still bring news; the next is asked once that one has answered.
    page.wait_for_event("request", lambda request: bool(address.search(request.url)))
    yield
    page.unroute(address)


def finish(experts: list[Page]) -> None:
    experts[0].get_by_role("button", name=re.compile("^Finish the round")).click()
    experts[0].get_by_role("button", name="Finish for good").click()
    for page in experts:
        expect(page.get_by_text("The round is finished. Nothing here can change")).to_be_visible()


def read_report(page: Page) -> None:
    """The report has the figures that are worked out above."""
    page.get_by_role("link", name="To the report").click()
    expect(page.get_by_role("heading", name=f"Report: {TITLE}")).to_be_visible()
    rows = page.get_by_role("table", name="Precision", exact=True).locator("tbody tr")
    for number, (share, draws) in enumerate(PRECISION):
        expect(rows.nth(number)).to_contain_text(share)
        expect(rows.nth(number)).to_contain_text(draws)
    agreement = page.get_by_role("table", name="Agreement", exact=True).locator("tbody tr")
    for number, value in enumerate((FLEISS, KRIPPENDORFF, OBSERVED)):
        expect(agreement.nth(number).locator("td").first).to_have_text(re.compile(f"^{value}"))


def take_pictures(page: Page, name: str, folder: Path) -> None:
    """Pictures in two sizes and both schemes to look at; nothing may be wider than the window."""
    looks = RESULTS / "looks"
    looks.mkdir(parents=True, exist_ok=True)
    for width, height in ((1024, 768), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        for scheme in sized(("light",), ("dark", "light")):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", scheme)
            photograph(page, looks / f"{name}-{width}-{scheme}.png")
            assert page.evaluate(OVERFLOW) is None
    page.set_viewport_size(VIEWPORT)
    photograph(page, folder / f"{name}.png")


def heading_of(page: Page) -> str:
    return page.get_by_role("heading", level=1).inner_text()


def verdict(page: Page, name: str) -> Locator:
    group = page.get_by_role("group", name="Verdict")
    return group.get_by_role("button", name=re.compile(f"^{re.escape(name)}(?! \\()"))


def listed(page: Page, question: str) -> Locator:
    return page.get_by_role("list", name="Answers").get_by_role("button", name=re.compile(question))


def justification_of(page: Page) -> Locator:
    consensus = page.get_by_role("region", name="Consensus")
    return consensus.get_by_role("textbox", name="Justification")


def is_saved_consensus(response: Response) -> bool:
    request = response.request
    return request.method == "PUT" and request.url.endswith("/consensus/") and response.ok


def is_saved_judgment(response: Response) -> bool:
    return response.request.method == "PUT" and response.url.endswith("/judgment/")
