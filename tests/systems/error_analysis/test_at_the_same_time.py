"""A labeller and a lead who work on the same analysis at the same moment."""

from functools import partial

import pytest

from annotator.systems.error_analysis.labelling import save_labels
from annotator.systems.error_analysis.models import AnswerLabels, ErrorAnalysis
from annotator.systems.error_analysis.opening import delete_analysis
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Role
from tests.at_once import outcomes_at_once
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.error_analysis import make_analysis, make_answers
from tests.meanwhile import meanwhile

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def analysis() -> ErrorAnalysis:
    """Two people label two answers."""
    project = make_project()
    make_examples(project, 2)
    people = [make_member(project, name, Role.EXPERT).user for name in ("ada", "bert")]
    return make_analysis(make_answers(project, ["right", "wrong"]), people, size=2)


def saving(analysis: ErrorAnalysis, number: int) -> "partial[AnswerLabels]":
    """What gives the first answer a label, by the labeller of this number."""
    return partial(
        save_labels,
        answer=analysis.answers.get(number=1),
        labeller=analysis.labellers.get(number=number),
        labels=[0],
        note="",
        at=AT,
    )


def deletions() -> int:
    return Event.objects.filter(subject="error_analysis", verb="deleted").count()


@pytest.mark.only_on("postgresql", reason="on SQLite one transaction waits for the other")
def test_deleting_an_analysis_waits_for_a_label_that_is_being_saved(
    analysis: ErrorAnalysis,
) -> None:
    delete = partial(delete_analysis, analysis=analysis, at=AT, actor=None)
    meanwhile(saving(analysis, 2), delete)
    assert (ErrorAnalysis.objects.count(), AnswerLabels.objects.count(), deletions()) == (0, 1, 1)


def test_labels_that_come_while_an_analysis_is_deleted_are_stored_before_or_refused(
    analysis: ErrorAnalysis,
) -> None:
    delete = partial(delete_analysis, analysis=analysis, at=AT, actor=None)
    outcomes = outcomes_at_once([saving(analysis, 1), delete, saving(analysis, 2)])
    assert outcomes.count("done") + outcomes.count("not_found") == 3
    assert (ErrorAnalysis.objects.count(), deletions()) == (0, 1)
    assert AnswerLabels.objects.count() == outcomes.count("done") - 1
    assert outcomes_at_once([saving(analysis, 1)]) == ["not_found"]
