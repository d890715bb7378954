"""Reports with a hidden split have the figures of the same examples when nothing is hidden."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction

from annotator.collecting.guidance.feedback import give_feedback
from annotator.collecting.guidance.models import Feedback, QuestionThread
from annotator.exceptions import InvalidInputError
from annotator.material.corpus.models import Example, HiddenSplit
from annotator.quality.reports.compute import content_of
from annotator.quality.reports.hidden_split import hide_split, show_split
from annotator.quality.reports.models import Report
from annotator.quality.reports.refresh import refresh_open_projects
from annotator.quality.reports.sections import adaptive_overlap
from annotator.quality.reports.services import latest_report, running_job, start_statistics
from annotator.workspace.projects.models import Project, Role
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.guidance import ask
from tests.factories.late import make_late_annotation
from tests.factories.long_form import make_long_form_annotation
from tests.factories.many_annotations import LONG, NULL, Given, annotate_at_once
from tests.quality.reports.reporting import make_report

pytestmark = pytest.mark.django_db
WITHOUT, WITH, ONLY = HiddenSplit


def make_natural_questions() -> Project:
    """Eight annotated examples, one with a late annotation, one with a waiting question, feedback
    on four of them.
    """
    project = make_project(overlap=3)
    yes = Given(0, yes_no="YES")
    rows = [[LONG, NULL, yes], [NULL, NULL], [LONG], [yes, LONG, LONG]]
    lead = make_member(project, "lead", Role.LEAD).user
    for annotation in annotate_at_once(project, rows + rows[::-1]):
        if annotation.example_id % 2:
            give_feedback(
                annotation=annotation, criterion="long_answer", text="Look.", at=AT, actor=lead
            )
    [further, asked] = make_examples(project, 2)
    people = [make_member(project, name).user for name in ("late", "ann", "ben", "eve")]
    make_late_annotation(further, *people)
    Example.objects.exclude(pk=asked.pk).update(rank=-1)
    ask(project, make_member(project, "asker").user)
    return project


def make_long_form() -> Project:
    """Six examples of ASQA with two answers each."""
    project = make_asqa_project(overlap=2)
    people = [make_member(project, name).user for name in ("ann", "ben")]
    for number, example in enumerate(make_ambiguous_examples(project, 6)):
        for person in people:
            text = f"{person.username} wrote {number} words. " * (number + 1)
            make_long_form_annotation(example, person, text=text)
    return project


def hide_half(project: Project) -> Project:
    """The project, with every second example in a hidden split."""
    keeper = make_member(project, "keeper", Role.LEAD).user
    for number, example in enumerate(Example.objects.filter(project=project).order_by("pk")):
        Example.objects.filter(pk=example.pk).update(split=("train", "test")[number % 2])
    return hide_split(project=project, split="test", steward=keeper, at=AT)


def sections_of(report: Report) -> list[dict[str, Any]]:
    """What a report says, without the section that never tells of a hidden split."""
    sections = content_of(report)["sections"]
    return [each for each in sections if each["name"] != adaptive_overlap.NAME]


@pytest.mark.parametrize("make", [make_natural_questions, make_long_form])
def test_the_figures_are_those_of_the_same_examples_with_nothing_hidden(
    make: Callable[[], Project],
) -> None:
    project = hide_half(make())
    said = {each: make_report(project, hidden_split=each) for each in HiddenSplit}
    assert not any(report.failed_sections for report in said.values())
    project = show_split(project=project, at=AT, actor=None)
    assert sections_of(said[WITH]) == sections_of(make_report(project))
    for split, told in [("test", WITHOUT), ("train", ONLY)]:
        with transaction.atomic():
            Example.objects.filter(split=split).update(is_published=False)
            QuestionThread.objects.filter(example__split=split).delete()
            Feedback.objects.filter(annotation__example__split=split).delete()
            assert sections_of(said[told]) == sections_of(make_report(project))
            transaction.set_rollback(True)
    assert said[WITH].annotations == said[WITHOUT].annotations + said[ONLY].annotations
    assert said[WITH].examples == said[WITHOUT].examples + said[ONLY].examples
    assert len({report.fingerprint for report in said.values()}) == len(HiddenSplit)


def test_reports_of_each_kind_are_kept_and_made_apart(settings: Any) -> None:
    project = hide_half(make_natural_questions())
    settings.REPORTS_KEPT = 1
    first = [make_report(project, hidden_split=each) for each in HiddenSplit]
    assert [latest_report(project, each) for each in HiddenSplit] == first
    make_report(project, hidden_split=ONLY)
    for report in first:
        report.refresh_from_db()
    assert [bool(report.example_table) for report in first] == [True, True, False]
    jobs = {
        start_statistics(project=project, at=AT, actor=None, hidden_split=each, queue=False).pk
        for each in HiddenSplit
        for _ in range(2)
    }
    assert jobs == {job.pk for each in HiddenSplit if (job := running_job(project, each))}
    assert len(jobs) == len(HiddenSplit)


def test_the_scheduler_makes_no_report_of_the_hidden_split() -> None:
    project = hide_half(make_natural_questions())
    make_report(project, hidden_split=WITH)
    assert [job.kind for job in refresh_open_projects(at=AT)] == ["compute_statistics"]
    assert latest_report(project) is None


def test_without_a_hidden_split_there_is_no_report_of_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    project = make_project()
    with pytest.raises(InvalidInputError, match="No split of this project is hidden"):
        start_statistics(project=project, at=AT, actor=None, hidden_split=ONLY)
    with pytest.raises(SystemExit):
        call_command("compute_statistics", "project", "--hidden-split", "only")
    assert "No split of this project is hidden." in capsys.readouterr().err


def test_the_command_counts_what_it_is_told_to(capsys: pytest.CaptureFixture[str]) -> None:
    annotate_at_once(make_project(overlap=2), [[LONG, NULL], [NULL]])
    hide_half(Project.objects.get())
    call_command("compute_statistics", "project", "--hidden-split", "only")
    assert "Computed from 1 annotation" in capsys.readouterr().out
