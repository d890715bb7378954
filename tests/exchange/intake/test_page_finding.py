from pathlib import Path

import orjson
import pytest
from django.conf import settings
from django.core.management import call_command

from annotator.exceptions import InvalidInputError
from annotator.exchange.imports.fetching import client
from annotator.exchange.imports.fetching.client import Limits
from annotator.exchange.intake.models import PageSearch
from annotator.exchange.intake.page_finding import IMPORT_FOUND, start_finding_pages
from annotator.exchange.intake.page_search import set_page_search
from annotator.exchange.intake.searching.stored_pages import pages_of, searchable_projects
from annotator.material.corpus.models import Example, Purpose
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.models import Project, Role
from tests.exchange.imports.wiki_server import Wiki, page
from tests.exchange.intake.searches import HTML, find, steps
from tests.factories.corpus import AT, make_examples, make_member, make_page, make_project
from tests.factories.intake import make_query
from tests.factories.jobs import run_here

pytestmark = pytest.mark.django_db
REFUSALS: list[tuple[int, dict[str, str], bytes]] = [
    (403, {}, b""),
    (200, {}, b"{}"),
    (302, {"Location": "https://169.254.169.254/"}, b""),
]


def test_kept_queries_become_examples_with_the_page_that_was_found(
    project: Project, wiki: Wiki, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("find_pages", project.slug, "--split", "dev")
    assert capsys.readouterr().out.splitlines() == [
        "Found pages for 1 of 2 questions. Their import has started.",
        "Imported 1 example.",
    ]
    example = Example.objects.select_related("question", "page").get(project=project)
    assert example.page is not None
    assert (example.question.text, example.page.title, example.page.url, example.split) == (
        "who uses a plumb bob",
        "Plumb bob",
        f"{wiki.site}/w/index.php?title=Plumb_bob&oldid=12",
        "dev",
    )


@pytest.mark.parametrize(
    ("split", "flaw"),
    [
        ("x" * 21, "Give a name of up to 20 characters."),
        ("\u200b", "Write at least one character that people can see."),
        ("a\nb", "Write it on one line, without control characters."),
        ("Dev", "Write dev, as the project does, or choose another name."),
    ],
)
def test_a_split_that_no_example_can_have_is_refused_before_anything_is_asked(
    project: Project, wiki: Wiki, split: str, flaw: str, capsys: pytest.CaptureFixture[str]
) -> None:
    make_examples(project, 1)
    Example.objects.update(split="dev")
    with pytest.raises(SystemExit):
        call_command("find_pages", project.slug, "--split", split)
    assert capsys.readouterr().err == f"split: {flaw}\n"
    assert wiki.asked == {}
    assert not Job.objects.exists()


@pytest.mark.parametrize("rest", [True, False])
def test_the_first_article_counts_and_each_page_is_asked_for_once(
    several: Project, wiki: Wiki, rest: bool
) -> None:
    if not rest:
        # The older API.
        wiki.answers["Bob"]["html"] = '<div id="disambigbox">may refer to</div>'
        wiki.rest = False
    job, *_ = find(several)
    assert job.message == "Found pages for 3 of 3 questions. Their import has started."
    titles = Example.objects.filter(project=several).values_list("page__title", flat=True)
    assert list(titles) == ["Plumb bob"] * 3
    asked = {title: wiki.asked[title] for title in ("Bob", "Gone", "Plumb_bob", "Mason")}
    assert asked == {"Bob": 1, "Gone": 1, "Plumb_bob": 1, "Mason": 0}
    folder = Path(settings.RESULT_DIR) / str(job.pk)
    left = [f"{several.slug}-lacking.jsonl", f"{several.slug}-questions.jsonl"]
    assert {each.name for each in folder.iterdir()} <= {*left}


@pytest.mark.parametrize("answer", [b"[]", b'{"pages": [{}]}', b'{"pages": 5}', b"{}"])
def test_a_search_that_is_answered_with_something_else_fails_the_job(
    several: Project, wiki: Wiki, answer: bytes
) -> None:
    wiki.answers["?who bobs"] = [(200, {}, answer)]
    (job,) = find(several)
    assert job.state == JobState.FAILED
    assert job.message.startswith("The wiki's answer to a search has no pages in it.")


def test_a_question_without_an_article_among_five_results_has_no_page(
    project: Project, wiki: Wiki
) -> None:
    gone = [{"key": f"Gone_{number}"} for number in range(5)]
    wiki.answers["?who uses a plumb bob"] = {"pages": [*gone, {"key": "Plumb_bob"}]}
    (job,) = find(project)
    assert job.message == "Found pages for 0 of 2 questions."
    assert (steps(project)["who uses a plumb bob"], wiki.asked["Plumb_bob"]) == ("no_page", 0)


def test_a_page_that_can_not_be_imported_gives_way_to_the_next_result(
    several: Project, wiki: Wiki
) -> None:
    wiki.answers["?who plumbs"] = {
        "pages": [{"key": name} for name in ("Endless", "Empty", "Plumb_bob")]
    }
    wiki.answers["Endless"] = page("Endless", "x" * Limits().answer_bytes)
    wiki.answers["Empty"] = page("Empty", "<script>1</script>")
    job, *_ = find(several)
    assert job.message == "Found pages for 3 of 3 questions. Their import has started."
    titles = Example.objects.filter(project=several).values_list("page__title", flat=True)
    assert list(titles) == ["Plumb bob"] * 3


def test_a_wiki_that_cannot_be_asked_fails_the_job(project: Project, wiki: Wiki) -> None:
    wiki.answers["Plumb_bob"] = [(403, {}, b"")]
    job = start_finding_pages(project=project, split="", at=AT, actor=None, queue=False)
    run_here(job)
    assert (job.state, Job.objects.filter(kind=IMPORT_FOUND).count()) == (JobState.FAILED, 0)
    assert "status 403" in job.message


@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_page_that_is_refused_leaves_its_question_waiting_and_no_other(
    several: Project, wiki: Wiki, refusal: tuple[int, dict[str, str], bytes]
) -> None:
    wiki.answers["?who plumbs"] = {"pages": [{"key": "Locked"}, {"key": "Plumb_bob"}]}
    wiki.answers["Locked"] = [refusal, (200, {}, orjson.dumps(page("Locked", HTML)))]
    job, *_ = find(several)
    assert job.message == (
        "Found pages for 2 of 3 questions. 1 is still waiting, because a server refused to "
        "answer. The reasons are listed. Their import has started."
    )
    (problem,) = job.problems.all()
    assert problem.field == "who plumbs"
    assert problem.fix == "The question waits; find pages again later."
    assert steps(several) == {"who bobs": "example", "who plumbs": "kept", "who hangs": "example"}
    find(several)
    assert steps(several)["who plumbs"] == "example"


@pytest.mark.parametrize(
    "refused",
    [
        (400, "the server answered with status 400"),
        (500, f"gave up after {Limits().tries} tries (status 500)"),
    ],
)
def test_the_command_prints_what_was_refused(
    several: Project,
    wiki: Wiki,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    refused: tuple[int, str],
) -> None:
    status, what = refused
    monkeypatch.setattr(client, "FIRST_WAIT_SECONDS", 0.0)
    wiki.answers["?who plumbs"] = [(status, {}, b"")] * Limits().tries
    call_command("find_pages", several.slug)
    out, problems = capsys.readouterr()
    assert out.splitlines()[-1] == "Imported 2 examples."
    assert problems.startswith("who plumbs: http://127.0.0.1:")
    assert problems.endswith(f"{what}. The question waits; find pages again later.\n")


@pytest.mark.parametrize("what", ["question", "page"])
def test_after_five_refusals_in_a_row_nothing_is_asked_any_more(wiki: Wiki, what: str) -> None:
    project = make_project()
    for number in range(7):
        make_query(project, text=f"who {number}", count=9 - number)
        wiki.answers[f"?who {number}"] = {"pages": [{"key": f"Page_{number}"}]}
        wiki.answers[f"?who {number}" if what == "question" else f"Page_{number}"] = [
            (400, {}, b"")
        ]
    (job,) = find(project)
    assert job.state == JobState.FAILED
    assert "status 400. Stopped after 5 in a row. Nothing was imported." in job.message
    assert "?who 5" not in wiki.asked


def test_without_kept_queries_or_in_another_kind_of_project_nothing_starts() -> None:
    for project, code in (
        (make_project("nq"), "no_queries"),
        (make_project("a", kind="asqa"), "wrong_kind"),
    ):
        with pytest.raises(InvalidInputError) as error:
            start_finding_pages(project=project, split="", at=AT, actor=None)
        assert error.value.code == code


def test_results_can_come_from_a_file(
    project: Project, wiki: Wiki, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "results.jsonl"
    found = ["https://example.org/", f"{wiki.site}/wiki/Plumb_bob"]
    path.write_bytes(orjson.dumps({"query": "who uses nothing", "results": found}))
    call_command("find_pages", project.slug, "--results", str(path))
    assert Example.objects.get(project=project).question.text == "who uses nothing"
    assert wiki.asked == {"Plumb_bob": 1}
    path.write_bytes(b'{"query": "who"}')
    capsys.readouterr()
    with pytest.raises(SystemExit):
        call_command("find_pages", project.slug, "--results", str(path), "--again")
    assert capsys.readouterr().err == (
        "results.jsonl:1: results: the field is missing. Add it as a list.\n"
    )


def test_a_search_service_gets_its_headers_and_no_other_host_does(
    project: Project, wiki: Wiki
) -> None:
    service = {"provider": "service", "path": "hits.url", "headers": {"X-Key": "hush"}}
    service["address"] = f"{wiki.site}/find?n={{limit}}&q={{query}}"
    set_page_search(project=project, changes=service, at=AT, actor=None)
    wiki.answers["?who uses a plumb bob"] = {"hits": [{"url": f"{wiki.site}/wiki/Plumb_bob"}]}
    wiki.answers["?who uses nothing"] = [(302, {"Location": "https://en.wikipedia.org/"}, b"")]
    failed, *_ = find(project)
    # The search brought the key, and the page was fetched without.
    assert (wiki.keys, wiki.asked["Plumb_bob"]) == ({"hush", ""}, 1)
    assert failed.state == JobState.FAILED
    assert "en.wikipedia.org is not among the hosts that this site may contact" in failed.message
    kept = [job.parameters for job in Job.objects.all()]
    assert "hush" not in f"{kept} {failed.message} {list(Event.objects.values())}"
    assert "hush" not in str(list(PageSearch.objects.values()))


def test_pages_that_are_imported_can_be_searched(project: Project, wiki: Wiki) -> None:
    other = make_project("other")
    with pytest.raises(InvalidInputError, match="no imported pages"):
        find(project, provider="pages")
    bob = make_page()
    mason = make_page(b"<h1>Mason</h1><p>Masons lay nothing but bricks of clay.</p>", "Mason")
    make_examples(other, 1, page=bob)
    make_examples(other, 1, page=mason)
    find(project, provider="pages")
    found = Example.objects.filter(project=project).select_related("question", "page")
    assert {each.question.text: each.page for each in found} == {
        "who uses a plumb bob": bob,
        "who uses nothing": mason,
    }
    assert wiki.asked == {}


def test_pages_of_projects_that_somebody_does_not_lead_are_not_searched(project: Project) -> None:
    other = make_project("other")
    make_examples(other, 1, page=make_page())
    lead = make_member(project, "lena", Role.LEAD).user
    assert not pages_of(searchable_projects(project, lead)).exists()
    make_member(other, "lena", Role.LEAD)
    assert pages_of(searchable_projects(project, lead)).count() == 1
    Example.objects.update(purpose=Purpose.HIDDEN)
    assert not pages_of(searchable_projects(project, lead)).exists()
