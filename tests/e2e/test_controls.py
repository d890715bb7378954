"""A control question of ASQA, from its mark to its result."""

from playwright.sync_api import expect

from tests.e2e.ambiguous_project import QUESTIONS, create_ambiguous_project
from tests.e2e.long_answers import WHOLE, begin, submit, write
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.small_project import LEAD, Api

EVERY_QUESTION = """
from annotator.workspace.projects.models import Project
Project.objects.filter(slug={slug!r}).update(control_percent=10_000, control_seed=1)
"""
"""A share that no lead can choose, so that the first question is a control."""


def test_a_lead_marks_an_ambiguous_question_and_sees_how_it_was_answered(
    profiles: Profiles, api: Api, server: Server
) -> None:
    slug = "orle-controls"
    create_ambiguous_project(api, server, slug, ["orla"])
    control = api.get(f"projects/{slug}/examples/")["results"][1]
    answer = {"long_form_answer": WHOLE, "acknowledged_missing": []}
    decision = {"answer": answer, "reason": "By the page.", "supersedes": None}
    api.post(f"projects/{slug}/disagreements/{control['id']}/write/", decision)

    lead = profiles.open(LEAD, at=f"/projects/{slug}/controls").page
    lead.get_by_role("button", name="Mark decided examples").click()
    lead.get_by_role("checkbox", name=control["question"]).check()
    lead.get_by_role("button", name="Mark as controls").click()
    row = lead.get_by_role("table", name="Controls").get_by_role("row").nth(1)
    expect(row).to_contain_text(control["question"])
    server.manage("shell", "--no-imports", "-c", EVERY_QUESTION.format(slug=slug))

    annotator = begin(profiles, "orla", slug).page
    assert control["question"] in QUESTIONS
    expect(annotator.get_by_role("heading", level=1, name=control["question"])).to_be_visible()
    write(annotator, WHOLE)
    submit(annotator)
    expect(annotator.get_by_role("heading", level=1, name=control["question"])).to_have_count(0)

    lead.reload()
    expect(row).to_contain_text("100%")
    expect(row).to_contain_text("1 answer")
    lead.goto(f"/projects/{slug}/statistics/people")
    people = lead.get_by_role("table", name="Annotators").get_by_role("row")
    expect(people.filter(has_text="orla")).to_contain_text("1 control")
