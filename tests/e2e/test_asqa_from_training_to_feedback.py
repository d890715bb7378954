"""All of it, as one annotator and one lead live it: from the first self-study question to the
feedback on an answer of the main task, with reloads and a killed server in between. The long run
has a failed exam, an hour that runs out, and an answer that both of them revise as well.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.ambiguous_project import create_ambiguous_project, frozen_words
from tests.e2e.annotating import RETRY_PATIENCE_MS
from tests.e2e.long_answers import (
    HALF,
    PASSAGE,
    WHOLE,
    submit,
    submitted,
    text_of,
    write,
)
from tests.e2e.page_on_screen import PageOnScreen
from tests.e2e.profiles import Profile, Profiles
from tests.e2e.routes import is_saved_draft
from tests.e2e.server import Server
from tests.e2e.small_project import LEAD, Api, let_the_time_run_out
from tests.e2e.test_training import answer_the_rest, trainee_of
from tests.size import is_long

SLUG = "orle-whole"
SELF_STUDY, EXAM = 3, 5
QUESTIONS = [f"who crosses the orle, question {number}" for number in range(1, 13)]
LOST = re.compile(r"net::ERR_|Failed to load resource")
CONFIRMED = f"{HALF} The railway bridge followed in 1902, the stone one 35 years before it."
TYPED = "The stone bridge was opened 35 years before that of the railway."
ADVICE = "Say how the two bridges belong together."
DOUBT = "Is the ferry a crossing in the sense of the guidelines?"
DECISION = "Yes. Whatever carries people over the river is a crossing."
ONCE_MORE = "Say how the bridges belong together, in each answer."
ADDED = "It was opened on 4 May 1867."
BY_LEAD = "Then carts wait for the spring."
CONCERN = "There never was a railway bridge at the old crossing."


MINUTES_AGO = """
from datetime import timedelta
from django.db.models import F
from annotator.collecting.assignments.models import Assignment
submitted = Assignment.objects.filter(annotations={annotation})
submitted.update(submitted_at=F("submitted_at") - timedelta(minutes=5))
"""


@pytest.mark.long
def test_from_training_to_feedback_nothing_is_lost(
    profiles: Profiles, api: Api, server: Server, tmp_path: Path
) -> None:
    create_ambiguous_project(api, server, SLUG, ["adele"], questions=QUESTIONS)
    prepare_training(api)
    annotator = profiles.open("adele", at=f"/projects/{SLUG}/training")
    lead = profiles.open(LEAD, at=f"/projects/{SLUG}/training")

    study(annotator.page)
    hold_the_session(lead.page)
    sit_the_exam(annotator, server)
    grade_the_exam(lead.page, annotator.page)
    if is_long():
        fail_and_try_again(api, lead.page, annotator.page)
    accept(lead.page, annotator.page, exam=2 if is_long() else 1)

    first = answer_with_a_missing_short_answer(annotator, server)
    doubted = ask_and_read_the_answer(annotator.page, lead.page, server)
    expect_the_lead_to_see_the_concern(lead.page)
    give_and_read_feedback(lead.page, annotator.page, first)
    text = CONFIRMED
    if is_long():
        text = revise(annotator.page, lead.page, first, server)

    expect_the_export_to_hold_what_was_written(server, tmp_path, doubted, text)
    # The lead's page asks for news by itself, also while the server is down.
    for profile in (annotator, lead):
        noted = profile.watch.problems
        noted[:] = [problem for problem in noted if not LOST.search(problem)]


def prepare_training(api: Api) -> None:
    """Choose the questions of both steps and give each a reference."""
    found = api.get(f"projects/{SLUG}/examples/?page_size=100")["results"]
    by_question = {example["question"]: example["id"] for example in found}
    numbers = [by_question[question] for question in QUESTIONS]
    for step, chosen in (
        ("self_study", numbers[:SELF_STUDY]),
        ("exam", numbers[SELF_STUDY : SELF_STUDY + EXAM]),
    ):
        api.post(f"projects/{SLUG}/training/examples/", {"examples": chosen, "step": step})
    for example in api.get(f"projects/{SLUG}/training/examples/"):
        reference = api.post(f"projects/{SLUG}/training/examples/{example['id']}/reference/", {})
        answer = {"long_form_answer": WHOLE, "knowledge": []}
        api.post(f"training/answers/{reference['id']}/submit/", answer)
    api.put(f"projects/{SLUG}/training/", {"requires_training": True})


def answer_in_training(page: Page, text: str) -> None:
    """Answer the question on screen, and wait until it is gone."""
    expect(text_of(page)).to_have_value("")
    before = page.url
    write(page, text)
    submit(page)
    expect(page).not_to_have_url(before)


def study(page: Page) -> None:
    """The annotator's first step; the second question is interrupted by a reload."""
    page.get_by_role("button", name="Begin the self-study").click()
    answer_in_training(page, WHOLE)
    expect(text_of(page)).to_have_value("")
    write(page, HALF)
    page.reload()
    expect(text_of(page)).to_have_value(HALF)
    text_of(page).fill("")
    answer_in_training(page, f"{WHOLE} It rests in winter.")
    answer_in_training(page, f"{WHOLE} It crosses every twenty minutes.")
    expect(page.get_by_role("heading", name="Meet a lead")).to_be_visible()


