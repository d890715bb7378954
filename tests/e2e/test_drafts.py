"""Nothing that was answered is lost: reloads, crashes, no connection, two tabs, time run out."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from tests.e2e.annotating import KEEP_MINE, RETRY_PATIENCE_MS, TAKE_SAVED, TAKEN_BACK, Desk
from tests.e2e.profiles import Profile, Profiles
from tests.e2e.routes import is_saved_draft
from tests.e2e.server import Server
from tests.e2e.signing_in import fill_in
from tests.e2e.small_project import (
    BRIDGE,
    FIRST_PARAGRAPH,
    QUESTIONS,
    Api,
    let_answers_be_taken_back,
    let_leases_run_out,
)

NO_CONNECTION = re.compile(r"net::ERR_(INTERNET_DISCONNECTED|CONNECTION_|EMPTY_RESPONSE|NETWORK_)")
# A server that is killed in the middle of an answer leaves fewer bytes than it has announced. One
# that starts answers 503 as long as nginx alone is up.
CUT_OFF = re.compile(
    rf"{NO_CONNECTION.pattern}|net::ERR_CONTENT_LENGTH_MISMATCH|responded with a status of 503"
)


def is_saved_passage(response: Response) -> bool:
    """Whether the server has acknowledged a draft with a long answer. That of the stage before may
    be under way still.
    """
    return is_saved_draft(response) and response.request.post_data_json["long_answer"] is not None


def is_saved_review(response: Response) -> bool:
    """Whether the server has acknowledged a draft that stands at the review."""
    return is_saved_draft(response) and response.request.post_data_json["stage"] == "review"


def begin(profiles: Profiles, name: str, slug: str) -> tuple[Profile, Desk]:
    """Sign in and open the first question's page."""
    profile = profiles.open(name, at=f"/projects/{slug}/annotate")
    desk = Desk(profile.page)
    desk.expect_stage("question")
    desk.judge_good()
    return profile, desk


def choose_passage(desk: Desk, words: str) -> int:
    """Go from the long answer to the review without a short answer; the passage's number."""
    box = desk.screen.click(words)
    desk.button("Use this passage").click()
    desk.expect_stage("short answer")
    with desk.page.expect_response(is_saved_review):
        desk.button("No short answer").click()
    desk.expect_stage("review")
    desk.expect_saved()
    return box


def open_a_tab_that_becomes_stale(profile: Profile, desk: Desk) -> tuple[Desk, int, int]:
    """A second tab at the review, whose answer the first one changes; the numbers of its passage
    and of the later one.
    """
    ferry = choose_passage(desk, FIRST_PARAGRAPH)
    stale = Desk(profile.context.new_page())
    stale.page.goto(desk.page.url)
    stale.expect_stage("review")
    desk.page.get_by_role("button", name="Change the long answer").click()
    desk.expect_stage("long answer")
    bridge = choose_passage(desk, BRIDGE)
    expect(stale.button("Submit")).to_be_enabled()
    return stale, ferry, bridge


def expect_only_lost_requests(profile: Profile, lost: re.Pattern[str] = NO_CONNECTION) -> None:
    """The browser logs each request that got no answer; nothing else went wrong."""
    assert [each for each in profile.watch.problems if not lost.search(each)] == []
    profile.watch.problems.clear()


def draft_on_server(page: Page) -> dict[str, Any]:
    """The draft of the annotator's one open question."""
    slug = page.url.split("/")[4]
    found = page.request.get(f"/api/v1/projects/{slug}/assignments/?state=open").json()
    assignment = page.request.get(f"/api/v1/assignments/{found['results'][0]['id']}/").json()
    draft: dict[str, Any] = assignment["draft"]
    return draft


def test_a_change_is_saved_by_itself_and_is_there_after_a_reload_in_a_fresh_browser(
    profiles: Profiles, api: Api
) -> None:
    api.create_project("drafts-reload", ["dora"])
    profile, desk = begin(profiles, "dora", "drafts-reload")
    with profile.page.expect_response(is_saved_passage):
        box = desk.screen.click(FIRST_PARAGRAPH)
    profile.context.close()

    profile = profiles.open("dora", at="/projects/drafts-reload/annotate")
    desk = Desk(profile.page)
    # The stage is the one that was left; the box is chosen and can be used at once.
    desk.expect_stage("long answer")
    desk.screen.expect_attribute("data-selected", box)


def test_a_draft_outlives_a_server_that_is_killed(
    profiles: Profiles, api: Api, server: Server
) -> None:
    api.create_project("drafts-crash", ["egon"])
    profile, desk = begin(profiles, "egon", "drafts-crash")
    with profile.page.expect_response(is_saved_passage):
        desk.screen.click(FIRST_PARAGRAPH)
    server.kill()
    try:
        box = desk.screen.click(BRIDGE)
        expect(profile.page.get_by_text("kept in this browser")).to_be_visible()
    finally:
        server.start()
    desk.expect_saved(timeout=RETRY_PATIENCE_MS)
    profile.page.reload()
    desk.expect_stage("long answer")
    desk.screen.expect_attribute("data-selected", box)
    expect_only_lost_requests(profile, CUT_OFF)


