"""The next question is fetched ahead, and nobody is kept waiting for it."""

import re

import pytest
from playwright.sync_api import APIResponse, Response, Route, expect

from tests.e2e.annotating import Desk
from tests.e2e.profiles import Profiles
from tests.e2e.routes import route_from_now
from tests.e2e.small_project import QUESTIONS, Api

ANSWERING = re.compile(r"/assets/annotationPages-[^/]*\.js$")
"""The code of the pages on which questions are answered."""

NEXT_PICTURE = "() => new Promise(requestAnimationFrame)"
MOST_PICTURES = 2_000
"""At 60 a second, how long an answer is waited for that no page gets to see."""


def is_fetched_ahead(response: Response) -> bool:
    """Whether the next question was asked for before this one was submitted."""
    request = response.request
    return request.url.endswith("/assignments/next/") and "true" in (request.post_data or "")


def test_the_question_that_was_fetched_ahead_is_the_next_one_on_screen(
    profiles: Profiles, api: Api
) -> None:
    api.create_project("next-shown", ["kurt"])
    desk = Desk(profiles.open("kurt", at="/projects/next-shown/annotate").page)
    desk.expect_stage("question")
    seen = [desk.question]
    with desk.page.expect_response(is_fetched_ahead) as answer:
        desk.press("b")
    reserved = answer.value.json()
    assert reserved["state"] == "reserved"
    assert reserved["page"] is None
    desk.submit(by_key=True)
    desk.expect_stage("question")
    seen.append(desk.question)
    assert seen[1] == reserved["question"]["text"]

    # Nothing is left to fetch ahead with the last one. That of this one must not come as late as
    # that, for it would be taken for it.
    with desk.page.expect_response(is_fetched_ahead):
        desk.press("b")
    desk.submit(by_key=True)
    desk.expect_stage("question")
    seen.append(desk.question)
    with desk.page.expect_response(is_fetched_ahead) as answer:
        desk.press("b")
    assert answer.value.status == 204
    desk.submit(by_key=True)
    expect(desk.page.get_by_role("heading", name="Nothing left for you")).to_be_visible()
    assert sorted(seen) == sorted(QUESTIONS)


def test_a_tab_that_is_loaded_again_asks_for_its_question_before_its_code_is_there(
    profiles: Profiles, api: Api
) -> None:
    api.create_project("next-reload", ["nena"])
    profile = profiles.open("nena", at="/projects/next-reload/annotate")
    page = profile.page
    desk = Desk(page)
    desk.expect_stage("question")
    question = desk.question
    desk.judge_good()
    desk.expect_saved()
    held: list[Route] = []

    # Playwright wraps functions, but no method of a list.
    def hold(route: Route) -> None:
        held.append(route)

    page.route(ANSWERING, hold)
    profile.requests.clear()
    with page.expect_response(lambda answer: "/assignments/next/" in answer.url) as claimed:
        page.reload(wait_until="commit")
    assert claimed.value.json()["question"]["text"] == question
    expect(page.get_by_role("heading", level=1)).to_have_count(0)
    assert held
    for route in held:
        route.continue_()
    page.unroute(ANSWERING)
    desk.expect_stage("long answer")
    assert desk.question == question
    # It was asked for once.
    assert sum("/assignments/next/" in url for url in profile.requests) == 1


@pytest.mark.long
def test_an_answer_that_comes_late_does_not_bring_a_question_back(
    profiles: Profiles, api: Api
) -> None:
    api.create_project("next-late", ["olaf"])
    desk = Desk(profiles.open("olaf", at="/projects/next-late/annotate").page)
    desk.expect_stage("question")
    seen = [desk.question]
    held: list[tuple[Route, APIResponse]] = []
    route_from_now(
        desk.page,
        "**/assignments/next/",
        lambda route: (
            held.append((route, route.fetch()))
            if "true" in (route.request.post_data or "")
            else route.continue_()
        ),
    )
    desk.press("b")
    # The server has reserved the question before this one is submitted; the browser never hears.
    for _ in range(MOST_PICTURES):
        if held:
            break
        desk.page.evaluate(NEXT_PICTURE)
    desk.submit(by_key=True)
    desk.expect_stage("question")
    seen.append(desk.question)
    ((route, answer),) = held
    assert answer.json()["question"]["text"] == seen[1]
    # It has to be there before the next one is awaited, for which it would be taken.
    with desk.page.expect_response(is_fetched_ahead):
        route.fulfill(response=answer)
    desk.page.unroute("**/assignments/next/")

    with desk.page.expect_response(is_fetched_ahead) as ahead:
        desk.press("b")
    desk.submit(by_key=True)
    desk.expect_stage("question")
    assert desk.question == ahead.value.json()["question"]["text"]
    assert desk.question not in seen
