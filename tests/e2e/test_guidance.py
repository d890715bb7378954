"""Questions, the FAQ and feedback in the browser, as those who use them go through them."""

import re
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.ambiguous_project import QUESTIONS, create_ambiguous_project
from tests.e2e.conftest import RESULTS
from tests.e2e.leading import open_section
from tests.e2e.long_answers import write
from tests.e2e.page_on_screen import PageOnScreen
from tests.e2e.pictures import photograph
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.small_project import BRIDGE, FIRST_PARAGRAPH, LEAD, Api
from tests.e2e.small_project import QUESTIONS as NQ_QUESTIONS
from tests.size import sized

OVERFLOW = "document.documentElement.scrollWidth > innerWidth"
SIZES: tuple[ViewportSize, ...] = (
    {"width": 1440, "height": 900},
    {"width": 1024, "height": 768},
)


pytestmark = pytest.mark.long


def look(page: Page, name: str) -> None:
    """Keep pictures in two widths, light and dark; nothing may be wider than the window."""
    folder = RESULTS / "looks"
    folder.mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        page.set_viewport_size(size)
        for scheme in sized(("light",), ("light", "dark")):
            page.evaluate(
                "scheme => document.documentElement"
                ".setAttribute('data-mantine-color-scheme', scheme)",
                scheme,
            )
            photograph(page, folder / f"guidance-{name}-{size['width']}-{scheme}.png")
        assert page.evaluate(OVERFLOW) is False, f"{name} scrolls sideways"
    page.evaluate("document.documentElement.setAttribute('data-mantine-color-scheme', 'light')")
    page.set_viewport_size(SIZES[0])


def ask_by_parking(page: Page, slug: str, question: str) -> None:
    """Open the next question and park it with a question of one's own."""
    page.goto(f"/projects/{slug}/annotate")
    write(page, "A ferry and")
    page.get_by_role("button", name=re.compile("^Park")).click()
    dialog = page.get_by_role("dialog", name="Park this question")
    dialog.get_by_role("textbox").fill(question)
    dialog.get_by_role("button", name="Park").click()
    expect(dialog).to_be_hidden()


def test_a_question_is_answered_published_read_and_the_example_resumed(
    profiles: Profiles, api: Api, server: Server
) -> None:
    slug = "guidance-questions"
    # Of one question, so that none is open when it is taken up again.
    create_ambiguous_project(api, server, slug, ["gwen"], questions=QUESTIONS[:1])
    annotator = profiles.open("gwen").page
    ask_by_parking(annotator, slug, "Is a ferry a crossing?")

    lead = profiles.open(LEAD, at=f"/projects/{slug}").page
    expect(lead.get_by_label("1 waiting")).to_be_visible()
    open_section(lead, "Help requests")
    expect(lead.get_by_role("link", name="Is a ferry a crossing?", exact=True)).to_be_visible()
    look(lead, "questions")
    lead.get_by_role("link", name="Is a ferry a crossing?", exact=True).click()
    expect(lead.get_by_role("region", name="Their answer so far")).to_contain_text("A ferry and")
    expect(lead.get_by_role("region", name="The example")).to_contain_text("Marten family")
    lead.get_by_label("Your answer").fill("Yes: whatever takes people *across*.")
    lead.get_by_role("button", name="Send answer").click()
    expect(lead.get_by_role("list", name="Messages")).to_contain_text("whatever takes people")
    look(lead, "question")
    lead.get_by_role("button", name="Publish to the FAQ…").click()
    dialog = lead.get_by_role("dialog", name="Publish to the FAQ")
    dialog.get_by_label("Title").fill("What counts as a crossing")
    dialog.get_by_role("button", name="Publish").click()
    expect(lead.get_by_text("Entry 1 is in the FAQ.")).to_be_visible()

    annotator.goto(f"/projects/{slug}")
    expect(annotator.get_by_label("1 new")).to_be_visible()
    expect(annotator.get_by_label("1 answered")).to_be_visible()
    open_section(annotator, "FAQ")
    entry = annotator.get_by_role("article", name="What counts as a crossing")
    expect(entry.get_by_text("new", exact=True)).to_be_visible()
    expect(annotator.get_by_label("1 new")).to_be_hidden()
    # The mark stays for this visit.
    expect(entry.get_by_text("new", exact=True)).to_be_visible()
    look(annotator, "faq")
    annotator.get_by_label("Search the FAQ").fill("nothing of the kind")
    expect(annotator.get_by_text("No matching entries")).to_be_visible()
    open_section(annotator, "Help requests")
    annotator.get_by_role("link", name="Is a ferry a crossing?").click()
    annotator.get_by_role("button", name="Resume").click()
    text = annotator.get_by_role("textbox", name="Long-form answer")
    expect(text).to_have_value("A ferry and")