def test_a_stale_tab_shows_both_versions_and_overwrites_neither(
    profiles: Profiles, api: Api
) -> None:
    api.create_project("drafts-two-tabs", ["greta"])
    profile, desk = begin(profiles, "greta", "drafts-two-tabs")
    desk.expect_saved()
    stale = Desk(profile.context.new_page())
    stale.page.goto("/projects/drafts-two-tabs/annotate")
    stale.expect_stage("long answer")

    with desk.page.expect_response(is_saved_passage):
        box = desk.screen.click(FIRST_PARAGRAPH)
    other = stale.screen.click(BRIDGE)
    dialog = stale.page.get_by_role("dialog", name="There are two versions of this answer")
    expect(dialog).to_contain_text("Paragraph: A stone bridge was opened")
    expect(dialog).to_contain_text("Paragraph: The old crossing is a ferry")
    draft = draft_on_server(stale.page)
    assert draft["long_answer"] == {"candidate_index": box}

    with stale.page.expect_response(is_saved_passage):
        dialog.get_by_role("button", name=KEEP_MINE).click()
    expect(dialog).to_be_hidden()
    stale.screen.expect_attribute("data-selected", other)
    assert draft_on_server(stale.page)["long_answer"] == {"candidate_index": other}

    # Now the first tab is the stale one; it takes over what the other has saved.
    desk.screen.click("Boats in use")
    dialog = desk.page.get_by_role("dialog", name="There are two versions of this answer")
    dialog.get_by_role("button", name=TAKE_SAVED).click()
    desk.screen.expect_attribute("data-selected", other)
    assert draft_on_server(desk.page)["long_answer"] == {"candidate_index": other}


@pytest.mark.long
@pytest.mark.parametrize("choice", ["this tab", "elsewhere"])
def test_a_stale_tab_that_submits_is_asked_which_version_it_means(
    profiles: Profiles, api: Api, choice: str
) -> None:
    slug = f"drafts-submit-{choice.replace(' ', '-')}"
    api.create_project(slug, ["karl"], questions=QUESTIONS[:1])
    profile, desk = begin(profiles, "karl", slug)
    stale, ferry, bridge = open_a_tab_that_becomes_stale(profile, desk)
    later = draft_on_server(desk.page)
    assert later["long_answer"] == {"candidate_index": bridge}

    stale.button("Submit").click()
    dialog = stale.page.get_by_role("dialog", name="There are two versions of this answer")
    expect(dialog).to_contain_text(f"Paragraph: {FIRST_PARAGRAPH}")
    expect(dialog).to_contain_text(f"Paragraph: {BRIDGE}")
    # Nothing was submitted, and nothing that was saved was overwritten.
    assert api.get(f"projects/{slug}/annotations/")["count"] == 0
    assert draft_on_server(stale.page) == later

    name, text, box = {
        "this tab": (KEEP_MINE, FIRST_PARAGRAPH, ferry),
        "elsewhere": (TAKE_SAVED, BRIDGE, bridge),
    }[choice]
    dialog.get_by_role("button", name=name).click()
    expect(dialog).to_be_hidden()
    expect(stale.page.get_by_role("region", name="Review", exact=True)).to_contain_text(text)
    stale.expect_saved()
    stale.submit()
    (annotation,) = api.get(f"projects/{slug}/annotations/")["results"]
    assert annotation["long_answer"]["candidate_index"] == box

    # The first tab is told so, and its answer is still there to read.
    desk.button("Submit").click()
    expect(desk.page.get_by_text("This question is already submitted.")).to_be_visible()
    review = desk.page.get_by_role("region", name="Review", exact=True)
    expect(review).to_contain_text(BRIDGE)
    # There is nothing to press beside that but the way on.
    expect(review).to_have_attribute("inert", "")
    desk.page.keyboard.press("Enter")
    desk.page.get_by_role("button", name="Go on with the next question").click()
    expect(desk.page.get_by_role("heading", name="Nothing left for you")).to_be_visible()
    assert api.get(f"projects/{slug}/annotations/")["count"] == 1


@pytest.mark.long
def test_who_comes_too_late_is_told_and_keeps_the_answer(
    profiles: Profiles, api: Api, server: Server
) -> None:
    questions = ["who keeps the ferry at the old crossing"]
    api.create_project("drafts-late", ["hugo", "ida"], questions=questions)
    profile, desk = begin(profiles, "hugo", "drafts-late")
    desk.expect_saved()
    let_leases_run_out(server, "drafts-late", "open")

    faster = Desk(profiles.open("ida", at="/projects/drafts-late/annotate").page)
    faster.expect_stage("question")
    faster.press("b")
    faster.submit(by_key=True)

    desk.screen.click(FIRST_PARAGRAPH)
    expect(profile.page.get_by_text("You did nothing here for a while")).to_be_visible()
    desk.button("Use this passage").click()
    desk.expect_stage("short answer")
    desk.button("No short answer").click()
    desk.expect_stage("review")
    # The note is there for seconds only, so nothing else is waited for before it.
    desk.button("Submit").click()
    expect(
        profile.page.get_by_text("Others answered this question in the meantime")
    ).to_be_visible()
    expect(profile.page.get_by_role("region", name="Review", exact=True)).to_be_hidden()
    annotations = api.get("projects/drafts-late/annotations/?ordering=created_at")["results"]
    assert {(each["annotator"], each["is_late"]) for each in annotations} == {
        ("ida", False),
        ("hugo", True),
    }


