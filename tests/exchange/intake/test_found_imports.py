"""What becomes of queries once their pages are found: examples, splits, the funnel."""

from typing import Any

import pytest

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.exchange.intake.models import Query
from annotator.exchange.intake.page_finding import IMPORT_FOUND, start_finding_pages
from annotator.exchange.intake.searching import wiki as searching_wiki
from annotator.exchange.intake.services import decide_query
from annotator.material.corpus.models import Example, Question
from annotator.material.corpus.split_rule import Part
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import cancel_job, run_job
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.exchange.imports.wiki_server import Wiki, page
from tests.exchange.intake.searches import HTML, find, steps
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.intake import make_query
from tests.just_before import just_before

pytestmark = pytest.mark.django_db


def test_the_funnel_says_which_queries_have_an_example_and_which_no_page(
    project: Project, wiki: Wiki
) -> None:
    find(project)
    assert steps(project) == {
        "who uses a plumb bob": "example",
        "who uses nothing": "no_page",
        "who waits": "flagged",
    }
    with pytest.raises(InvalidInputError, match="No query waits for a page"):
        find(project)
    wiki.answers["?who uses nothing"] = {"pages": [{"key": "Plumb_bob"}]}
    find(project, again=True)
    assert (wiki.asked["?who uses a plumb bob"], wiki.asked["?who uses nothing"]) == (1, 2)
    assert steps(project)["who uses nothing"] == "example"
    assert Example.objects.filter(project=project, is_published=True).count() == 2


def test_splits_are_drawn_once_the_examples_are_there(project: Project, wiki: Wiki) -> None:
    wiki.answers["?who uses nothing"] = {"pages": [{"key": "Plumb_bob"}]}
    parts = [Part("test", number=1), Part("train", share=1.0)]
    jobs = find(project, seed=7, parts=parts)
    assert [job.message for job in jobs if job.kind == IMPORT_FOUND] == [
        "Imported 2 examples. Their splits are drawn."
    ]
    found = Example.objects.filter(project=project).order_by("split")
    assert list(found.values_list("split", flat=True)) == ["test", "train"]
    make_query(project, text="who draws again")
    with pytest.raises(ConflictError, match="were drawn already"):
        find(project, seed=7, parts=parts)
    with pytest.raises(InvalidInputError, match="can't be drawn"):
        find(project, parts=[Part("test", share=0.5)])


def test_parts_that_the_project_spells_differently_are_refused_before_anything_is_asked(
    project: Project, wiki: Wiki
) -> None:
    make_examples(project, 1)
    Example.objects.update(split="dev")
    with pytest.raises(InvalidInputError, match="Write dev, as the project does"):
        find(project, seed=7, parts=[Part("Dev", share=1.0)])
    assert wiki.asked == {}


def test_parts_that_ask_for_too_much_leave_the_examples_without_a_split(project: Project) -> None:
    jobs = find(project, seed=7, parts=[Part("test", number=9)])
    (imported,) = (job for job in jobs if job.kind == IMPORT_FOUND)
    assert imported.message == (
        "Imported 1 example. The splits were not drawn: The parts ask for 9 examples, and 1 have "
        "no split."
    )


def test_a_second_search_waits_until_the_first_and_its_import_have_ended(
    project: Project,
) -> None:
    def start() -> Job:
        return start_finding_pages(project=project, split="", at=AT, actor=None)

    first = start()
    with pytest.raises(ConflictError, match="Wait until it has ended, or cancel it") as error:
        start()
    assert error.value.code == "search_running"
    run_job(job_id=first.pk)
    with pytest.raises(ConflictError, match="A search for pages is under way"):
        start()
    cancel_job(job=Job.objects.get(kind=IMPORT_FOUND), at=AT)
    assert start().state == JobState.QUEUED
    make_query(make_project("other"))
    assert start_finding_pages(
        project=Project.objects.get(slug="other"), split="", at=AT, actor=None
    )


@pytest.mark.parametrize("others", [True, False])
def test_a_query_whose_page_cannot_be_imported_is_not_searched_for_again(
    project: Project, wiki: Wiki, others: bool
) -> None:
    wiki.answers["Words"] = page("Words", "words alone")
    wiki.answers["?who uses nothing"] = {"pages": [{"key": "Words"}]}
    if not others:
        Query.objects.filter(text="who uses a plumb bob").update(step="refused")
    find(project)
    assert Job.objects.get(kind=IMPORT_FOUND).state == (
        JobState.SUCCEEDED if others else JobState.FAILED
    )
    query = Query.objects.get(text="who uses nothing")
    assert query.step == "no_page"
    assert query.reason == (
        "It can't be imported with the page that was found: the page has no paragraph, table or "
        "list that could be a long answer."
    )
    assert steps(project)["who uses a plumb bob"] == ("example" if others else "refused")
    with pytest.raises(InvalidInputError, match="No query waits for a page"):
        find(project)
    wiki.answers["Words"] = page("Words", HTML)
    find(project, again=True)
    assert steps(project)["who uses nothing"] == "example"