@pytest.fixture
def answered(api: Api, server: Server) -> str:
    """A project in which somebody answered a question; its short name."""
    slug = "guidance-feedback"
    create_ambiguous_project(api, server, slug, ["hugh"])
    return slug


@pytest.mark.long
def test_feedback_on_natural_questions_quotes_words_and_boxes_of_the_page(
    profiles: Profiles, api: Api
) -> None:
    slug = "guidance-page"
    api.create_project(slug, ["jon"], questions=NQ_QUESTIONS[:1])
    api.answer(slug, "jon", {NQ_QUESTIONS[0]: (0,)})
    [annotation] = api.get(f"projects/{slug}/annotations/")["results"]
    lead = profiles.open(LEAD, at=f"/projects/{slug}/annotations/{annotation['id']}/feedback").page
    screen = PageOnScreen(lead)
    screen.wait()
    quoted = lead.locator("blockquote").first
    screen.click(BRIDGE)
    expect(quoted).to_contain_text(BRIDGE)
    lead.get_by_role("button", name="Quote the long answer").click()
    expect(quoted).to_contain_text(FIRST_PARAGRAPH)
    screen.drag("kept by the Marten family")
    expect(quoted).to_have_text("kept by the Marten family")
    lead.get_by_label("Short answer").check()
    lead.get_by_label("What you noticed").fill("This is who keeps it.")
    look(lead, "give-feedback-nq")
    lead.get_by_role("button", name="Give feedback").click()
    expect(lead.get_by_text("not read yet")).to_be_visible()

    annotator = profiles.open("jon", at=f"/projects/{slug}/feedback").page
    card = annotator.get_by_role("article")
    expect(card.locator("blockquote")).to_have_text("kept by the Marten family")


CARD = """(cell) => [
  getComputedStyle(cell).display, getComputedStyle(cell, "::before").content]"""


def test_a_new_project_has_a_draft_of_the_guidelines_with_cards_in_the_panel(
    profiles: Profiles, api: Api
) -> None:
    slug = "guidance-draft"
    api.create_project(slug, ["noor"], questions=())
    annotator = profiles.open("noor", at=f"/projects/{slug}/faq").page
    expect(annotator.get_by_role("heading", name="FAQ")).to_be_visible()
    annotator.keyboard.press("?")
    beside = annotator.get_by_role("complementary", name="Guidelines")
    expect(beside.get_by_role("heading", name="How to annotate")).to_be_visible()
    expect(beside.get_by_text("Draft that every project starts with.")).to_be_visible()
    cell = beside.locator("td").nth(1)
    assert cell.evaluate(CARD) == ["block", '"Question"']
    look(annotator, "guidelines-draft-beside")

    lead = profiles.open(LEAD, at=f"/projects/{slug}").page
    step = lead.get_by_role("listitem").filter(has_text="Adapt the guidelines")
    expect(step).to_contain_text("They are still the draft")
    step.get_by_role("link", name="Adapt").click()
    expect(lead.get_by_text("These guidelines are a draft")).to_be_visible()
    assert lead.locator("td").nth(1).evaluate(CARD)[0] == "table-cell"
    look(lead, "guidelines-draft")
    lead.get_by_role("button", name="Accept as version 1").click()
    expect(lead.get_by_text("Version 1,")).to_be_visible()


@pytest.mark.long
def test_guidelines_show_uploaded_pictures_and_warn_of_broken_links(
    profiles: Profiles, api: Api
) -> None:
    slug = "guidance-pictures"
    api.create_project(slug, ["ines"], questions=())
    lead = profiles.open(LEAD, at=f"/projects/{slug}/guidelines").page
    lead.get_by_role("button", name="Adapt").click()
    source = lead.get_by_label("Guidelines in Markdown")
    source.fill("# Crossings\n\nSee [the FAQ](faq:7).")
    expect(lead.get_by_text("Some links are broken")).to_be_visible()
    content = BytesIO()
    Image.new("RGB", (320, 120), (40, 110, 200)).save(content, "PNG")
    lead.locator("input[type=file]").set_input_files(
        {"name": "River Map.png", "mimeType": "image/png", "buffer": content.getvalue()}
    )
    expect(source).to_have_value(
        "# Crossings\n\nSee [the FAQ](faq:7).\n\n![river map](pictures/river-map.png)\n"
    )
    look(lead, "guidelines-editor")
    lead.get_by_role("button", name="Save as version 1").click()
    expect(lead.get_by_text("Version 1,")).to_be_visible()

    annotator = profiles.open("ines", at=f"/projects/{slug}/faq").page
    expect(annotator.get_by_role("heading", name="FAQ")).to_be_visible()
    annotator.keyboard.press("?")
    beside = annotator.get_by_role("complementary", name="Guidelines")
    picture = beside.get_by_role("img", name="river map")
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("naturalWidth", 320)
