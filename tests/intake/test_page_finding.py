from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from django.conf import settings
from django.core.management import call_command

from annotator.assignments.splitting import DRAW_SPLITS
from annotator.corpus.models import Example, Purpose
from annotator.corpus.split_rule import Part
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.history.models import Event
from annotator.imports.fetching import client
from annotator.imports.fetching.client import TRIES
from annotator.imports.fetching.wiki import WikiPage, fetch_page
from annotator.intake.models import PageSearch, Query
from annotator.intake.page_finding import IMPORT_FOUND, start_finding_pages
from annotator.intake.page_search import set_page_search
from annotator.intake.searching import wiki as searching_wiki
from annotator.intake.searching.stored_pages import pages_of, searchable_projects
from annotator.intake.services import decide_query
from annotator.jobs.models import Job, JobState
from annotator.jobs.services import cancel_job, run_job
from annotator.projects.models import Project, Role
from tests.factories.corpus import AT, make_examples, make_member, make_page, make_project
from tests.factories.intake import make_query
from tests.imports.wiki_server import Wiki, page, serve_wiki
from tests.jobs.killed_runs import WorkerKilledError, interrupt_at, make_stale

HTML = "<html><body><h1>Bob</h1><p>A plumb bob hangs on a line and shows what is upright.</p></body></html>"  # noqa: E501


@pytest.fixture
def wiki(settings: Any) -> Iterator[Wiki]:
    with serve_wiki() as wiki:
        settings.FETCH_SITE, settings.FETCH_HOSTS = wiki.site, ["127.0.0.1"]
        yield wiki


@pytest.fixture
def project(wiki: Wiki) -> Project:
    """Two kept queries: a page is found for the first one alone."""
    project = make_project()
    make_query(project, text="who uses a plumb bob", count=3)
    make_query(project, text="who uses nothing", count=2)
    make_query(project, text="who waits", step="flagged")
    wiki.answers["?who uses a plumb bob"] = {"pages": [{"key": "Plumb_bob"}, {"key": "Mason"}]}
    wiki.answers["?who uses nothing"] = {"pages": []}
    wiki.answers["Plumb_bob"] = page("Plumb bob", HTML, revision=12)
    return project


@pytest.mark.django_db
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


