"""Finding context passages: the job, killed and stopped, and counting around the threshold."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.material.corpus import job_handlers
from annotator.material.corpus.context_passages import (
    finding_job,
    set_context_threshold,
    start_finding_passages,
)
from annotator.material.corpus.context_share import (
    ContextShare,
    context_share,
    passages_above,
    passages_below,
)
from annotator.material.corpus.models import ContextPassage, Disambiguation, Example, Purpose
from annotator.material.corpus.queries import html_of
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import STALE_AFTER, cancel_job, run_job
from annotator.workspace.projects.models import Project
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_page, make_project
from tests.factories.jobs import run_here
from tests.just_before import just_before

FIND = f"{job_handlers.__name__}.find_passages_of"
pytestmark = pytest.mark.django_db

HTML = b"""<html><body><h1>Plumb bob</h1>
<p>A plumb bob is a weight hung from a string. Masons like it.</p>
<p>Surveyors use a plumb bob to centre tripods, and not to build walls.</p>
<p>Surveyors are paid well for what they do on most days.</p>
</body></html>"""


def make_searchable(count: int = 3) -> tuple[Project, list[Example]]:
    """Examples whose first disambiguation has the file's context and whose second has none."""
    project = make_asqa_project()
    return project, make_ambiguous_examples(project, count, page=make_page(HTML))


def find(project: Project) -> Job:
    job = start_finding_passages(project=project, at=AT, actor=None)
    return run_here(job)


def stored() -> list[tuple[int, int, str, float]]:
    rows = ContextPassage.objects.order_by("pk")
    return [(each.pk, each.page_id, each.text, each.similarity) for each in rows]


def test_the_most_similar_paragraph_with_a_short_answer_is_stored_with_its_bytes() -> None:
    project, [example] = make_searchable(1)
    job = find(project)
    assert job.state == JobState.SUCCEEDED, job.message
    passage = ContextPassage.objects.get()
    assert (passage.disambiguation.example, passage.disambiguation.number) == (example, 1)
    assert passage.text == "Surveyors use a plumb bob to centre tripods, and not to build walls."
    html = html_of(passage.page)
    assert html[passage.start_byte : passage.end_byte].decode() == f"<P>{passage.text}</P>"
    assert 0.3 < passage.similarity < 1


def test_a_files_own_context_is_left_alone_and_a_file_that_says_none_gets_one() -> None:
    project, _ = make_searchable(1)
    Disambiguation.objects.update(has_context_field=True)
    find(project)
    assert [each.disambiguation.number for each in ContextPassage.objects.all()] == [1]


def test_running_again_finds_the_same_and_forgets_what_is_no_more() -> None:
    project, examples = make_searchable(2)
    find(project)
    before = stored()
    find(project)
    assert stored() == before
    Disambiguation.objects.filter(example=examples[0], number=1).update(short_answers=["nobody"])
    find(project)
    assert stored() == before[1:]


def test_pages_without_html_and_examples_without_pages_get_nothing() -> None:
    project, [example] = make_searchable(1)
    example.visited_pages.update(page=None)
    assert find(project).state == JobState.SUCCEEDED
    assert stored() == []


def test_a_killed_worker_s_successor_goes_on_from_the_checkpoint(
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
) -> None:
    project, _ = make_searchable(5)
    find(project)
    whole = stored()
    ContextPassage.objects.all().delete()
    searched: list[int] = []

    def killed_at_the_fourth(example: Example, **_: object) -> None:
        if len(searched) == 3:
            searched.append(0)
            raise SystemExit
        searched.append(example.pk)

    settings.EXAMPLES_AT_ONCE = 2
    just_before(monkeypatch, FIND, killed_at_the_fourth)
    job = start_finding_passages(project=project, at=AT, actor=None)
    with pytest.raises(SystemExit):
        run_job(job_id=job.pk)
    job.refresh_from_db()
    assert job.done == 2
    # As the sweep does once the heartbeat has stopped.
    long_ago = (job.heartbeat_at or AT) - 2 * STALE_AFTER
    Job.objects.filter(pk=job.pk).update(state=JobState.QUEUED, heartbeat_at=long_ago)
    run_here(job)
    assert (job.state, job.done, job.total) == (JobState.SUCCEEDED, 5, 5)
    assert stored() == whole
    assert len(set(searched) - {0}) == 5


