"""Opening an error analysis beside others' work."""

from typing import Any

import pytest

from annotator.exceptions import NotFoundError
from annotator.systems.error_analysis import opening
from annotator.systems.error_analysis.models import ErrorAnalysis
from annotator.systems.error_analysis.sampling import answers_given
from annotator.systems.evaluation.models import Score
from annotator.systems.evaluation.records.services import delete_system
from annotator.workspace.projects.models import Role
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.error_analysis import make_analysis, make_answers
from tests.open_transactions import depths_of_calls

pytestmark = pytest.mark.django_db


@pytest.fixture
def score() -> Score:
    project = make_project()
    make_examples(project, 1)
    return make_answers(project, ["wrong"])


def test_a_systems_answers_are_read_before_anything_is_locked(
    score: Score, monkeypatch: pytest.MonkeyPatch
) -> None:
    depths, outside = depths_of_calls(monkeypatch, opening, "answers_given")
    make_analysis(score, [make_member(score.system.project, "lead", Role.LEAD).user])
    assert depths == [outside]


def test_a_system_that_is_deleted_meanwhile_is_not_analysed(
    score: Score, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deleted(asked: Score) -> Any:
        given = answers_given(asked)
        delete_system(system=asked.system, at=AT, actor=None)
        return given

    lead = make_member(score.system.project, "lead", Role.LEAD).user
    monkeypatch.setattr(opening, "answers_given", deleted)
    with pytest.raises(NotFoundError, match="A lead has deleted this system"):
        make_analysis(score, [lead])
    assert not ErrorAnalysis.objects.exists()