def test_a_query_that_a_lead_left_out_meanwhile_gets_no_example(
    project: Project, wiki: Wiki
) -> None:
    wiki.answers["?who uses nothing"] = [(403, {}, b"")]
    find(project)
    query = Query.objects.get(text="who uses a plumb bob")
    decide_query(query=query, keep=False, at=AT, actor=None)
    wiki.answers["?who uses nothing"] = {"pages": []}
    find(project)
    assert not Example.objects.filter(project=project).exists()


def leave_out(text: str) -> None:
    decide_query(query=Query.objects.get(text=text), keep=False, at=AT, actor=None)


@pytest.mark.parametrize("left_out", ["who uses a plumb bob", "who uses nothing"])
def test_a_query_that_is_left_out_while_pages_are_searched_for_gets_no_example(
    project: Project, wiki: Wiki, monkeypatch: pytest.MonkeyPatch, left_out: str
) -> None:
    def leave_it_out(*_: Any, **__: Any) -> None:
        if wiki.asked["Plumb_bob"] == 0:
            leave_out(left_out)

    just_before(monkeypatch, f"{searching_wiki.__name__}.fetch_page", leave_it_out)
    wiki.answers["?who uses nothing"] = {"pages": [{"key": "Plumb_bob"}]}
    find(project)
    asked = Example.objects.filter(project=project).values_list("question__text", flat=True)
    assert set(asked) == {"who uses a plumb bob", "who uses nothing"} - {left_out}
    assert steps(project)[left_out] == "refused"
    assert wiki.asked["?who uses nothing"] == (left_out != "who uses nothing")


def test_a_query_that_is_left_out_before_the_import_gets_no_example(
    project: Project, wiki: Wiki
) -> None:
    wiki.answers["?who uses nothing"] = {"pages": [{"key": "Plumb_bob"}]}
    run_job(job_id=start_finding_pages(project=project, split="", at=AT, actor=None).pk)
    leave_out("who uses nothing")
    imported = Job.objects.get(kind=IMPORT_FOUND)
    run_job(job_id=imported.pk)
    assert steps(project) == {
        "who uses a plumb bob": "example",
        "who uses nothing": "refused",
        "who waits": "flagged",
    }
    assert Example.objects.get(project=project).question.text == "who uses a plumb bob"
    (problem,) = imported.problems.values_list("line", "field", "problem")
    assert problem == (2, "question_text", "the query is no longer kept.")


def test_a_split_that_another_import_spelt_differently_since_leaves_the_queries_waiting(
    project: Project,
) -> None:
    run_job(job_id=start_finding_pages(project=project, split="dev", at=AT, actor=None).pk)
    make_examples(project, 1)
    Example.objects.update(split="Dev")
    imported = Job.objects.get(kind=IMPORT_FOUND)
    run_job(job_id=imported.pk)
    (problem,) = imported.problems.values_list("line", "field", "problem")
    assert problem == (1, "split", "the project spells this split differently.")
    assert steps(project)["who uses a plumb bob"] == "kept"


def test_a_query_can_not_be_left_out_while_an_import_makes_an_example_of_it(
    project: Project,
) -> None:
    find(project)
    Example.objects.filter(project=project).update(is_published=False)
    Query.objects.filter(step="example").update(step="kept")
    with pytest.raises(ConflictError, match="is making an example") as error:
        leave_out("who uses a plumb bob")
    assert error.value.code == "being_imported"


@pytest.mark.django_db(transaction=True)
def test_queries_that_another_import_asks_wait_no_more_once_no_page_is_wanted(
    project: Project,
) -> None:
    for example, query in zip(
        make_examples(project, 2), Query.objects.filter(step="kept"), strict=True
    ):
        Question.objects.filter(examples=example).update(text=query.text)
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    refused = lead.post(f"/api/v1/projects/{project.slug}/query-pages/")
    assert refused.json()["code"] == "no_queries"
    assert steps(project) == {
        "who uses a plumb bob": "example",
        "who uses nothing": "example",
        "who waits": "flagged",
    }