def hold_the_session(page: Page) -> None:
    page.reload()
    page.get_by_role("link", name="adele").click()
    expect(page.get_by_text("It rests in winter.")).to_be_visible()
    page.get_by_label("Notes").fill("Writes well; name the year of both bridges.")
    page.get_by_role("button", name="The session took place").click()
    expect(page.get_by_text("the session took place.")).to_be_visible()


def sit_the_exam(annotator: Profile, server: Server) -> None:
    """Five questions; the server is killed while the third is written."""
    page = annotator.page
    page.reload()
    page.get_by_role("button", name="Begin the exam").click()
    for number in range(1, EXAM + 1):
        text = f"{WHOLE} This is answer {number}."
        if number == 3:
            # The address is already this question's while the one before may still be on screen.
            expect(text_of(page)).to_have_value("")
            write(page, HALF)
            server.kill()
            try:
                text_of(page).fill(text)
                expect(page.get_by_text("kept in this browser")).to_be_visible()
            finally:
                server.start()
            expect(page.get_by_text("Saved", exact=True)).to_be_visible(timeout=RETRY_PATIENCE_MS)
            page.reload()
            expect(text_of(page)).to_have_value(text)
            text_of(page).fill("")
        answer_in_training(page, text)
    expect(page.get_by_role("heading", name="A lead grades your exam")).to_be_visible()


def grade_the_exam(lead: Page, annotator: Page) -> None:
    lead.reload()
    for number in range(1, EXAM + 1):
        sheet = lead.get_by_role("group", name=f"Grades of question {number}")
        for criterion in ("Completeness", "Comprehensiveness", "Fluency", "Attributability"):
            level = "Partly" if (number, criterion) == (2, "Fluency") else "Met"
            choice = sheet.get_by_role("radiogroup", name=criterion)
            choice.get_by_text(level, exact=True).click()
        if number == 2:
            sheet.get_by_label("Comment on fluency").fill(
                "Say how the two bridges belong together."
            )
        sheet.get_by_role("button", name="Save grades").click()
        expect(sheet.get_by_role("button", name="Saved")).to_be_visible()
    annotator.reload()
    expect(annotator.get_by_text(ADVICE)).to_have_count(0)
    lead.get_by_role("button", name="Show the grades to the annotator").click()
    expect(lead.get_by_role("heading", name="Decide")).to_be_visible()
    annotator.reload()
    expect(annotator.get_by_text(ADVICE)).to_be_visible()


