import os
from pathlib import Path
from typing import Any

import orjson
import pytest
from django.core.management import call_command

from annotator.exceptions import InvalidInputError
from annotator.exchange.intake.deciding import Decider
from annotator.exchange.intake.filtering_again import start_filtering_again
from annotator.exchange.intake.models import Query, QueryFilters
from annotator.exchange.intake.query_import import QueryImport
from annotator.exchange.intake.services import decide_query, note_examples, set_query_filters
from annotator.material.corpus.models import Example, Question
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import Job, JobProblem, JobState
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project
from tests.exchange.imports.import_jobs import problems_of, queue_import, run_import
from tests.exchange.intake.hand_tags import OTHERS, TABLE_1, text_of
from tests.factories.corpus import AT, make_examples, make_project
from tests.factories.jobs import run_here
from tests.just_before import just_before
from tests.workspace.jobs.killed_runs import interrupt_at

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hand_tags")]

QUERIES = [text_of(line) for line in (*TABLE_1.values(), *OTHERS)]
STEPS = ["kept"] * 5 + ["no_heuristic", "flagged", "how_to"]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.txt"
    path.write_text("\n".join([*QUERIES, "too short"]))
    return path


def run(project: Project, *paths: Path, **parameters: object) -> Job:
    return run_import(project, *paths, kind="import_queries", **parameters)


def steps(project: Project) -> dict[str, str]:
    published = Query.objects.filter(project=project, is_published=True)
    return dict(published.values_list("text", "step"))


def test_each_query_ends_at_a_step_and_says_why(log: Path) -> None:
    project = make_project()
    job = run(project, log)
    assert (job.state, job.done, job.total) == (JobState.SUCCEEDED, 9, 9)
    assert job.message == (
        "Kept 5 of 9 new queries. 1 waits for a lead’s decision. "
        "Left out 3: too short (1), “how to” (1), no heuristic (1)."
    )
    assert steps(project) == {**dict(zip(QUERIES, STEPS, strict=True)), "too short": "short"}
    far = Query.objects.get(text__startswith="how far")
    assert (far.heuristics, far.reason) == (["3", "4"], "It meets heuristics 3 and 4.")
    assert (far.count, far.users) == (1, None)
    event = Event.objects.get(verb="imported", subject="queries")
    assert event.details == {"queries": 9, "files": ["log.txt"]}


def test_the_same_log_again_changes_nothing(log: Path) -> None:
    project = make_project()
    run(project, log)
    before = list(Query.objects.order_by("pk").values())
    job = run(project, log)
    assert job.message == "Kept 0 of 0 new queries. Skipped 9 that were there already."
    assert list(Query.objects.order_by("pk").values()) == before


def test_filters_are_the_projects_own(log: Path, tmp_path: Path) -> None:
    changes = {"min_words": 2, "how_to": True, "heuristics": ["5"], "categories": "Hand\n"}
    project, other = make_project("one"), make_project("two")
    set_query_filters(project=project, changes=changes, at=AT, actor=None)
    run(project, log)
    run(other, log)
    assert [text for text, step in steps(project).items() if step == "kept"] == [
        QUERIES[4],
        QUERIES[7],
    ]
    assert steps(other)["too short"] == "short"


