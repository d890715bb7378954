"""Scores of the leaderboard's systems reach the studies that compare systems of the same name."""

import pytest

from annotator.evaluation.table_scores import give_scores
from annotator.history.models import Event
from annotator.projects.models import Regime
from tests.factories.asqa import make_asqa_project
from tests.factories.comparisons import make_comparers, make_study
from tests.factories.corpus import AT
from tests.factories.systems import make_score

pytestmark = pytest.mark.django_db


def test_a_score_reaches_the_studies_that_compare_its_system() -> None:
    project = make_asqa_project()
    study = make_study(project, make_comparers(project, 1), systems=("T5", "People"))
    t5, people = study.systems.order_by("number")
    t5.scores = {"Ours": 3.0, "DR": 1.0}
    t5.save()
    make_score(project, "T5", metrics={"rougeLsum": 43.0, "ovscore": 32.1, "length": 60.0})
    t5.refresh_from_db()
    people.refresh_from_db()
    assert t5.scores == {"Ours": 3.0, "ROUGE-L": 43.0, "DR": 32.1}
    assert people.scores == {}
    changed = Event.objects.filter(verb="changed").count()
    give_scores(project=project, at=AT, actor=None)
    assert Event.objects.filter(verb="changed").count() == changed


def test_a_study_gets_the_newest_scores_when_it_is_opened() -> None:
    project, other = make_asqa_project(), make_asqa_project("other")
    make_score(project, "T5", split="dev", metrics={"ovscore": 20.0})
    make_score(project, "T5", split="test", metrics={"ovscore": 30.0})
    make_score(other, "T5", metrics={"ovscore": 99.0})
    study = make_study(project, make_comparers(project, 1), systems=("T5", "People"))
    give_scores(project=project, at=AT, actor=None, study=study)
    assert study.systems.get(name="T5").scores == {"DR": 30.0}


def test_people_in_a_study_have_the_scores_of_their_row() -> None:
    project, other = make_asqa_project(), make_asqa_project("other")
    alone = make_asqa_project("alone")
    alone.regime = Regime.NO_CONTEXT
    alone.save()
    names = ("HP-w/-C", "HP-w/o-C", "Others", "T5")
    study = make_study(project, make_comparers(project, 1), systems=names)
    for name, source in zip(names, (project, alone, other, None), strict=True):
        study.systems.filter(name=name).update(annotations_of=source)
    make_score(
        project,
        "T5",
        metrics={"ovscore": 30.0},
        people={
            "annotators_against_each_other": {"ovscore": 61.9, "rougeLsum": 49.4},
            "annotators_without_context": {"ovscore": 40.4},
            "question_repeated": {"ovscore": 1.0},
        },
    )
    assert dict(study.systems.values_list("name", "scores")) == {
        "HP-w/-C": {"DR": 61.9, "ROUGE-L": 49.4},
        "HP-w/o-C": {"DR": 40.4},
        "Others": {},
        "T5": {"DR": 30.0},
    }
