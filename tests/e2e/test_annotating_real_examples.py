"""Three people answer real examples; the export holds what they clicked.

The examples come from ../shared. Who does what, and how, is in `paths.py`.
"""

import gzip
import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.annotating import Desk
from tests.e2e.answers import Chosen, official, read_lines, serialised, simplified, without_bytes
from tests.e2e.leading import (
    add_member,
    ask_for_reviews,
    create_project,
    export,
    open_section,
    start_import,
    wait_for,
)
from tests.e2e.paths import PATHS
from tests.e2e.profiles import Profile, Profiles
from tests.e2e.server import Server
from tests.e2e.signing_in import PASSWORD, sign_in
from tests.shared_data import shared_path
from tests.size import sized

TITLE = "Five real examples"

OPEN_ASSIGNMENTS = """async slug => {
  const answer = await fetch(`/api/v1/projects/${slug}/assignments/?state=open`)
  const { results } = await answer.json()
  return results.length > 0 && results.map(each => each.id)
}"""

Example = Mapping[str, Any]


@dataclass
class Person:
    """Somebody at work. ``chosen`` is what they clicked so far, by question."""

    name: str
    profile: Profile
    desk: Desk
    chosen: dict[str, Chosen] = field(default_factory=dict)


def test_three_annotators_answer_real_examples_and_the_export_holds_what_they_clicked(
    profiles: Profiles, server: Server, tmp_path: Path
) -> None:
    source = first_examples(sized(2, 5), tmp_path)
    examples = read_lines(source)
    by_question = {example["question_text"]: example for example in examples}
    server.manage("create_user", "lena", "--password", PASSWORD)

    lead = profiles.open("lena").page
    slug = set_up_project(lead, source, count=len(examples))
    people = [begin(profiles, name) for name in PATHS]
    for _ in examples:
        for person in people:
            answer_one(person, slug, by_question)
    for person in people:
        expect(person.desk.page.get_by_role("heading", name="Nothing left for you")).to_be_visible()
        assert person.chosen.keys() == by_question.keys()
        outside = [url for url in person.profile.requests if not url.startswith(server.url)]
        assert [url for url in outside if not url.startswith(("data:", "blob:"))] == []

    open_section(lead, "Overview")
    expect(
        lead.get_by_text(f"{3 * len(examples)} of {3 * len(examples)} annotations")
    ).to_be_visible()
    open_section(lead, "Export")
    original = export(lead, "Natural Questions", tmp_path)
    short = export(lead, "Natural Questions, simplified", tmp_path)

    expected = {
        question: [official(example, person.chosen[question]) for person in people]
        for question, example in by_question.items()
    }
    compare(read_lines(original), examples, expected)
    compare(
        read_lines(short),
        [simplified(example) for example in examples],
        {question: without_bytes(answers) for question, answers in expected.items()},
    )


def first_examples(count: int, folder: Path) -> Path:
    """A file with the first of the real examples."""
    with gzip.open(shared_path("nq/nq_dev_sample.jsonl.gz"), "rb") as lines:
        wanted = list(itertools.islice(lines, count))
    file = folder / "nq_dev_sample.jsonl.gz"
    file.write_bytes(gzip.compress(b"".join(wanted)))
    return file


def set_up_project(lead: Page, source: Path, *, count: int) -> str:
    """Create a project with three annotators and the examples; its short name."""
    slug = create_project(lead, title=TITLE, overlap=3)
    ask_for_reviews(lead)
    open_section(lead, "Members")
    for name in PATHS:
        add_member(lead, name)
    open_section(lead, "Import")
    card = start_import(lead, source)
    wait_for(card, "Done")
    expect(card).to_contain_text(str(count))
    open_section(lead, "Examples")
    expect(lead.get_by_role("table", name="Examples").get_by_role("row")).to_have_count(count + 1)
    return slug


def begin(profiles: Profiles, name: str) -> Person:
    """Sign in and go to the first question; who has no mouse goes there by keyboard."""
    profile = profiles.open()
    page = profile.page
    sign_in(page, name)
    go_on = page.get_by_role("link", name="Annotate", exact=True)
    expect(go_on).to_be_visible()
    if name == "ben":
        for _ in range(30):
            page.keyboard.press("Tab")
            if go_on.evaluate("link => link === document.activeElement"):
                break
        page.keyboard.press("Enter")
    else:
        go_on.click()
    return Person(name, profile, Desk(page))


def answer_one(person: Person, slug: str, by_question: Mapping[str, Example]) -> None:
    """Answer the question that is on screen, from the first stage to submitting."""
    desk = person.desk
    desk.expect_stage("question")
    expect_question_alone(person, slug)
    question = desk.question
    path = PATHS[person.name][question]
    person.chosen[question] = path(desk, by_question[question])
    desk.submit(by_key=person.name == "ben")


def expect_question_alone(person: Person, slug: str) -> None:
    """The page is neither in the browser nor to be had from the server before it is time."""
    page = person.desk.page
    expect(page.locator("iframe")).to_have_count(0)
    # Right after submitting, the question on screen is not the annotator's own for a moment.
    waiting = page.wait_for_function(OPEN_ASSIGNMENTS, arg=slug, polling=100).json_value()
    for assignment in waiting:
        address = f"/api/v1/assignments/{assignment}/page/"
        assert page.request.get(address).status == 404
        assert [url for url in person.profile.requests if url.endswith(address)] == []
        assert page.request.get(f"/api/v1/assignments/{assignment}/").json()["page"] is None


def compare(
    exported: list[dict[str, Any]],
    examples: list[dict[str, Any]],
    expected: Mapping[str, list[dict[str, Any]]],
) -> None:
    """Each line is the example's but for its annotations, and those are the expected ones."""
    answers = {each["question_text"]: serialised(each.pop("annotations")) for each in exported}
    sources = [{k: v for k, v in each.items() if k != "annotations"} for each in examples]
    assert answers == {question: serialised(each) for question, each in expected.items()}
    assert exported == sources
