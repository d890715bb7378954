"""An annotator answers ambiguous questions in the browser, and nothing gets lost."""

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.e2e.ambiguous_project import create_ambiguous_project, frozen_words
from tests.e2e.conftest import RESULTS
from tests.e2e.long_answers import (
    HALF,
    PASSAGE,
    WHOLE,
    begin,
    own_assignments,
    submit,
    submitted,
    text_of,
    write,
)
from tests.e2e.page_on_screen import PageOnScreen
from tests.e2e.pictures import photograph
from tests.e2e.profiles import Profiles
from tests.e2e.routes import is_saved_draft
from tests.e2e.server import Server
from tests.e2e.small_project import Api
from tests.e2e.widths import OVERFLOW

LOOKS = RESULTS / "looks"
FORMS: tuple[tuple[ViewportSize, Literal["light", "dark"]], ...] = (
    ({"width": 1440, "height": 900}, "light"),
    ({"width": 1440, "height": 900}, "dark"),
    ({"width": 1024, "height": 768}, "light"),
    ({"width": 1024, "height": 768}, "dark"),
    ({"width": 800, "height": 900}, "light"),
)
CUT_LABELS = """() => [...document.querySelectorAll("button .mantine-Button-label")]
  .filter((label) => label.scrollWidth > label.clientWidth)
  .map((label) => label.textContent)"""


def test_a_missing_short_answer_is_confirmed_before_the_answer_counts(
    profiles: Profiles, api: Api, server: Server
) -> None:
    create_ambiguous_project(api, server, "orle-missing", ["mona"])
    page = begin(profiles, "mona", "orle-missing").page
    write(page, HALF)
    expect(page.get_by_text("1 of 3 present")).to_be_visible()
    submit(page)

    decisions = page.get_by_role("list", name="Disambiguations").get_by_role("checkbox")
    expect(decisions).to_have_count(2)
    expect(decisions.first).to_be_focused()
    # Nothing lies over the text that the questions are about.
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert_on_top(text_of(page))
    page.keyboard.press("w")
    expect(text_of(page)).to_be_focused()

    text = f"{HALF} The railway bridge followed in 1902, the stone one 35 years before it."
    write(page, text)
    expect(decisions).to_have_count(1)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Your text has no short answer of 2.")).to_be_visible()
    page.keyboard.press("2")
    expect(decisions).to_be_checked()
    expect(text_of(page)).to_have_value(text)
    page.keyboard.press("Control+Enter")
    expect(text_of(page)).to_have_value("")

    answer = submitted(page, "orle-missing")
    assert answer["missing"] == [
        {"disambiguation": 1, "short_answers": ["4 May 1867", "1867"]},
    ]
    assert answer["word_count"] == 25


def assert_on_top(field: Locator) -> None:
    """Nothing covers the middle of this field."""
    box = field.bounding_box()
    assert box is not None
    middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    assert field.evaluate(
        "(field, {x, y}) => field.parentElement.contains(document.elementFromPoint(x, y))", middle
    )


@pytest.mark.long
def test_advice_counts_names_and_numbers_and_says_what_nothing_supports(
    profiles: Profiles, api: Api, server: Server
) -> None:
    create_ambiguous_project(api, server, "orle-advice", ["aida"])
    page = begin(profiles, "aida", "orle-advice").page
    text_of(page).fill("The first one was in 1977, and the second one in 1999.")
    figure = page.get_by_text("Content words in the support").locator("..")
    expect(figure).to_contain_text("0%")
    sentences = page.get_by_role("region", name="Support by sentence").get_by_role("listitem")
    expect(sentences).to_contain_text(["no support"])
    expect(sentences).to_contain_text(["In no passage: 1977, 1999"])

    text_of(page).fill(f"{HALF} Its stone bridge was opened on 5 May 1867.")
    expect(sentences).to_contain_text(["Disambiguation 1", "Disambiguation 2"])
    # All but 5 of: old, crossing, kept, Marten, family, 1712; stone, bridge, opened, 5, 1867.
    expect(figure).to_contain_text("91%")
    expect(sentences.last).to_contain_text("In no passage: 5")


