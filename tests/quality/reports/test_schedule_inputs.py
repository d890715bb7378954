"""What the schedule reads from the database, of a project put together step by step."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from annotator.collecting.annotations.imported import ImportedAnnotation, add_imported_annotations
from annotator.collecting.annotations.natural_questions import check_natural_questions_for_example
from annotator.collecting.annotations.queries import project_progress
from annotator.collecting.annotations.revisions import revise_annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.late import accept_late
from annotator.collecting.assignments.models import SlotState
from annotator.material.corpus.models import Purpose
from annotator.quality.reports.chunks import build_next_chunk, load_columns, plan_chunks
from annotator.quality.reports.compute import content_of, read_examples
from annotator.quality.reports.context import Parameters, ReportContext
from annotator.quality.reports.example_table import find_examples
from annotator.quality.reports.figures import Section, to_json
from annotator.quality.reports.sections.schedule import compute
from annotator.quality.reports.sections.schedule_inputs import inputs
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, make_annotators, make_examples, make_project
from tests.factories.guidance import BAD, annotate, ask, claim
from tests.factories.late import make_assignment, make_late_annotation
from tests.factories.report_columns import figure
from tests.quality.reports.reporting import make_report

pytestmark = pytest.mark.django_db

PARAMETERS = Parameters(as_of="2026-01-09")
NOTHING = {"days": [], "by_example": [], "assignments": {}, "late": 0, "waiting": 0, "oldest": None}


def section_of(project: Project) -> Section:
    plan_chunks(project)
    while build_next_chunk(project, at=AT):
        pass
    context = ReportContext(
        load_columns(project),
        read_examples(project),
        PARAMETERS,
        seed=1,
        inputs=inputs(project, PARAMETERS),
    )
    section = compute(context)
    to_json(section)
    return section


def test_days_and_assignments_are_those_of_the_main_task() -> None:
    project = make_project(overlap=2)
    first, second, third, _, trained = make_examples(project, 5)
    late, ann, ben, eve, kim = make_annotators(project, 5)
    # Two on the 5th, and one that came too late for its example.
    make_late_annotation(first, late, ann, ben)
    # The night of the 7th in Athens is still the 6th; a revision stays with its answer's day.
    night = datetime(2026, 1, 7, 1, 30, tzinfo=timezone(timedelta(hours=2)))
    given, _ = submit_annotation(assignment=make_assignment(second, ann), answer=BAD, at=night)
    revise_annotation(annotation=given, answer=BAD, reason="again", at=AT + timedelta(days=3))
    third.slots.filter(number=0).update(state=SlotState.FILLED)
    checked = check_natural_questions_for_example(third, BAD)
    arrived = [ImportedAnnotation(third.slots.get(number=0), kim, 5, checked)]
    add_imported_annotations(arrived=arrived, at=AT)
    ask(project, eve, at=datetime(2026, 1, 8, 23, 0, tzinfo=UTC))
    claim(project, ben, at=datetime(2026, 1, 9, 8, 0, tzinfo=UTC))
    # What is for training counts nowhere.
    make_assignment(trained, late)
    submit_annotation(assignment=make_assignment(trained, kim), answer=BAD, at=AT)
    trained.purpose = Purpose.EXAM
    trained.save()

    assert inputs(project, PARAMETERS) == {
        "days": [["2026-01-05", 2], ["2026-01-06", 1]],
        "by_example": [[first.pk, "2026-01-05", 2], [second.pk, "2026-01-06", 1]],
        "assignments": {"": {"open": 1, "parked": 1, "submitted": 5}},
        "late": 1,
        "waiting": 1,
        "oldest": "2026-01-08",
    }
    section = section_of(project)
    # Four examples with two slots each; first is complete, second and third are begun.
    assert [figure(section, name).value for name in ("submitted", "left", "complete")] == [4, 4, 1]
    assert section.notes == ["imported_without_days"]
    [table] = section.tables
    assert table.rows == [["no_split", 4, 1, 8, 4, 2, 2, 0.5]]
    # The overview speaks of the same.
    overview = project_progress(project=project)
    days = [[day["date"].isoformat(), day["annotations"]] for day in overview["by_day"]]
    assert days == inputs(project, PARAMETERS)["days"]
    for name, figures in {
        "annotations_submitted": "submitted",
        "examples_complete": "complete",
        "open_assignments": "open",
        "late": "late",
    }.items():
        assert overview[name] == figure(section, figures).value, name
    assert overview["annotations_required"] - 4 == figure(section, "left").value


def test_a_late_annotation_that_was_accepted_is_one_of_the_others() -> None:
    project = make_project()
    [example] = make_examples(project, 1)
    late, ann = make_annotators(project, 2)
    annotation = make_late_annotation(example, late, ann)
    assert inputs(project, PARAMETERS) == NOTHING | {
        "days": [["2026-01-05", 1]],
        "by_example": [[example.pk, "2026-01-05", 1]],
        "assignments": {"": {"submitted": 2}},
        "late": 1,
    }
    accept_late(assignment=annotation.assignment, at=AT, actor=None)
    read = inputs(project, PARAMETERS)
    assert (read["days"], read["late"]) == ([["2026-01-05", 2]], 0)


@pytest.mark.parametrize(("as_of", "is_shown"), [("2026-04-05", True), ("2026-04-06", False)])
def test_examples_are_told_of_the_91_days_that_are_shown(as_of: str, *, is_shown: bool) -> None:
    project = make_project()
    [example], [ann] = make_examples(project, 1), make_annotators(project, 1)
    midnight = datetime(2026, 1, 5, tzinfo=UTC)
    submit_annotation(assignment=make_assignment(example, ann), answer=BAD, at=midnight)
    read = inputs(project, Parameters(as_of=as_of))
    assert read["days"] == [["2026-01-05", 1]]
    assert read["by_example"] == ([[example.pk, "2026-01-05", 1]] if is_shown else [])


def test_a_day_opens_every_example_with_an_annotation_of_that_day() -> None:
    """The first example has annotations of both days, the second one of the first day alone, which
    was changed on the next.
    """
    project = make_project(overlap=2)
    first, second = make_examples(project, 2)
    ann, ben = make_annotators(project, 2)
    for example, annotator, days in ((first, ann, 0), (first, ben, 1), (second, ann, 0)):
        given, _ = submit_annotation(
            assignment=make_assignment(example, annotator),
            answer=BAD,
            at=AT + timedelta(days=days),
        )
    later = AT + timedelta(days=1)
    revise_annotation(annotation=given, answer=BAD, reason="again", at=later)
    report = make_report(project, at=later)
    [schedule] = [each for each in content_of(report)["sections"] if each["name"] == "schedule"]
    [per_day] = [each for each in schedule["plots"] if each["name"] == "per_day"]
    opened = {
        point["key"]: (point["value"], find_examples(report, **point["examples"]))
        for point in per_day["points"]
        if point["series"] == "submitted"
    }
    found = {
        day: (value, dict(zip(behind.example.tolist(), behind.value.tolist(), strict=True)))
        for day, (value, behind) in opened.items()
    }
    assert found == {
        "2026-01-05": (2, {first.pk: 1, second.pk: 1}),
        "2026-01-06": (1, {first.pk: 1}),
    }


@pytest.mark.parametrize("kind", ["nq", "asqa"])
def test_a_new_project_has_nothing_to_read(kind: str) -> None:
    project = make_project(kind=kind)
    assert inputs(project, PARAMETERS) == NOTHING


def test_a_project_where_one_annotation_finishes_everything() -> None:
    project = make_project()
    make_examples(project, 1)
    [ann] = make_annotators(project, 1)
    annotate(project, ann, at=AT)
    section = section_of(project)
    assert section.notes == ["finished"]
    assert figure(section, "finish").value == 20_458
