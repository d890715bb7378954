"""Projects whose time in the bin is over are erased, with everything of them and nothing else."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps

from annotator.celery import SECONDS_TO_GIVE_UP, TimeLimits
from annotator.exceptions import ConflictError
from annotator.quality.adjudication.deciding import pick_annotation
from annotator.running.project_bin.erasing import empty_bin
from annotator.running.project_bin.tasks import LONGEST, empty_bin_task
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.standing import (
    DAYS_IN_BIN,
    begin_erasing,
    delete_project,
    deleted_projects_of,
    restore_project,
)
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.comparisons import complete_study, make_comparers, make_study
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.error_analysis import make_analysis, make_answers
from tests.factories.guidance import ask, publish
from tests.factories.jobs import make_job
from tests.factories.judgments import (
    WHOLE,
    annotate_example,
    finish,
    make_member_once,
    make_round,
    meet,
)
from tests.factories.long_form import make_long_form_annotation
from tests.factories.training import finish_graded_exam, make_training
from tests.workspace.history.test_never_deleted import refuses_to_delete

pytestmark = pytest.mark.django_db
AFTER = AT + timedelta(days=DAYS_IN_BIN)


def everything() -> dict[str, list[Any]]:
    """The keys of all rows, by table."""
    found = {
        model._meta.label: sorted(model._base_manager.values_list("pk", flat=True), key=str)
        for model in apps.get_models()
    }
    return {label: keys for label, keys in found.items() if keys}


def worked_in(slug: str) -> Project:
    """A project of Natural Questions in which the same people have done everything."""
    project = make_project(slug, overlap=2)
    lead = make_member(project, "lead", Role.LEAD).user
    make_training(project, lead)
    finish_graded_exam(make_member(project, "trainee"), lead)
    examples = make_examples(project, 3)
    annotator = make_member_once(project, "writer").user
    annotation = annotate_example(examples[0], annotator, WHOLE)
    pick_annotation(
        example=examples[0],
        annotation=annotation.pk,
        supersedes=None,
        reason="Clear.",
        at=AT,
        actor=lead,
    )
    finish(meet(make_round(project, answers=1, experts=1), [["C"]]))
    make_analysis(make_answers(project, ["wrong"] * project.examples.count()), [lead])
    ask(project, annotator)
    publish(project, lead)
    make_job("export_nq", project=project)
    return project


def compared_in(slug: str) -> Project:
    """The same of ASQA, with a study."""
    project = make_asqa_project(slug, overlap=2)
    annotator = make_member_once(project, "writer").user
    make_long_form_annotation(make_ambiguous_examples(project, 1)[0], annotator)
    complete_study(make_study(project, make_comparers(project, 1)))
    return project


def bin_it(project: Project) -> Project:
    return delete_project(project=project, name=project.slug, at=AT, actor=None)


@pytest.mark.parametrize("work", [worked_in, compared_in])
def test_nothing_is_left_of_a_project_and_others_are_as_they_were(
    work: Callable[[str], Project],
) -> None:
    kept = work("kept")
    before = everything()
    erased = bin_it(work("erased"))
    assert empty_bin(at=AFTER) == 1
    assert Event.objects.filter(project_id=erased.pk).count() == 0
    event = Event.objects.latest("pk")
    assert (event.verb, event.subject, event.subject_id) == ("erased", "project", str(erased.pk))
    after = everything()
    after["history.Event"].remove(event.pk)
    assert after == before
    assert refuses_to_delete(Event.objects.filter(project_id=kept.pk))


def test_nothing_is_erased_before_its_day_nor_outside_the_bin() -> None:
    bin_it(make_project("binned"))
    make_project("kept")
    before = everything()
    assert empty_bin(at=AFTER - timedelta(seconds=1)) == 0
    assert everything() == before


def test_a_run_that_was_stopped_is_gone_on_with_and_nothing_is_restored_meanwhile() -> None:
    before = everything()
    project = bin_it(make_project(overlap=1))
    lead = make_member(project, "lead", Role.LEAD).user
    make_examples(project, 3)
    answers = iter([True, False])
    assert empty_bin(at=AFTER, goes_on=lambda: next(answers)) == 0
    assert Project.objects.get().erasing_at == AFTER
    assert list(deleted_projects_of(lead)) == []
    with pytest.raises(ConflictError) as refused:
        restore_project(project=project, at=AFTER, actor=lead)
    assert refused.value.code == "erasing"
    empty_bin_task()
    lead.delete()
    after = everything()
    assert (after.pop("history.Event"), after) == ([Event.objects.latest("pk").pk], before)


def test_a_project_that_is_restored_in_time_stays() -> None:
    project = bin_it(make_project())
    restore_project(project=project, at=AFTER, actor=None)
    assert begin_erasing(project=project, at=AFTER) is None
    assert empty_bin(at=AFTER + timedelta(days=100)) == 0
    assert Project.objects.get() == project


def test_its_files_go_too_and_other_files_stay(settings: Any, tmp_path: Path) -> None:
    settings.RESULT_DIR, settings.UPLOAD_DIR = tmp_path / "results", tmp_path / "uploads"
    binned, kept = bin_it(make_project("binned")), make_project("kept")
    for project in (binned, kept):
        job = make_job("export_nq", project=project)
        for folder in (settings.RESULT_DIR, settings.UPLOAD_DIR):
            (folder / str(job.pk)).mkdir(parents=True)
    assert empty_bin(at=AFTER) == 1
    left = {path.name for path in tmp_path.glob("*/*")}
    assert left == {str(Job.objects.get().pk)}


def test_a_run_ends_itself_long_before_its_time_limit() -> None:
    limits = TimeLimits().annotate(empty_bin_task)
    assert limits is not None
    assert LONGEST.total_seconds() <= limits["time_limit"] - 5 * SECONDS_TO_GIVE_UP