def test_a_passage_is_selected_in_the_page_and_kept_with_its_bytes(
    profiles: Profiles, api: Api, server: Server
) -> None:
    create_ambiguous_project(api, server, "orle-knowledge", ["kim"])
    page = begin(profiles, "kim", "orle-knowledge").page
    screen = PageOnScreen(page)
    screen.wait()
    write(page, WHOLE)
    with page.expect_response(is_saved_draft):
        screen.drag(PASSAGE)
        page.get_by_role("button", name=re.compile("^Add as knowledge")).click()
    knowledge = page.get_by_role("region", name="Knowledge")
    pieces = knowledge.get_by_role("listitem")
    expect(pieces).to_have_count(1)
    expect(pieces).to_contain_text(PASSAGE)

    page.get_by_role("button", name="Remove piece 1").click()
    expect(page.get_by_text("You removed a piece.")).to_be_visible()
    knowledge.get_by_role("button", name=re.compile("^Undo")).click()
    expect(pieces).to_contain_text(PASSAGE)

    select_by_keyboard(page)
    page.keyboard.press("Enter")
    expect(pieces).to_have_count(2)
    page.keyboard.press("Control+z")
    expect(pieces).to_have_count(1)
    page.keyboard.press("Control+Shift+Z")
    expect(pieces).to_have_count(2)

    page.get_by_role("button", name=re.compile("^Type or paste")).click()
    page.get_by_label("Passage").fill("It was opened in 1902 by the district’s own company.")
    page.get_by_label("From the page").select_option("Bridges of the Orle")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(pieces).to_have_count(3)
    submit(page)
    expect(text_of(page)).to_have_value("")

    dragged, keyed, typed = submitted(page, "orle-knowledge")["knowledge"]
    for piece, words in ((dragged, PASSAGE), (keyed, STRETCHED)):
        start, end = piece["start_byte"], piece["end_byte"]
        assert frozen_words(server, "The old crossing", start, end) == words == piece["content"]
    assert (typed["page_title"], typed["start_byte"]) == ("Bridges of the Orle", None)


def test_knowledge_reads_as_its_page_shows_it(profiles: Profiles, api: Api, server: Server) -> None:
    create_ambiguous_project(api, server, "orle-shown", ["shona"])
    page = begin(profiles, "shona", "orle-shown").page
    PageOnScreen(page).wait()
    page.keyboard.press("]")
    expect(page.get_by_label("Page", exact=True)).to_have_value("1")
    expect(page.get_by_label("Find in the page")).to_be_visible()
    page.keyboard.press("End")
    shown = "Below them the Orle carries 3×10⁶ kg of silt a year."
    expect(page.get_by_text(f"“{shown}”")).to_be_visible()
    with page.expect_response(is_saved_draft):
        page.keyboard.press("Enter")
    piece = page.get_by_role("region", name="Knowledge").get_by_role("listitem")
    expect(piece).to_contain_text(shown)
    # The other page is opened for it alone.
    page.reload()
    expect(page.get_by_label("Page", exact=True)).to_have_value("0")
    expect(piece).to_contain_text(shown)


STRETCHED = "old crossing is"


def select_by_keyboard(page: Page) -> None:
    """Go to the first paragraph, and in there from its second word to its fourth."""
    page.keyboard.press("Home")
    bar = page.get_by_text(re.compile("^“The old crossing is a ferry.*1712.”$"))
    expect(bar).to_be_visible()
    for key in ("Space", "ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight"):
        page.keyboard.press(key)
    expect(page.get_by_text(f"“{STRETCHED}”", exact=True)).to_be_visible()