def test_a_job_that_is_stopped_keeps_what_it_found(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    project, examples = make_searchable(3)
    job = start_finding_passages(project=project, at=AT, actor=None)
    settings.EXAMPLES_AT_ONCE = 1

    def stopped_at_the_second(example: Example, **_: object) -> None:
        if example == examples[1]:
            cancel_job(job=job, at=AT)

    just_before(monkeypatch, FIND, stopped_at_the_second)
    run_here(job)
    assert (job.state, job.done) == (JobState.CANCELLED, 1)
    assert len(stored()) == 1


def test_only_one_such_job_at_a_time_and_only_with_disambiguations() -> None:
    project, _ = make_searchable(1)
    job = start_finding_passages(project=project, at=AT, actor=None)
    assert finding_job(project) == job
    with pytest.raises(ConflictError, match="already"):
        start_finding_passages(project=project, at=AT, actor=None)
    with pytest.raises(InvalidInputError, match="no disambiguations"):
        start_finding_passages(project=make_project("nq"), at=AT, actor=None)


def test_the_share_counts_own_contexts_and_passages_above_the_threshold() -> None:
    project, examples = make_searchable(4)
    find(project)
    for number, example in enumerate(examples):
        ContextPassage.objects.filter(disambiguation__example=example).update(
            similarity=0.25 * (number + 1)
        )
    counts = context_share(project, threshold=0.5)
    assert counts == ContextShare(
        disambiguations=8, own=4, found=4, above=2, unsearched=0, unsaid=0
    )
    assert counts.share == 6 / 8
    assert [each.similarity for each in passages_above(project, threshold=0.5)] == [0.75, 1]
    assert [each.similarity for each in passages_below(project, threshold=0.5)] == [0.5, 0.25]


def test_what_came_after_the_search_is_not_searched_yet_and_not_counted() -> None:
    project, _ = make_searchable(2)
    before = context_share(project, threshold=0)
    assert (before.own, before.found, before.unsearched, before.share) == (2, 0, 2, 1)
    find(project)
    make_ambiguous_examples(project, 1)
    counts = context_share(project, threshold=0)
    assert counts == ContextShare(
        disambiguations=6, own=3, found=2, above=2, unsearched=1, unsaid=0
    )
    assert counts.share == 5 / 5
    # The files said that there was none; of others it isn't known.
    Disambiguation.objects.update(has_context_field=False)
    assert context_share(project, threshold=0).unsaid == 1
    find(project)
    counts = context_share(project, threshold=0)
    assert (counts.unsearched, counts.share) == (0, 5 / 6)


def test_an_import_that_ended_while_the_search_ran_is_not_taken_for_searched() -> None:
    project, examples = make_searchable(2)
    find(project)
    ContextPassage.objects.filter(disambiguation__example=examples[0]).delete()
    assert context_share(project, threshold=0).unsearched == 0
    began = Job.objects.get().started_at
    assert began
    ended = began + timedelta(seconds=1)
    other = Job.objects.create(
        kind="import_asqa", project_id=project.pk, created_at=AT, finished_at=ended
    )
    Example.objects.filter(pk=examples[0].pk).update(import_job=other.pk)
    assert context_share(project, threshold=0).unsearched == 1


def test_examples_of_the_training_are_searched_and_not_counted() -> None:
    project, _ = make_searchable(1)
    Example.objects.update(purpose=Purpose.EXAM)
    find(project)
    assert len(stored()) == 1
    assert context_share(project, threshold=0).share is None
    assert not passages_above(project, threshold=0).exists()


def test_setting_the_threshold_is_on_record_once() -> None:
    project, _ = make_searchable(1)
    for _ in range(2):
        project = set_context_threshold(project=project, threshold=0.35, at=AT, actor=None)
    assert project.context_threshold == 0.35
    [event] = Event.objects.filter(verb="changed", subject="project")
    assert event.details == {
        "before": {"context_threshold": 0.2},
        "after": {"context_threshold": 0.35},
    }


@pytest.mark.parametrize("threshold", [-0.1, 1.1, float("nan")])
def test_a_threshold_beyond_0_and_1_is_refused(threshold: float) -> None:
    with pytest.raises(InvalidInputError):
        set_context_threshold(project=make_asqa_project(), threshold=threshold, at=AT, actor=None)


def test_the_command_finds_them_in_the_foreground(capsys: pytest.CaptureFixture[str]) -> None:
    project, _ = make_searchable(2)
    call_command("find_context_passages", project.slug)
    assert "Found a passage for 2 of 4 disambiguations" in capsys.readouterr().out
    assert len(stored()) == 2