def test_people_are_counted_where_the_log_has_them(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    often, rarely = QUERIES[0], QUERIES[2]
    path.write_text(f"query,user\n{often},a\n{often.title()},b\n{rarely},a\n{rarely},a\n")
    project = make_project()
    run(project, path)
    assert steps(project)[rarely] == "rare"
    assert set(Query.objects.values_list("users", "count")) == {(2, 2), (1, 2)}


@pytest.mark.parametrize("turned", [False, True])
def test_nobody_is_counted_where_a_file_does_not_say_who(tmp_path: Path, turned: bool) -> None:
    with_users, without = tmp_path / "users.csv", tmp_path / "log.txt"
    rare, both, unknown = QUERIES[0], QUERIES[2], QUERIES[4]
    with_users.write_text(f"query,user\n{rare},a\n{both},a\n")
    without.write_text(f"{both}\n{unknown}\n")
    project = make_project()
    run(project, *((without, with_users) if turned else (with_users, without)))
    assert steps(project) == {rare: "rare", both: "kept", unknown: "kept"}
    assert set(Query.objects.values_list("text", "count", "users")) == {
        (rare, 1, 1),
        (both, 2, None),
        (unknown, 1, None),
    }
    # Filtered again, they stay what they are.
    run_job(job_id=start_filtering_again(project=project, at=AT, actor=None, queue=False).pk)
    assert steps(project) == {rare: "rare", both: "kept", unknown: "kept"}


def test_another_period_counts_the_people_of_a_stored_log_anew(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    near, far = QUERIES[0], QUERIES[2]
    path.write_text(
        f"query,user,time\n{near},a,2026-01-01T00:00:00\n{near},b,2026-01-01T02:00:00\n"
        f"{far},a,2026-01-01T00:00:00\n{far},b,2026-01-03T00:00:00\n"
    )
    project = make_project()
    run(project, path)
    assert steps(project) == {near: "kept", far: "rare"}
    for hours, near_step, far_step, reason in (
        (48, "kept", "kept", "It meets heuristic"),
        (1, "rare", "rare", "1 person issued it within 1 hour, fewer than 2."),
    ):
        set_query_filters(project=project, changes={"hours": hours}, at=AT, actor=None)
        run_job(job_id=start_filtering_again(project=project, at=AT, actor=None, queue=False).pk)
        assert steps(project) == {near: near_step, far: far_step}
        assert Query.objects.get(text=far).reason.startswith(reason)
        assert Query.objects.get(text=far).users == (2 if hours == 48 else 1)


def test_a_bad_line_stops_the_import_or_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(f"query,count\n{QUERIES[0]},1\n{QUERIES[2]},many\n")
    project = make_project()
    job = run(project, path)
    assert (job.state, job.message) == (
        JobState.FAILED,
        "Stopped at log.csv:3. Nothing was imported.",
    )
    assert problems_of(job) == [(3, "count", "'many' is not a count.")]
    assert Query.objects.count() == 0
    job = run(project, path, on_error="skip")
    assert job.message == "Kept 1 of 1 new query. Refused 1; the problems are listed."


def test_every_bad_line_of_every_file_is_listed_at_once(tmp_path: Path) -> None:
    one, other = tmp_path / "one.csv", tmp_path / "other.jsonl"
    one.write_text(f"query,count\n{QUERIES[0]},few\n{QUERIES[1]},1\n{QUERIES[2]},many\n")
    other.write_text('{"count": 3}\n')
    job = run(make_project(), one, other)
    assert (job.state, job.message) == (
        JobState.FAILED,
        "Stopped at one.csv:2 and 2 other places. Nothing was imported.",
    )
    assert [(line, field) for line, field, _ in problems_of(job)] == [
        (2, "count"),
        (4, "count"),
        (1, "query"),
    ]


def test_the_closing_sentence_says_how_many_queries_were_decoded(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    portrait = "who painted the portrait in the old town hall"
    path.write_text(f"{portrait}\n{portrait.replace(' ', '+')}\n{portrait.replace(' ', '%20')}\n")
    job = run(make_project(), path)
    assert job.message.endswith("Decoded 2 queries with %20, + or HTML entities.")
    assert set(Query.objects.values_list("text", "count")) == {(portrait, 3)}


def test_ids_of_people_reach_no_table(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    rows = "".join(f"{each},2026-01-31T12:00:00,u0\n" for each in QUERIES)
    for log in (f"search_query,ts,uid\n{rows}", rows):
        path.write_text(log)
        job = run(make_project(f"p{len(log)}"), path, on_error="skip")
        assert (job.state, Query.objects.count()) == (JobState.FAILED, 0)
        assert "u0" not in "".join(JobProblem.objects.values_list("problem", flat=True))


def test_the_command_shows_three_queries_first_and_imports_none_if_that_is_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_project("dev")
    path = tmp_path / "log.csv"
    path.write_text("".join(["Query;uid\n", *(f"{each};u0\n" for each in QUERIES)]))
    shown = [f"  {each}" for each in QUERIES[:3]]
    how = f"{path} is read as CSV with semicolons; query from Query, user from uid. It begins:"
    call_command("import_queries", "dev", str(path), "--preview")
    assert capsys.readouterr().out.splitlines() == [how, *shown]
    call_command("import_queries", "dev", str(path), "--preview", "--json")
    (file,) = orjson.loads(capsys.readouterr().out)["files"]
    assert [each["query"] for each in file["queries"]] == QUERIES[:3]
    assert Query.objects.count() == Job.objects.count() == 0
    call_command("import_queries", "dev", str(path))
    assert capsys.readouterr().out.splitlines()[:4] == [how, *shown]
    assert Query.objects.count() == len(QUERIES)
    path.write_text("search_query,uid\nwho,u0\n")
    with pytest.raises(SystemExit):
        call_command("import_queries", "dev", str(path), "--preview")
    assert "“search_query,uid”" in capsys.readouterr().err


def test_two_imports_beside_each_other_publish_each_query_once(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project()
    first, second = (queue_import(project, log, kind="import_queries") for _ in range(2))

    def run_the_second(publishing: QueryImport) -> None:
        if publishing._context.job.pk == first.pk:
            run_job(job_id=second.pk)

    just_before(monkeypatch, f"{QueryImport.__module__}.QueryImport._publish", run_the_second)
    run_here(first)
    assert first.message == "Kept 0 of 0 new queries. Skipped 9 that were there already."
    assert (Query.objects.count(), len(steps(project))) == (9, 9)


def test_a_killed_import_goes_on_where_it_stopped(
    log: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.ROWS_AT_ONCE = 2
    project = make_project()
    job = queue_import(project, log, kind="import_queries")
    interrupt_at(2, monkeypatch)
    run_here(job)
    assert (job.state, job.done, steps(project)) == (JobState.QUEUED, 4, {})
    run_here(job)
    assert (job.state, len(steps(project))) == (JobState.SUCCEEDED, 9)


def test_a_cancelled_import_leaves_nothing(log: Path, settings: Any) -> None:
    settings.ROWS_AT_ONCE = 2
    project = make_project()
    job = queue_import(project, log, kind="import_queries")

    def cancel(running: Job) -> None:
        if running.done >= 4:
            Job.objects.filter(pk=running.pk).update(cancel_requested=True)

    run_job(job_id=job.pk, observer=cancel)
    job.refresh_from_db()
    assert (job.state, Query.objects.count()) == (JobState.CANCELLED, 0)


def test_without_spacy_the_command_says_what_to_install(
    log: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    make_project("dev")
    with pytest.raises(SystemExit) as end:
        call_command("import_queries", "dev", str(log))
    assert end.value.code == 1
    assert capsys.readouterr().err == (
        "Filtering queries needs spaCy, which is not installed. Run `make nlp`.\n"
    )
    assert Query.objects.count() == 0


def test_the_command_tells_of_every_wording(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_project("dev")
    path = tmp_path / "log.txt"
    path.write_text(f"{QUERIES[3]}\n{QUERIES[3]}\n{QUERIES[3].upper()}?\n")
    call_command("import_queries", "dev", str(path), "--json")
    first, second, _, summary = capsys.readouterr().out.splitlines()
    assert orjson.loads(first) == {
        "query": QUERIES[3],
        "kept": True,
        "heuristics": ["3", "4"],
        "reason": "It meets heuristics 3 and 4.",
        "step": "kept",
        "flags": [],
    }
    merged = orjson.loads(second)
    assert (merged["query"], merged["kept"], merged["reason"]) == (
        f"{QUERIES[3].upper()}?",
        False,
        f"It has the words of “{QUERIES[3]}”.",
    )
    assert orjson.loads(summary)["steps"]["kept"] == 1


def test_settings_out_of_bounds_change_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    make_project("dev")
    with pytest.raises(SystemExit):
        call_command("set_query_filters", "dev", "--min-words", "0", "--heuristics", "1a,7")
    assert capsys.readouterr().err.splitlines() == [
        "min_words: These filters can't be set. Give a whole number from 1 to 100.",
        "heuristics: These filters can't be set. Choose from 1a, 1b, 2, 3, 4, 5.",
    ]
    assert QueryFilters.objects.count() == 0
    call_command("set_query_filters", "dev", "--no-how-to", "--heuristics", "1a, 2", "--json")
    shown = orjson.loads(capsys.readouterr().out.splitlines()[-1])
    assert (shown["heuristics"], shown["how_to"], shown["min_words"]) == (["1a", "2"], False, 8)


def test_queries_are_filtered_again_once_the_filters_have_changed(
    log: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.ROWS_AT_ONCE = 4
    project = make_project()
    run(project, log)
    left_out, asked, without_page = Query.objects.filter(step="kept").order_by("text")[:3]
    decide_query(query=left_out, keep=False, at=AT, actor=None)
    Query.objects.filter(pk=asked.pk).update(step="example")
    Query.objects.filter(pk=without_page.pk).update(step="no_page")
    changes = {"min_words": 2, "how_to": True, "categories": "short\n"}
    set_query_filters(project=project, changes=changes, at=AT, actor=None)
    job = start_filtering_again(project=project, at=AT, actor=None, queue=False)
    interrupt_at(1, monkeypatch)
    run_here(job)
    assert (job.state, job.done, job.total) == (JobState.QUEUED, 4, 7)
    run_here(job)
    assert job.message == "2 queries have moved to another step; 4 wait for a page."
    expected = dict(zip(QUERIES, STEPS, strict=True))
    expected |= {QUERIES[7]: "kept", "too short": "kept"}
    expected |= {left_out.text: "refused", asked.text: "example", without_page.text: "no_page"}
    assert steps(project) == expected


@pytest.mark.parametrize("is_published", [False, True])
def test_a_query_of_which_an_import_is_making_an_example_is_not_filtered_again(
    log: Path, monkeypatch: pytest.MonkeyPatch, is_published: bool
) -> None:
    project = make_project()
    run(project, log)
    (example,) = make_examples(project, 1)
    set_query_filters(project=project, changes={"min_words": 100}, at=AT, actor=None)
    job = start_filtering_again(project=project, at=AT, actor=None, queue=False)

    def import_it(*_: object) -> None:
        Question.objects.filter(examples=example).update(text=QUERIES[0])
        Example.objects.update(is_published=is_published)

    just_before(monkeypatch, f"{Decider.__module__}.Decider.decide", import_it)
    run_here(job)
    assert job.message == "7 queries have moved to another step; 1 waits for a page."
    expected = dict.fromkeys([*QUERIES, "too short"], "short") | {QUERIES[0]: "kept"}
    assert steps(project) == expected
    note_examples(project=project)
    assert steps(project)[QUERIES[0]] == ("example" if is_published else "kept")


def test_without_queries_nothing_is_filtered_again() -> None:
    with pytest.raises(InvalidInputError, match="no queries to filter"):
        start_filtering_again(project=make_project(), at=AT, actor=None)


@pytest.mark.parametrize("command", ["import_queries", "find_pages --results"])
def test_a_pipe_is_refused_before_anybody_waits_for_it(
    tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    project, pipe = make_project(), tmp_path / "pipe"
    os.mkfifo(pipe)
    name, *option = command.split()
    with pytest.raises(SystemExit):
        call_command(name, project.slug, *option, str(pipe))
    assert capsys.readouterr().err == (
        f"{pipe}: This is not a file. Save what it delivers to a file, and give that.\n"
    )
    assert not Job.objects.exists()
