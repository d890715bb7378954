"""Leads who score, change and delete the same system, or the same encoder, at the same moment."""

from functools import partial

import pytest

from annotator.systems.evaluation.models import Gold, RetrievalBenchmark, RetrievalScore, Score
from annotator.systems.evaluation.records.services import change_system, delete_system
from annotator.systems.evaluation.retrieval.services import change_retrieval, delete_retrieval
from annotator.workspace.history.models import Event
from tests.at_once import outcomes_at_once
from tests.factories.corpus import AT, make_project
from tests.factories.retrieval import make_encoder_score
from tests.factories.systems import make_score

pytestmark = pytest.mark.django_db(transaction=True)


def deletions(subject: str) -> int:
    return Event.objects.filter(verb="deleted", subject=subject).count()


def test_a_system_is_deleted_once() -> None:
    system = make_score(make_project()).system
    delete = partial(delete_system, system=system, at=AT, actor=None)
    assert outcomes_at_once([delete] * 3) == ["done", "not_found", "not_found"]
    assert deletions("system") == 1


def test_a_deleted_system_is_not_changed() -> None:
    system = make_score(make_project()).system
    delete = partial(delete_system, system=system, at=AT, actor=None)
    change = partial(change_system, system=system, at=AT, actor=None, is_published=False)
    assert outcomes_at_once([delete, change]) in (["done", "done"], ["done", "not_found"])
    assert outcomes_at_once([change]) == ["not_found"]


def test_a_system_is_scored_while_it_is_deleted() -> None:
    project = make_project()
    system = make_score(project, split="dev").system
    delete = partial(delete_system, system=system, at=AT, actor=None)
    score = partial(make_score, project, split="test")
    assert outcomes_at_once([delete, score]) == ["done", "done"]
    assert Gold.objects.count() == Score.ever.count() == 2


def test_an_encoder_is_deleted_once() -> None:
    score = make_encoder_score(make_project())
    delete = partial(delete_retrieval, score=score, at=AT, actor=None)
    change = partial(change_retrieval, score=score, at=AT, actor=None, is_published=False)
    assert outcomes_at_once([delete] * 2) == ["done", "not_found"]
    assert deletions("encoder") == 1
    assert outcomes_at_once([change]) == ["not_found"]


def test_the_last_encoder_is_deleted_while_another_is_scored() -> None:
    project = make_project()
    first = make_encoder_score(project, "one")
    delete = partial(delete_retrieval, score=first, at=AT, actor=None)
    keep = partial(make_encoder_score, project, "two")
    assert outcomes_at_once([delete, keep]) == ["done", "done"]
    assert RetrievalBenchmark.objects.count() == RetrievalScore.objects.count() == 1