@pytest.mark.long
def test_without_a_connection_the_next_question_is_there_with_its_page(
    profiles: Profiles, api: Api, server: Server
) -> None:
    create_ambiguous_project(api, server, "orle-ahead", ["arne"])
    profile = begin(profiles, "arne", "orle-ahead")
    page = profile.page
    PageOnScreen(page).wait()
    # Its page is loaded out of sight with the reservation.
    with page.expect_request_finished(lambda request: "/pages/" in request.url):
        write(page, WHOLE)
    first = page.get_by_role("heading", level=1).inner_text()
    profile.context.set_offline(True)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", level=1)).not_to_have_text(first)
    PageOnScreen(page).wait()
    text_of(page).fill(HALF)
    with page.expect_response(is_saved_draft) as saved:
        profile.context.set_offline(False)
    assert saved.value.json()["draft"]["long_form_answer"] == HALF
    assert submitted(page, "orle-ahead")["long_form_answer"] == WHOLE
    profile.watch.problems.clear()


@pytest.mark.long
def test_when_the_hour_is_used_the_draft_is_kept_and_the_question_can_be_taken_up_again(
    profiles: Profiles, api: Api, server: Server
) -> None:
    create_ambiguous_project(api, server, "orle-hour", ["hugo"])
    page = begin(profiles, "hugo", "orle-hour").page
    write(page, HALF)
    (assignment,) = own_assignments(page, "orle-hour", "open")
    let_the_hour_pass(server, "orle-hour")
    page.goto(f"/assignments/{assignment['id']}")
    expect(
        page.get_by_text("You used all 60 minutes for this question", exact=False)
    ).to_be_visible()
    page.get_by_role("button", name="Continue this question").click()
    expect(text_of(page)).to_have_value(HALF)
    expect(page.get_by_text("you have another 60 minutes", exact=False)).to_be_visible()


LET_THE_HOUR_PASS = """
from datetime import timedelta
from django.utils import timezone
from annotator.collecting.assignments.models import Assignment
from annotator.collecting.assignments.leases import expire_leases
from annotator.workspace.projects.models import Project
began = timezone.now() - timedelta(hours=2)
held = Assignment.objects.filter(project__slug={slug!r}, state="open")
assert held.update(clock_started_at=began, lease_expires_at=began + timedelta(hours=1))
expire_leases(project=Project.objects.get(slug={slug!r}), at=timezone.now())
"""


def let_the_hour_pass(server: Server, slug: str) -> None:
    """Let a project's open assignments be as if their hour had been over for an hour."""
    server.manage("shell", "--no-imports", "-c", LET_THE_HOUR_PASS.format(slug=slug))


@pytest.mark.long
@pytest.mark.parametrize(("size", "scheme"), FORMS)
def test_the_page_looks_right_in_every_size_and_scheme(
    profiles: Profiles,
    api: Api,
    server: Server,
    size: ViewportSize,
    scheme: Literal["light", "dark"],
) -> None:
    slug = f"orle-looks-{size['width']}-{scheme}"
    name = f"lou{size['width']}{scheme}"
    create_ambiguous_project(api, server, slug, [name])
    page = begin(profiles, name, slug, viewport=size, color_scheme=scheme).page
    screen = PageOnScreen(page)
    screen.wait()
    screen.drag(PASSAGE)
    picture(page, f"{slug}-selecting")
    page.get_by_role("button", name=re.compile("^Add as knowledge")).click()
    write(page, f"{HALF} The railway bridge followed in 1902. Nobody knows how deep the river is.")
    raise_a_concern(page)
    picture(page, slug)
    submit(page)
    expect(page.get_by_role("checkbox")).not_to_have_count(0)
    picture(page, f"{slug}-missing")


def raise_a_concern(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Concern")).click()
    page.get_by_label("What is wrong and why").fill("The third is no crossing.")
    page.get_by_role("button", name="Keep the concern").click()
    expect(page.get_by_role("note")).to_contain_text("The third is no crossing.")


def picture(page: Page, name: str) -> None:
    """Keep what is on screen, for people to look at; nothing may be cut off at its side."""
    assert page.evaluate(OVERFLOW) is None
    assert page.evaluate(CUT_LABELS) == []
    LOOKS.mkdir(parents=True, exist_ok=True)
    photograph(page, Path(LOOKS) / f"{name}.png")
