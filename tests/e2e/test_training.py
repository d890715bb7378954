"""Training from the first sample question to acceptance: an annotator and a lead."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

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
BAD = {"question_quality": "bad"}


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


def trainee_of(api: Api, slug: str) -> str:
    [row] = api.get(f"projects/{slug}/training/members/")["results"]
    return f"projects/{slug}/training/members/{row['id']}/"


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