def fail_and_try_again(api: Api, lead: Page, annotator: Page) -> None:
    """The lead asks for another try; of the second exam one answer is interrupted by a reload, and
    the rest of it goes by the API.
    """
    lead.get_by_label("A note to the annotator").fill(ONCE_MORE)
    lead.get_by_role("button", name="Ask for another try").click()
    expect(lead.get_by_text(f"asked for another try after exam 1. {ONCE_MORE}")).to_be_visible()
    annotator.reload()
    expect(annotator.get_by_text("A lead asks you to try the exam once more")).to_be_visible()
    expect(annotator.get_by_text(ONCE_MORE)).to_be_visible()
    annotator.get_by_role("button", name="Begin the exam").click()
    expect(text_of(annotator)).to_have_value("")
    write(annotator, HALF)
    annotator.reload()
    expect(text_of(annotator)).to_have_value(HALF)
    text_of(annotator).fill("")
    answer_in_training(annotator, f"{WHOLE} The second one is 35 years younger.")
    answer_the_rest(api, SLUG, "adele", {"long_form_answer": WHOLE, "knowledge": []})
    annotator.goto(f"/projects/{SLUG}/training")
    expect(annotator.get_by_role("heading", name="A lead grades your exam")).to_be_visible()
    trainee = trainee_of(api, SLUG)
    criteria = api.get(f"projects/{SLUG}/training/")["criteria"]
    body = {"grades": [{"criterion": each, "level": "met"} for each in criteria]}
    for answer in api.get(trainee)["attempts"][-1]["answers"]:
        api.put(f"projects/{SLUG}/training/answers/{answer['id']}/grades/", body)
    lead.reload()
    lead.get_by_role("button", name="Show the grades to the annotator").click()
    expect(lead.get_by_role("heading", name="Decide")).to_be_visible()


def accept(lead: Page, annotator: Page, *, exam: int) -> None:
    lead.get_by_role("button", name="Accept", exact=True).click()
    expect(lead.get_by_text(f"accepted after exam {exam}.")).to_be_visible()
    annotator.reload()
    expect(annotator.get_by_role("heading", name="You have passed the training")).to_be_visible()


def answer_with_a_missing_short_answer(annotator: Profile, server: Server) -> dict[str, Any]:
    """Knowledge by selection and by keyboard, and a confirmed miss; the server is killed while the
    answer is typed.
    """
    page = annotator.page
    page.get_by_role("link", name="Start annotating").click()
    screen = PageOnScreen(page)
    screen.wait()
    with page.expect_response(is_saved_draft):
        screen.drag(PASSAGE)
        page.get_by_role("button", name=re.compile("^Add as knowledge")).click()
    page.keyboard.press("n")
    expect(page.get_by_label("Passage")).to_be_focused()
    page.keyboard.type(TYPED)
    with page.expect_response(is_saved_draft):
        page.keyboard.press("Control+Enter")
    write(page, HALF)
    type_while_the_server_dies(page, CONFIRMED.removeprefix(HALF), server)
    page.reload()
    expect(text_of(page)).to_have_value(CONFIRMED)
    submit(page)
    page.get_by_role("list", name="Disambiguations").get_by_role("checkbox").check()
    submit(page)
    expect(text_of(page)).to_have_value("")

    answer = submitted(page, SLUG)
    selected, typed = answer["knowledge"]
    place = (selected["start_byte"], selected["end_byte"])
    assert frozen_words(server, "The old crossing", *place) == PASSAGE
    assert (typed["content"], typed["start_byte"]) == (TYPED, None)
    assert answer["missing"] == [{"disambiguation": 1, "short_answers": ["4 May 1867", "1867"]}]
    assert (answer["long_form_answer"], answer["guideline_version"]) == (CONFIRMED, None)
    return answer