@pytest.mark.django_db
def test_after_a_kill_no_question_is_searched_for_twice(
    project: Project, wiki: Wiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = start_finding_pages(project=project, split="", at=AT, actor=None, queue=False)
    interrupt_at(1, monkeypatch)
    run_job(job_id=job.pk)
    run_job(job_id=job.pk)
    job.refresh_from_db()
    assert job.state == JobState.SUCCEEDED
    assert wiki.asked == {"?who uses a plumb bob": 1, "?who uses nothing": 1, "Plumb_bob": 1}
    assert Job.objects.filter(kind=IMPORT_FOUND).count() == 1


@pytest.fixture
def several(wiki: Wiki) -> Project:
    """Three kept queries with the same results: only the third of these is an article."""
    project = make_project()
    for number, text in enumerate(("who bobs", "who plumbs", "who hangs")):
        make_query(project, text=text, count=9 - number)
        wiki.answers[f"?{text}"] = {
            "pages": [{"key": "Bob"}, {"key": "Gone"}, {"key": "Plumb_bob"}, {"key": "Mason"}]
        }
    wiki.answers["Bob"] = page("Bob", '<meta property="mw:PageProp/disambiguation"/>')
    wiki.answers["Plumb_bob"] = page("Plumb bob", HTML, revision=12)
    return project


@pytest.mark.django_db
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
    assert not [each.name for each in folder.iterdir() if "pages" in each.suffixes]


@pytest.mark.django_db
@pytest.mark.parametrize("answer", [b"[]", b'{"pages": [{}]}', b'{"pages": 5}', b"{}"])
def test_a_search_that_is_answered_with_something_else_fails_the_job(
    several: Project, wiki: Wiki, answer: bytes
) -> None:
    wiki.answers["?who bobs"] = [(200, {}, answer)]
    (job,) = find(several)
    assert job.state == JobState.FAILED
    assert job.message.startswith("The wiki's answer to a search has no pages in it.")


@pytest.mark.django_db
@pytest.mark.parametrize("then", ["goes on", "starts anew"])
def test_pages_that_came_before_a_search_was_stopped_are_not_asked_for_again(
    several: Project, wiki: Wiki, monkeypatch: pytest.MonkeyPatch, then: str
) -> None:
    if then == "goes on":
        interrupt_at(1, monkeypatch)
        job = start_finding_pages(project=several, split="", at=AT, actor=None, queue=False)
        run_job(job_id=job.pk)
        assert wiki.asked["?who plumbs"] == 0
        run_job(job_id=job.pk)
    else:
        good = wiki.answers["?who plumbs"]
        wiki.answers["?who plumbs"] = [(403, {}, b"")]
        find(several)
        wiki.answers["?who plumbs"] = good
        wiki.asked.pop("?who plumbs")
        find(several)
    assert set(wiki.asked.values()) == {1}
    assert set(wiki.asked) == {
        "?who bobs",
        "?who plumbs",
        "?who hangs",
        "Bob",
        "Gone",
        "log",
        "Plumb_bob",
    }


@pytest.mark.django_db
def test_a_question_without_an_article_among_five_results_has_no_page(
    project: Project, wiki: Wiki
) -> None:
    gone = [{"key": f"Gone_{number}"} for number in range(5)]
    wiki.answers["?who uses a plumb bob"] = {"pages": [*gone, {"key": "Plumb_bob"}]}
    (job,) = find(project)
    assert job.message == "Found pages for 0 of 2 questions."
    assert (steps(project)["who uses a plumb bob"], wiki.asked["Plumb_bob"]) == ("no_page", 0)


@pytest.mark.django_db
def test_a_wiki_that_cannot_be_asked_fails_the_job(project: Project, wiki: Wiki) -> None:
    wiki.answers["Plumb_bob"] = [(403, {}, b"")]
    job = start_finding_pages(project=project, split="", at=AT, actor=None, queue=False)
    run_job(job_id=job.pk)
    job.refresh_from_db()
    assert (job.state, Job.objects.filter(kind=IMPORT_FOUND).count()) == (JobState.FAILED, 0)
    assert "status 403" in job.message


@pytest.mark.django_db
def test_a_kill_while_a_page_is_fetched_asks_for_that_page_alone_again(
    project: Project, wiki: Wiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = start_finding_pages(project=project, split="", at=AT, actor=None, queue=False)
    fetches = iter([WorkerKilledError])

    def fetch(*args: Any, **more: Any) -> WikiPage:
        found = fetch_page(*args, **more)
        if killed := next(fetches, None):
            raise killed
        return found

    monkeypatch.setattr(searching_wiki, "fetch_page", fetch)
    with pytest.raises(WorkerKilledError):
        run_job(job_id=job.pk)
    make_stale(job)
    run_job(job_id=job.pk)
    job.refresh_from_db()
    assert job.state == JobState.SUCCEEDED
    assert wiki.asked == {"?who uses a plumb bob": 1, "?who uses nothing": 1, "Plumb_bob": 2}
    folder = Path(settings.RESULT_DIR) / str(job.pk)
    assert sorted(each.suffix for each in folder.iterdir()) == [".jsonl", ".without"]


REFUSALS: list[tuple[int, dict[str, str], bytes]] = [
    (403, {}, b""),
    (200, {}, b"{}"),
    (302, {"Location": "https://169.254.169.254/"}, b""),
]


@pytest.mark.django_db
@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_page_that_is_refused_leaves_its_question_waiting_and_no_other(
    several: Project, wiki: Wiki, refusal: tuple[int, dict[str, str], bytes]
) -> None:
    wiki.answers["?who plumbs"] = {"pages": [{"key": "Locked"}, {"key": "Plumb_bob"}]}
    wiki.answers["Locked"] = [refusal, (200, {}, orjson.dumps(page("Locked", HTML)))]
    job, *_ = find(several)
    assert job.message == (
        "Found pages for 2 of 3 questions. 1 waits, as something refused to answer; the reasons "
        "are listed. Their import has started."
    )
    (problem,) = job.problems.all()
    assert problem.field == "who plumbs"
    assert problem.fix == "The question waits; find pages again later."
    assert steps(several) == {"who bobs": "example", "who plumbs": "kept", "who hangs": "example"}
    find(several)
    assert steps(several)["who plumbs"] == "example"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "refused",
    [
        (400, "the server answered with status 400"),
        (500, f"gave up after {TRIES} tries (status 500)"),
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
    wiki.answers["?who plumbs"] = [(status, {}, b"")] * TRIES
    call_command("find_pages", several.slug)
    out, problems = capsys.readouterr()
    assert out.splitlines()[-1] == "Imported 2 examples."
    assert problems.startswith("who plumbs: http://127.0.0.1:")
    assert problems.endswith(f"{what}. The question waits; find pages again later.\n")


@pytest.mark.django_db
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


@pytest.mark.django_db
def test_without_kept_queries_or_in_another_kind_of_project_nothing_starts() -> None:
    for project, code in (
        (make_project("nq"), "no_queries"),
        (make_project("a", kind="asqa"), "wrong_kind"),
    ):
        with pytest.raises(InvalidInputError) as error:
            start_finding_pages(project=project, split="", at=AT, actor=None)
        assert error.value.code == code


@pytest.mark.django_db
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


def steps(project: Project) -> dict[str, str]:
    return dict(Query.objects.filter(project=project).values_list("text", "step"))


def find(project: Project, **more: Any) -> list[Job]:
    """All jobs so far, ended: finding pages, and what that started."""
    job = start_finding_pages(
        project=project, **{"split": "", "at": AT, "actor": None, "queue": False, **more}
    )
    run_job(job_id=job.pk)
    for kind in (IMPORT_FOUND, DRAW_SPLITS):
        for started in Job.objects.filter(kind=kind, state=JobState.QUEUED):
            run_job(job_id=started.pk)
    return list(Job.objects.filter(created_at__gte=AT).order_by("created_at", "kind"))


@pytest.mark.django_db
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


@pytest.mark.django_db
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


@pytest.mark.django_db
def test_parts_that_ask_for_too_much_leave_the_examples_without_a_split(project: Project) -> None:
    jobs = find(project, seed=7, parts=[Part("test", number=9)])
    (imported,) = (job for job in jobs if job.kind == IMPORT_FOUND)
    assert imported.message == (
        "Imported 1 example. The splits were not drawn: The parts ask for 9 examples, and 1 have "
        "no split."
    )


@pytest.mark.django_db
def test_what_a_stopped_search_found_is_not_asked_for_again(project: Project, wiki: Wiki) -> None:
    wiki.answers["?who uses nothing"] = [(403, {}, b"")]
    (failed,) = find(project)
    assert failed.state == JobState.FAILED
    wiki.answers["?who uses nothing"] = {"pages": []}
    find(project)
    assert wiki.asked == {"?who uses a plumb bob": 1, "?who uses nothing": 2, "Plumb_bob": 1}
    assert steps(project)["who uses a plumb bob"] == "example"
    failed.refresh_from_db()
    assert failed.result_path == ""


@pytest.mark.django_db
@pytest.mark.parametrize("how", ["service", "results"])
def test_pages_of_a_stopped_search_serve_another_one(
    project: Project, wiki: Wiki, tmp_path: Path, how: str
) -> None:
    wiki.answers["?who uses nothing"] = [(403, {}, b"")]
    find(project)
    address = f"{wiki.site}/wiki/Plumb_bob"
    if how == "service":
        service = {"provider": "service", "address": f"{wiki.site}/find?q={{query}}"}
        set_page_search(project=project, changes={**service, "path": "hits"}, at=AT, actor=None)
        for text in ("who uses a plumb bob", "who uses nothing"):
            wiki.answers[f"?{text}"] = {"hits": [address]}
        find(project)
    else:
        path = tmp_path / "results.jsonl"
        path.write_bytes(orjson.dumps({"query": "who uses nothing", "results": [address]}))
        find(project, results=str(path))
    assert steps(project)["who uses nothing"] == "example"
    assert wiki.asked["Plumb_bob"] == 1


@pytest.mark.django_db
def test_a_killed_command_goes_on_where_it_was(
    project: Project, wiki: Wiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = start_finding_pages(project=project, split="dev", at=AT, actor=None, queue=False)
    interrupt_at(1, monkeypatch)
    run_job(job_id=job.pk)
    call_command("find_pages", project.slug, "--split", "dev")
    job.refresh_from_db()
    assert job.state == JobState.SUCCEEDED
    assert Job.objects.filter(kind=job.kind).count() == 1
    assert wiki.asked == {"?who uses a plumb bob": 1, "?who uses nothing": 1, "Plumb_bob": 1}


@pytest.mark.django_db
def test_a_command_that_was_killed_before_its_import_only_imports(
    project: Project, wiki: Wiki, capsys: pytest.CaptureFixture[str]
) -> None:
    job = start_finding_pages(project=project, split="", at=AT, actor=None, queue=False)
    run_job(job_id=job.pk)
    call_command("find_pages", project.slug)
    assert capsys.readouterr().out == "Imported 1 example.\n"
    assert steps(project)["who uses a plumb bob"] == "example"
    assert wiki.asked == {"?who uses a plumb bob": 1, "?who uses nothing": 1, "Plumb_bob": 1}


@pytest.mark.django_db
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


@pytest.mark.django_db
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


@pytest.mark.django_db
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


@pytest.mark.django_db
def test_another_search_begins_anew(project: Project, wiki: Wiki) -> None:
    wiki.answers["?who uses nothing"] = [(403, {}, b"")]
    find(project)
    set_page_search(
        project=project,
        changes={"provider": "service", "address": f"{wiki.site}/find?q={{query}}", "path": "hits"},
        at=AT,
        actor=None,
    )
    wiki.answers["?who uses a plumb bob"] = {"hits": [f"{wiki.site}/wiki/Mason"]}
    wiki.answers["?who uses nothing"] = {"hits": []}
    wiki.answers["Mason"] = page("Mason", HTML)
    find(project)
    example = Example.objects.select_related("page").get(project=project)
    assert example.page is not None
    assert example.page.title == "Mason"


@pytest.mark.django_db
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


@pytest.mark.django_db
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


@pytest.mark.django_db
def test_pages_of_projects_that_somebody_does_not_lead_are_not_searched(project: Project) -> None:
    other = make_project("other")
    make_examples(other, 1, page=make_page())
    lead = make_member(project, "lena", Role.LEAD).user
    assert not pages_of(searchable_projects(project, lead)).exists()
    make_member(other, "lena", Role.LEAD)
    assert pages_of(searchable_projects(project, lead)).count() == 1
    Example.objects.update(purpose=Purpose.HIDDEN)
    assert not pages_of(searchable_projects(project, lead)).exists()
