"""Undoing the migration of deleted systems: they stand again, under names of their own."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from annotator.systems.evaluation.models import RetrievalScore, System
from annotator.systems.evaluation.records.services import delete_system
from annotator.systems.evaluation.retrieval.services import delete_retrieval
from tests.earlier_version import migrate_to_latest
from tests.factories.corpus import AT, make_examples, make_project
from tests.factories.error_analysis import make_answers
from tests.factories.retrieval import make_encoder_score

BEFORE = [("evaluation", "0009_drawn_references")]


@pytest.mark.django_db(transaction=True)
def test_deleted_systems_come_back_unpublished_and_with_names_of_their_own() -> None:
    project = make_project()
    make_examples(project, 2)
    system = make_answers(project, ["wrong", "wrong"]).system
    delete_system(system=system, at=AT, actor=None)
    System.objects.create(project=project, name=system.name, created_at=AT)
    encoder = make_encoder_score(project)
    delete_retrieval(score=encoder, at=AT, actor=None)
    try:
        MigrationExecutor(connection).migrate(BEFORE)
    finally:
        migrate_to_latest()
    shown = System.objects.order_by("pk").values_list("name", "is_published")
    assert list(shown) == [(f"Baseline (deleted {system.pk})", False), ("Baseline", True)]
    assert list(RetrievalScore.objects.values_list("name", "is_published")) == [("BM25", False)]
