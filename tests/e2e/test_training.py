"""Training from the first sample question to acceptance: an annotator and a lead."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from tests.e2e.ambiguous_project import create_ambiguous_project
from tests.e2e.annotating import Desk
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.small_project import LEAD, Api
from tests.e2e.test_looks import look

pytestmark = pytest.mark.long

SELF_STUDY, EXAM = 3, 5
QUESTIONS = [f"who crosses the river orle, question {number}" for number in range(1, 11)]
WHOLE = (
    "The old crossing of the Orle is a ferry, which the Marten family has kept since 1712. "
    "The stone bridge was opened on 4 May 1867 and the railway bridge in 1902."
)
REFERENCE = f"{WHOLE} Carts above two tons still take the ferry."
BAD = {"question_quality": "bad"}
INSTRUCTIONS = "# In short\n\nAnswer every reading of the question, and say where you have it from."


def long_form(text: str) -> dict[str, Any]:
    return {"long_form_answer": text, "knowledge": []}


def choose_questions(api: Api, slug: str, step: str, questions: list[str]) -> None:
    """Take questions out of the main task, by the API."""
    found = api.get(f"projects/{slug}/examples/?page_size=100")["results"]
    numbers = {example["question"]: example["id"] for example in found}
    body = {"examples": [numbers[question] for question in questions], "step": step}
    api.post(f"projects/{slug}/training/examples/", body)


def give_references(api: Api, slug: str, answer: dict[str, Any]) -> None:
    """Give each question that has none a reference, by the API."""
    for example in api.get(f"projects/{slug}/training/examples/"):
        if not example["is_ready"]:
            address = f"projects/{slug}/training/examples/{example['id']}/reference/"
            reference = api.post(address, {})
            api.post(f"training/answers/{reference['id']}/submit/", answer)


def answer_the_rest(api: Api, slug: str, name: str, answer: dict[str, Any]) -> None:
    """Answer what is open in somebody's step, begun where it is not, by the API."""
    own = api.post(f"projects/{slug}/training/own/start/", {}, by=name)
    for each in own["attempts"][-1]["answers"]:
        if each["submitted_at"] is None:
            api.post(f"training/answers/{each['id']}/submit/", answer, by=name)


def is_noted_reading(response: Response) -> bool:
    """Whether the server has noted that an annotator has read their grades."""
    return response.url.endswith("/training/own/read/") and response.ok


def trainee_of(api: Api, slug: str) -> str:
    [row] = api.get(f"projects/{slug}/training/members/")["results"]
    return f"projects/{slug}/training/members/{row['id']}/"


def test_a_lead_trains_an_annotator_of_long_form_answers(
    profiles: Profiles, api: Api, server: Server, screenshot_folder: Path
) -> None:
    slug = "orle-training"
    create_ambiguous_project(api, server, slug, ["tara"], questions=QUESTIONS)
    choose_questions(api, slug, "exam", QUESTIONS[SELF_STUDY : SELF_STUDY + EXAM])
    give_references(api, slug, long_form(REFERENCE))

    lead = profiles.open(LEAD, at=f"/projects/{slug}/training").page
    choose_in_the_browser(lead)
    require_training(lead)
    write_a_reference(lead)
    give_references(api, slug, long_form(REFERENCE))
    lead.reload()
    expect(lead.get_by_text("3 of 3 ready")).to_be_visible()
    look(lead, "training-lead", screenshot_folder)

    annotator = profiles.open("tara", at=f"/projects/{slug}").page
    expect(annotator.get_by_role("heading", name="Study the short instructions")).to_be_visible()
    look(annotator, "training-home", screenshot_folder)
    study(annotator, screenshot_folder)
    answer_the_rest(api, slug, "tara", long_form(WHOLE))
    annotator.reload()
    expect(annotator.get_by_role("heading", name="Meet a lead")).to_be_visible()
    expect(annotator.get_by_text("The reference")).to_have_count(0)

    hold_the_session(lead, slug, screenshot_folder)
    annotator.reload()
    expect(annotator.get_by_text("The reference")).to_have_count(SELF_STUDY)
    expect(annotator.get_by_text("Reads well aloud")).to_have_count(0)
    answer_the_rest(api, slug, "tara", long_form(WHOLE))
    annotator.reload()
    expect(annotator.get_by_role("heading", name="A lead grades your exam")).to_be_visible()

    grade(lead, api, slug, screenshot_folder)
    with annotator.expect_response(is_noted_reading):
        annotator.reload()
    expect(annotator.get_by_role("heading", name="Read your grades")).to_be_visible()
    expect(annotator.get_by_text("Name the tonnage too.")).to_be_visible()
    look(annotator, "training-feedback", screenshot_folder)

    lead.reload()
    expect(lead.get_by_text("The annotator has read the grades.")).to_be_visible()
    lead.get_by_label("A note to the annotator").fill("Welcome.")
    lead.get_by_role("button", name="Accept", exact=True).click()
    expect(lead.get_by_text("accepted after exam 1. Welcome.")).to_be_visible()

    annotator.reload()
    annotator.get_by_role("link", name="Start annotating").click()
    expect(annotator).to_have_url(f"{server.url}/projects/{slug}/annotate")
    expect(annotator.get_by_text(QUESTIONS[SELF_STUDY + EXAM])).to_be_visible()


