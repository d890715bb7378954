"""The server answers and the application starts in a browser."""

from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.watch import Watch


def test_healthz_answers_without_signing_in(page: Page) -> None:
    answer = page.request.get("/healthz")
    assert answer.status == 200


def test_the_application_opens_without_errors_and_asks_to_sign_in(page: Page) -> None:
    page.goto("/")
    expect(page).to_have_title("Sign in · Plumbline")
    expect(page.get_by_role("textbox", name="Password")).to_be_visible()
    # The page fixture refuses console errors and broken policies.


def test_the_policy_watch_notices_a_violation(context: BrowserContext, watch: Watch) -> None:
    page = context.new_page()
    page.goto("/")
    with context.expect_console_message(lambda message: "img-src" in message.text):
        page.evaluate(
            """() => new Promise((resolve) => {
                addEventListener("securitypolicyviolation", () => resolve(null));
                document.body.append(Object.assign(new Image(), {src: "http://127.0.0.2:9/x.png"}));
            })"""
        )
    assert any("img-src" in problem for problem in watch.problems)
