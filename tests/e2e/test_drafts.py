"""Nothing that was answered is lost: reloads, crashes, no connection, two tabs, time run out."""

import re
from typing import Any

from playwright.sync_api import Page, Response, expect

from tests.e2e.annotating import Desk
from tests.e2e.profiles import Profile, Profiles
from tests.e2e.server import Server
from tests.e2e.signing_in import fill_in
from tests.e2e.small_project import BRIDGE, FIRST_PARAGRAPH, Api, let_leases_run_out

NO_CONNECTION = re.compile(r"net::ERR_(INTERNET_DISCONNECTED|CONNECTION_|EMPTY_RESPONSE|NETWORK_)")


def is_saved_draft(response: Response) -> bool:
    """Whether the server has acknowledged a draft."""
    return response.request.method == "PUT" and response.url.endswith("/draft/") and response.ok


def begin(profiles: Profiles, name: str, slug: str) -> tuple[Profile, Desk]:
    """Sign in and open the first question's page."""
    profile = profiles.open(name, at=f"/projects/{slug}/annotate")
    desk = Desk(profile.page)
    desk.expect_stage("question")
    desk.judge_good()
    return profile, desk


def expect_only_lost_requests(profile: Profile) -> None:
    """The browser logs each request that got no answer; nothing else went wrong."""
    assert [each for each in profile.watch.problems if not NO_CONNECTION.search(each)] == []
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
    with profile.page.expect_response(is_saved_draft):
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
    with profile.page.expect_response(is_saved_draft):
        desk.screen.click(FIRST_PARAGRAPH)
    server.kill()
    try:
        box = desk.screen.click(BRIDGE)
        expect(profile.page.get_by_text("kept in this browser")).to_be_visible()
    finally:
        server.start()
    desk.expect_saved()
    profile.page.reload()
    desk.expect_stage("long answer")
    desk.screen.expect_attribute("data-selected", box)
    expect_only_lost_requests(profile)


def test_who_is_offline_goes_on_and_is_saved_when_the_connection_is_back(
    profiles: Profiles, api: Api
) -> None:
    api.create_project("drafts-offline", ["fritz"])
    profile, desk = begin(profiles, "fritz", "drafts-offline")
    desk.screen.click(FIRST_PARAGRAPH)
    desk.button("Use this passage").click()
    desk.expect_stage("short answer")
    desk.expect_saved()
    profile.context.set_offline(True)
    desk.screen.drag("Marten family")
    expect(profile.page.get_by_text("kept in this browser")).to_be_visible()
    expect(profile.page.get_by_text("You are offline.")).to_be_visible()
    desk.button("Review").click()
    desk.expect_stage("review")
    with profile.page.expect_response(is_saved_draft) as saved:
        profile.context.set_offline(False)
    draft = saved.value.json()["draft"]
    expect(profile.page.get_by_text("You are offline.")).to_be_hidden()
    assert (len(draft["short_answers"]), draft["stage"]) == (1, "review")
    expect_only_lost_requests(profile)


def test_a_stale_tab_shows_both_versions_and_overwrites_neither(
    profiles: Profiles, api: Api
) -> None:
    api.create_project("drafts-two-tabs", ["greta"])
    profile, desk = begin(profiles, "greta", "drafts-two-tabs")
    desk.expect_saved()
    stale = Desk(profile.context.new_page())
    stale.page.goto("/projects/drafts-two-tabs/annotate")
    stale.expect_stage("long answer")

    with desk.page.expect_response(is_saved_draft):
        box = desk.screen.click(FIRST_PARAGRAPH)
    other = stale.screen.click(BRIDGE)
    dialog = stale.page.get_by_role("dialog", name="There are two versions of this answer")
    expect(dialog).to_contain_text("Paragraph: A stone bridge was opened")
    expect(dialog).to_contain_text("Paragraph: The old crossing is a ferry")
    draft = draft_on_server(stale.page)
    assert draft["long_answer"] == {"candidate_index": box}

    with stale.page.expect_response(is_saved_draft):
        dialog.get_by_role("button", name="Go on with this").first.click()
    expect(dialog).to_be_hidden()
    stale.screen.expect_attribute("data-selected", other)
    assert draft_on_server(stale.page)["long_answer"] == {"candidate_index": other}

    # Now the first tab is the stale one; it takes over what the other has saved.
    desk.screen.click("Boats in use")
    dialog = desk.page.get_by_role("dialog", name="There are two versions of this answer")
    dialog.get_by_role("button", name="Go on with this").last.click()
    desk.screen.expect_attribute("data-selected", other)
    assert draft_on_server(desk.page)["long_answer"] == {"candidate_index": other}


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
    expect(profile.page.get_by_text("Your time for this question ran out")).to_be_visible()
    desk.button("Use this passage").click()
    desk.expect_stage("short answer")
    desk.button("None").click()
    desk.submit()
    expect(
        profile.page.get_by_text("Others had answered the question in the meantime")
    ).to_be_visible()
    annotations = api.get("projects/drafts-late/annotations/?ordering=created_at")["results"]
    assert {(each["annotator"], each["is_late"]) for each in annotations} == {
        ("ida", False),
        ("hugo", True),
    }


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