def choose_in_the_browser(lead: Page) -> None:
    section = lead.get_by_role("region", name="Questions of the self-study")
    section.get_by_role("button", name="Choose questions").click()
    dialog = lead.get_by_role("dialog")
    for question in QUESTIONS[:SELF_STUDY]:
        dialog.get_by_label(question, exact=True).check()
    dialog.get_by_role("button", name="Choose 3").click()
    expect(section.get_by_text("0 of 3 ready")).to_be_visible()


def require_training(lead: Page) -> None:
    required = lead.get_by_role("switch", name="Annotators pass the training")
    required.click()
    expect(required).to_be_checked()
    lead.get_by_role("textbox", name="Short instructions").fill(INSTRUCTIONS)
    lead.get_by_role("button", name="Save the instructions").click()
    expect(lead.get_by_text("Version 1 of the short instructions")).to_be_visible()


def write_a_reference(lead: Page) -> None:
    lead.get_by_role("button", name=f"Change {QUESTIONS[0]}", exact=True).click()
    lead.get_by_role("menuitem", name="Write the reference").click()
    lead.get_by_role("textbox", name="Long-form answer").fill(REFERENCE)
    lead.get_by_role("button", name=re.compile("^Submit")).click()
    expect(lead.get_by_text("1 of 3 ready")).to_be_visible()


def study(annotator: Page, folder: Path) -> None:
    annotator.get_by_role("link", name="Begin the self-study").click()
    expect(annotator.get_by_role("heading", name="In short")).to_be_visible()
    look(annotator, "training-self-study", folder)
    annotator.get_by_role("button", name="Begin the self-study").click()
    text = annotator.get_by_role("textbox", name="Long-form answer")
    text.fill(f"{WHOLE} It rests in winter.")
    expect(annotator.get_by_text("Saved", exact=True)).to_be_visible()
    annotator.reload()
    expect(text).to_have_value(f"{WHOLE} It rests in winter.")
    before = annotator.url
    annotator.get_by_role("button", name=re.compile("^Submit")).click()
    expect(annotator).not_to_have_url(before)
    expect(text).to_have_value("")
    annotator.get_by_role("link", name="Back to training").click()
    expect(annotator.get_by_text("You have answered 1 of 3 sample questions.")).to_be_visible()


def hold_the_session(lead: Page, slug: str, folder: Path) -> None:
    lead.goto(f"/projects/{slug}/training")
    lead.get_by_role("link", name="tara").click()
    expect(lead.get_by_text("It rests in winter.")).to_be_visible()
    look(lead, "training-session", folder)
    lead.get_by_role("textbox", name="Notes").fill("Reads well aloud")
    lead.get_by_role("button", name="The session took place").click()
    expect(lead.get_by_text("the session took place. Reads well aloud")).to_be_visible()


def grade(lead: Page, api: Api, slug: str, folder: Path) -> None:
    """The first answer in the browser, the others by the API."""
    lead.reload()
    sheet = lead.get_by_role("group", name="Grades of question 1")
    for criterion in ("Completeness", "Comprehensiveness", "Fluency", "Attributability"):
        level = "Partly" if criterion == "Comprehensiveness" else "Met"
        levels = sheet.get_by_role("radiogroup", name=criterion)
        levels.get_by_text(level, exact=True).click()
    sheet.get_by_label("Comment on comprehensiveness").fill("Name the tonnage too.")
    look(lead, "training-grading", folder)
    sheet.get_by_role("button", name="Save grades").click()
    expect(sheet.get_by_role("button", name="Saved")).to_be_visible()
    criteria = api.get(f"projects/{slug}/training/")["criteria"]
    exam = api.get(trainee_of(api, slug))["attempts"][-1]
    body = {"grades": [{"criterion": each, "level": "met"} for each in criteria]}
    for answer in exam["answers"][1:]:
        api.put(f"projects/{slug}/training/answers/{answer['id']}/grades/", body)
    lead.get_by_role("button", name="Show the grades to the annotator").click()
    expect(lead.get_by_role("heading", name="Decide")).to_be_visible()