@pytest.mark.parametrize("way", ["key", pytest.param("toast", marks=pytest.mark.long)])
def test_an_answer_is_taken_back_although_the_server_was_killed_since(
    profiles: Profiles, api: Api, server: Server, way: str
) -> None:
    slug = f"drafts-undo-{way}"
    api.create_project(slug, ["nils"], questions=QUESTIONS[:2], reviews_answers=False)
    profile = profiles.open("nils", at=f"/projects/{slug}/annotate")
    desk = Desk(profile.page)
    desk.expect_stage("question")
    first = desk.question
    desk.press("b")
    expect(profile.page.get_by_text(f"Submitted: {first}")).to_be_visible()
    expect(profile.page.get_by_role("heading", level=1, name=first)).to_be_hidden()
    desk.expect_stage("question")
    second = desk.question
    assert second != first
    let_answers_be_taken_back(server, profile.page, slug)
    server.kill()
    server.start()

    if way == "key":
        desk.press("Control+z")
    else:
        profile.page.get_by_role("button", name="Undo the last submission").last.click()
    expect(profile.page.get_by_text(TAKEN_BACK)).to_be_visible()
    # It is the same after a reload, and in another tab.
    profile.page.reload()
    expect(profile.page.get_by_text(TAKEN_BACK)).to_be_visible()
    desk.press("1", "g")
    desk.expect_stage("long answer")
    desk.press("n")
    # The queue goes on with the question that was left.
    expect(profile.page.get_by_role("heading", level=1, name=second)).to_be_visible()
    (answer,) = api.get(f"projects/{slug}/annotations/")["results"]
    versions = api.get(f"projects/{slug}/annotations/{answer['id']}/")["versions"]
    assert [(each["question_quality"], each["reason"]) for each in versions] == [
        ("bad", ""),
        ("good", "Taken back right after submitting."),
    ]
    expect_only_lost_requests(profile, CUT_OFF)


@pytest.mark.long
def test_a_lost_connection_is_not_noticed_while_the_next_question_is_answered(
    profiles: Profiles, api: Api
) -> None:
    api.create_project("drafts-ahead", ["nils"], questions=QUESTIONS[:2])
    profile, desk = begin(profiles, "nils", "drafts-ahead")
    with profile.page.expect_response(lambda answer: answer.url.endswith("/page-ahead/")) as ahead:
        choose_passage(desk, FIRST_PARAGRAPH)
    assert ahead.value.ok
    first = desk.question
    profile.context.set_offline(True)
    desk.button("Submit").click()
    desk.expect_stage("question")
    assert desk.question != first
    expect(profile.page.locator("iframe")).to_have_count(0)
    desk.judge_good()
    box = desk.screen.click(BRIDGE)
    desk.screen.expect_attribute("data-selected", box)

    sent: list[str] = []
    profile.page.on("request", lambda request: sent.append(request.url))
    with profile.page.expect_response(is_saved_passage) as saved:
        profile.context.set_offline(False)
    assert saved.value.json()["draft"]["long_answer"] == {"candidate_index": box}
    desk.screen.expect_attribute("data-selected", box)
    order = [
        next(place for place, url in enumerate(sent) if part in url)
        for part in ("/submit/", "/assignments/next/", "/draft/")
    ]
    assert order == sorted(order)
    assert api.get("projects/drafts-ahead/annotations/")["count"] == 1
    expect_only_lost_requests(profile)


@pytest.mark.long
def test_who_was_signed_out_elsewhere_signs_in_again_and_goes_on(
    profiles: Profiles, api: Api
) -> None:
    api.create_project("drafts-signed-out", ["jana"])
    profile, desk = begin(profiles, "jana", "drafts-signed-out")
    desk.expect_saved()
    cookies = profile.context.cookies()
    profile.context.clear_cookies(name="sessionid")
    assert len(profile.context.cookies()) < len(cookies)
    box = desk.screen.click(FIRST_PARAGRAPH)
    dialog = profile.page.get_by_role("dialog", name="You were signed out")
    expect(dialog).to_be_visible()
    fill_in(profile.page, "jana")
    expect(dialog).to_be_hidden()
    desk.expect_saved()
    desk.screen.expect_attribute("data-selected", box)
    assert draft_on_server(profile.page)["long_answer"] == {"candidate_index": box}