def type_while_the_server_dies(page: Page, rest: str, server: Server) -> None:
    """Type on at the end of the answer, through a kill, until the server that came back has it."""
    text_of(page).press("Control+End")
    page.keyboard.type(rest[: len(rest) // 2])
    server.kill()
    try:
        page.keyboard.type(rest[len(rest) // 2 :])
        expect(page.get_by_text("kept in this browser")).to_be_visible()
    finally:
        server.start()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible(timeout=RETRY_PATIENCE_MS)


def ask_and_read_the_answer(annotator: Page, lead: Page, server: Server) -> str:
    """Park with a question; the lead answers and publishes; the annotator resumes and submits.

    In between there is a question about which the annotator has a concern: it is given back.
    """
    write(annotator, HALF)
    annotator.get_by_role("button", name=re.compile("^Park")).click()
    dialog = annotator.get_by_role("dialog")
    dialog.get_by_label("Your question or note").fill(DOUBT)
    dialog.get_by_role("button", name="Park").click()
    expect(text_of(annotator)).to_have_value("")

    lead.goto(f"/projects/{SLUG}/questions")
    lead.get_by_role("link", name=DOUBT, exact=True).click()
    lead.get_by_label("Your answer").fill(DECISION)
    lead.get_by_role("button", name="Send answer").click()
    expect(lead.get_by_role("list", name="Messages")).to_contain_text(DECISION)
    lead.get_by_role("button", name=re.compile("^Publish to the FAQ")).click()
    publishing = lead.get_by_role("dialog", name="Publish to the FAQ")
    publishing.get_by_label("Title").fill("What is a crossing?")
    publishing.get_by_role("button", name="Publish").click()
    expect(publishing).to_have_count(0)

    annotator.goto(f"/projects/{SLUG}/faq")
    entry = annotator.get_by_role("article", name="What is a crossing?")
    expect(entry).to_contain_text(DECISION)
    expect(entry.get_by_text("new", exact=True)).to_be_visible()
    # One question at a time: that which came after the parked one is answered first.
    annotator.goto(f"/projects/{SLUG}/annotate")
    expect(text_of(annotator)).to_have_value("")
    doubted = raise_a_concern(annotator)
    annotator.goto(f"/projects/{SLUG}/annotate")
    expect(text_of(annotator)).to_have_value("")
    if is_long():
        use_up_the_hour(annotator, server)
    write(annotator, WHOLE)
    submit(annotator)
    expect(text_of(annotator)).to_have_count(0)

    annotator.goto(f"/projects/{SLUG}/questions")
    annotator.get_by_role("link", name=DOUBT).click()
    expect(annotator.get_by_role("list", name="Messages")).to_contain_text(DECISION)
    annotator.get_by_role("button", name="Resume").click()
    expect(text_of(annotator)).to_have_value(HALF)
    write(annotator, f"{WHOLE} The ferry is a crossing too.")
    submit(annotator)
    expect(text_of(annotator)).to_have_count(0)
    return doubted


def use_up_the_hour(page: Page, server: Server) -> None:
    """The limit is reached while the annotator writes; taken up again from their list, the answer
    is as it was, also after a reload.
    """
    question = page.get_by_role("heading", level=1).inner_text()
    write(page, HALF)
    let_the_time_run_out(server, SLUG, minutes=60)
    write(page, f"{HALF} And")
    expect(page.get_by_text("The 60 minutes for this question are used")).to_be_visible()
    page.goto(f"/projects/{SLUG}")
    page.get_by_role("link", name=f"Look at: {question}").click()
    expect(page.get_by_text("You used all 60 minutes for this question")).to_be_visible()
    page.get_by_role("button", name="Continue this question").click()
    expect(page.get_by_text("You used up your time for this question before")).to_be_visible()
    page.reload()
    expect(text_of(page)).to_have_value(f"{HALF} And")


def raise_a_concern(page: Page) -> str:
    """Say what is wrong with the disambiguations, and submit nothing but that; the question."""
    page.get_by_role("button", name=re.compile("^Concern")).click()
    page.get_by_label("What is wrong and why").fill(CONCERN)
    page.get_by_role("button", name="Keep the concern").click()
    before = page.get_by_role("heading", level=1).inner_text()
    submit(page)
    expect(page.get_by_role("heading", level=1)).not_to_have_text(before)
    return before


def expect_the_lead_to_see_the_concern(page: Page) -> None:
    page.goto(f"/projects/{SLUG}/concerns")
    expect(page.get_by_text(CONCERN)).to_be_visible()
    page.goto(f"/projects/{SLUG}/confirmations")
    expect(page.get_by_text("4 May 1867").first).to_be_visible()


def give_and_read_feedback(lead: Page, annotator: Page, annotation: dict[str, Any]) -> None:
    """The lead quotes words of an answer; the annotator reads it in place and says so."""
    lead.goto(f"/projects/{SLUG}/annotations/{annotation['id']}/feedback")
    quoted = "the stone one 35 years before it"
    select_words(lead, quoted)
    lead.get_by_role("radio", name="Completeness").check()
    lead.get_by_label("What you noticed").fill("Give the year itself.")
    lead.get_by_role("button", name="Give feedback").click()
    card = lead.get_by_role("article", name=re.compile("^Feedback:"))
    expect(card.get_by_text("not read yet")).to_be_visible()
    annotator.goto(f"/projects/{SLUG}/feedback")
    mine = annotator.get_by_role("article", name=re.compile("^Feedback:"))
    expect(mine.get_by_text("Give the year itself.")).to_be_visible()
    expect(mine.locator("mark")).to_have_text(quoted)
    mine.get_by_role("button", name="I have read it").click()
    expect(mine.get_by_role("button", name="I have read it")).to_have_count(0)
    lead.reload()
    expect(card.get_by_text("not read yet")).to_have_count(0)


def select_words(page: Page, words: str) -> None:
    """Select ``words`` in the answer as the mouse would."""
    page.get_by_role("region", name="The answer").get_by_text(words).evaluate(
        """(element, words) => {
          const text = element.firstChild
          const start = text.data.indexOf(words)
          const range = document.createRange()
          range.setStart(text, start)
          range.setEnd(text, start + words.length)
          getSelection().removeAllRanges()
          getSelection().addRange(range)
          element.dispatchEvent(new MouseEvent("mouseup", { bubbles: true }))
        }""",
        words,
    )


def revise(annotator: Page, lead: Page, first: dict[str, Any], server: Server) -> str:
    """The annotator changes the first answer, with a reload in the middle, then the lead does; the
    annotator reads why, and the example's history tells it all. The text that counts.
    """
    question = first["question"]
    # On a fast machine it could still be taken back, which needs no reason.
    server.manage("shell", "--command", MINUTES_AGO.format(annotation=first["id"]))
    annotator.goto(f"/projects/{SLUG}")
    annotator.get_by_role("link", name=f"Change your answer to: {question}").click()
    expect(text_of(annotator)).to_have_value(CONFIRMED)
    write(annotator, f"{CONFIRMED} {ADDED}")
    reason = annotator.get_by_label("Reason for the change")
    reason.fill("The year itself, as asked.")
    annotator.reload()
    expect(text_of(annotator)).to_have_value(f"{CONFIRMED} {ADDED}")
    expect(reason).to_have_value("The year itself, as asked.")
    submit(annotator)
    expect(annotator.get_by_text("Your changed answer counts from now on.")).to_be_visible()

    lead.goto(f"/projects/{SLUG}/examples/{first['example']}")
    lead.get_by_role("link", name="Revise…").first.click()
    expect(text_of(lead)).to_have_value(f"{CONFIRMED} {ADDED}")
    text = f"{CONFIRMED} {ADDED} {BY_LEAD}"
    write(lead, text)
    lead.reload()
    expect(text_of(lead)).to_have_value(text)
    lead.get_by_label("Reason for the change").fill("It says so on the page.")
    submit(lead)
    expect(lead.get_by_text("The changed answer counts from now on.")).to_be_visible()
    lead.goto(f"/projects/{SLUG}/examples/{first['example']}?show=history")
    life = lead.get_by_role("list", name="History")
    expect(life).to_contain_text("changed the answer of adele")
    expect(life).to_contain_text("The year itself, as asked.")

    annotator.goto(f"/projects/{SLUG}")
    expect(annotator.get_by_text("It says so on the page.")).to_be_visible()
    return text


def expect_the_export_to_hold_what_was_written(
    server: Server, folder: Path, doubted: str, first_text: str
) -> None:
    """Three answers of the main task with their knowledge, and nothing of training's. The question
    with a concern is there only where it is asked for.
    """
    texts = annotations_by_question(exported(server, folder))
    everything = annotations_by_question(exported(server, folder, "--with-concerns"))
    assert set(everything) == set(QUESTIONS[SELF_STUDY + EXAM :])
    assert set(everything) - set(texts) == {doubted}
    page = "The old crossing"
    first = {
        "long_answer": first_text,
        "knowledge": [{"content": each, "wikipage": page} for each in (PASSAGE, TYPED)],
    }
    others = [
        {"long_answer": text, "knowledge": []}
        for text in (WHOLE, f"{WHOLE} The ferry is a crossing too.")
    ]
    assert sorted(texts.values(), key=str) == sorted([[each] for each in (first, *others)], key=str)


def exported(server: Server, folder: Path, *options: str) -> dict[str, Any]:
    """The examples of the project's ASQA export, by their keys."""
    file = folder / "asqa.json"
    server.manage("export_asqa", SLUG, str(file), *options)
    examples: dict[str, Any] = json.loads(file.read_text("utf-8"))["dev"]
    return examples


def annotations_by_question(examples: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """What was written, with the keys of a dictionary in one order."""
    return {
        example["ambiguous_question"]: [
            {"long_answer": each["long_answer"], "knowledge": each["knowledge"]}
            for each in example["annotations"]
        ]
        for example in examples.values()
    }