def test_an_exam_of_natural_questions_is_compared_with_its_references(
    profiles: Profiles, api: Api, screenshot_folder: Path
) -> None:
    slug = "ferry-training"
    api.create_project(slug, ["toni"], questions=QUESTIONS)
    for step, first, last in (("self_study", 0, SELF_STUDY), ("exam", SELF_STUDY, 8)):
        choose_questions(api, slug, step, QUESTIONS[first:last])
    give_references(api, slug, BAD)
    api.put(f"projects/{slug}/training/", {"requires_training": True})
    answer_the_rest(api, slug, "toni", BAD)
    trainee = trainee_of(api, slug)
    api.post(f"{trainee}sessions/", {"attended": True})

    annotator = profiles.open("toni", at=f"/projects/{slug}").page
    annotator.get_by_role("link", name="Begin the exam").click()
    annotator.get_by_role("button", name="Begin the exam").click()
    expect(annotator).to_have_url(re.compile(r"/training/answers/\d+$"))
    address = annotator.url
    Desk(annotator).choice("Bad").click()
    annotator.get_by_role("button", name="Submit").click()
    expect(annotator).not_to_have_url(address)
    answer_the_rest(api, slug, "toni", {"question_quality": "good"})

    lead = profiles.open(LEAD, at=f"/{trainee.replace('members/', '')}").page
    lead.get_by_role("button", name="Compare with the references").click()
    first = lead.get_by_role("group", name="Grades of question 1")
    expect(first.get_by_text("Judged bad, as the reference does.")).to_be_visible()
    second = lead.get_by_role("group", name="Grades of question 2")
    expect(second.get_by_text("Judged good; the reference says bad.")).to_be_visible()
    look(lead, "training-nq-grading", screenshot_folder)
    lead.get_by_role("button", name="Show the grades to the annotator").click()
    lead.get_by_role("button", name="Ask for another try").click()
    expect(lead.get_by_text("asked for another try after exam 1.")).to_be_visible()
    annotator.goto(f"/projects/{slug}/training")
    expect(annotator.get_by_text("A lead asks you to try the exam once more")).to_be_visible()


def test_who_is_asked_to_qualify_again_reads_why_where_no_question_comes(
    profiles: Profiles, api: Api, server: Server
) -> None:
    slug, reason = "ferry-again", "Look at tables again: the boats stand in one."
    api.create_project(slug, ["tess"], questions=QUESTIONS)
    for step, first, last in (("self_study", 0, SELF_STUDY), ("exam", SELF_STUDY, 8)):
        choose_questions(api, slug, step, QUESTIONS[first:last])
    give_references(api, slug, BAD)
    api.put(f"projects/{slug}/training/", {"requires_training": True})
    [member] = api.get(f"projects/{slug}/training/members/")["results"]
    waiver = {"members": [member["id"]], "note": "She has done it elsewhere."}
    api.post(f"projects/{slug}/training/waivers/", waiver)
    server.manage("compute_statistics", slug)
    annotator = profiles.open("tess", at=f"/projects/{slug}/annotate").page
    expect(annotator.get_by_text(QUESTIONS[8])).to_be_visible()
    Desk(annotator).choice("Bad").click()
    annotator.get_by_role("button", name="Submit").click()
    expect(annotator.get_by_text(QUESTIONS[9])).to_be_visible()
    Desk(annotator).choice("Bad").click()
    # It may have been fetched ahead; only now the server has confirmed that she has begun it.
    expect(annotator.get_by_role("button", name="Submit")).to_be_enabled()

    [person] = api.get(f"projects/{slug}/annotators/")["results"]
    lead = profiles.open(LEAD, at=f"/projects/{slug}/statistics/people?annotator={person['id']}")
    lead.page.get_by_role("button", name="Ask to qualify again").click()
    dialog = lead.page.get_by_role("dialog")
    dialog.get_by_label("Why, and what would help").fill(reason)
    dialog.get_by_role("button", name="Ask", exact=True).click()
    expect(dialog).to_be_hidden()
    expect(lead.page.get_by_text(reason)).to_be_visible()

    # What she has begun she may finish; then no question comes, and the page says why.
    annotator.get_by_role("button", name="Submit").click()
    expect(annotator.get_by_role("heading", name="Finish the training first")).to_be_visible()
    expect(annotator.get_by_text(f"A lead asks you to qualify again. {reason}")).to_be_visible()
    annotator.get_by_role("link", name="Go to training").click()
    expect(annotator.get_by_text("A lead asks you to qualify again")).to_be_visible()
    expect(annotator.get_by_text(reason)).to_be_visible()
