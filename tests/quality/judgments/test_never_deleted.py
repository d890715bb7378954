"""What was drawn, voted and noted is never deleted: the database itself refuses."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction

from annotator.quality.judgments.meeting import add_note
from annotator.quality.judgments.models import (
    Consensus,
    JudgedAnswer,
    Judgment,
    JudgmentRound,
    MeetingNote,
    Phase,
    RoundExpert,
)
from annotator.quality.judgments.verdicts import close_seat, remove_expert
from annotator.running.personal_data.services import erase_person
from annotator.workspace.accounts.models import User
from tests.factories.corpus import AT
from tests.factories.judgments import (
    agree_on,
    answers_of,
    close_all,
    finish,
    make_round,
    seats_of,
    vote_all,
)
from tests.workspace.history.triggers import tables_with_trigger

GUARDED = (JudgmentRound, JudgedAnswer, RoundExpert, Judgment, Consensus, MeetingNote)


@pytest.fixture
def round_() -> JudgmentRound:
    """Two experts have voted on two answers, and agree on the first; nobody has closed."""
    round_ = make_round(answers=2, experts=2)
    vote_all(round_, [["C", "C"], ["C", "W"]])
    return round_


@pytest.fixture
def met(round_: JudgmentRound) -> JudgmentRound:
    """The same round in its meeting, with a note."""
    round_ = close_all(round_)
    add_note(
        answer=answers_of(round_)[1],
        text="Look.",
        idempotency_key="once",
        at=AT,
        actor=seats_of(round_)[0].user,
    )
    return round_


def refuses(statement: str, *values: Any) -> bool:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, values)
    except IntegrityError as error:
        return "never deleted" in str(error)
    return False


def refuses_to_delete(row: models.Model) -> bool:
    """Whether the row stays, both by the ORM, which takes along what hangs on it, and by itself."""
    try:
        with transaction.atomic():
            row.delete()
    except IntegrityError as error:
        meta = row._meta
        assert meta.pk is not None
        statement = f"DELETE FROM {meta.db_table} WHERE {meta.pk.column} = %s"  # noqa: S608
        return "never deleted" in str(error) and refuses(statement, row.pk)
    return False


def rows() -> dict[str, int]:
    return {model.__name__: model._default_manager.count() for model in GUARDED}


TABLES = {model._meta.db_table for model in GUARDED}


@pytest.mark.django_db
def test_nothing_of_a_meeting_can_be_deleted(met: JudgmentRound) -> None:
    agree_on(answers_of(met)[1], "C_d", "Both have a point.")
    before = rows()
    assert before == {
        "JudgmentRound": 1,
        "JudgedAnswer": 2,
        "RoundExpert": 2,
        "Judgment": 4,
        "Consensus": 2,
        "MeetingNote": 1,
    }
    for model in GUARDED:
        for row in model._default_manager.all():
            assert refuses_to_delete(row), row
    assert rows() == before


@pytest.mark.django_db
def test_nothing_of_a_finished_round_can_be_deleted(met: JudgmentRound) -> None:
    finish(met)
    before = rows()
    for model in GUARDED:
        for row in model._default_manager.all():
            assert refuses_to_delete(row), row
    assert rows() == before


@pytest.mark.django_db
def test_a_sample_that_nobody_has_judged_can_not_be_deleted() -> None:
    round_ = make_round(answers=1, experts=1)
    assert refuses_to_delete(round_)
    assert refuses_to_delete(answers_of(round_)[0])


@pytest.mark.django_db
def test_verdicts_can_be_deleted_until_their_expert_has_closed_and_never_after(
    round_: JudgmentRound,
) -> None:
    first, second = seats_of(round_)
    close_seat(seat=first, at=AT)
    assert refuses_to_delete(RoundExpert.objects.get(pk=first.pk))
    for judgment in Judgment.objects.filter(expert=first):
        assert refuses_to_delete(judgment)
    Judgment.objects.filter(expert=second).delete()
    assert list(Judgment.objects.values_list("expert", flat=True)) == [first.pk] * 2


@pytest.mark.django_db
def test_closed_verdicts_stay_even_where_their_seat_goes_first(round_: JudgmentRound) -> None:
    seat = seats_of(round_)[0]
    close_seat(seat=seat, at=AT)
    before = rows()
    with transaction.atomic(), connection.cursor() as cursor:
        # Foreign keys are checked at the end, so a seat could go before what belongs to it.
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA defer_foreign_keys = ON")
        assert refuses("DELETE FROM judgments_roundexpert WHERE id = %s", seat.pk)
        assert refuses("DELETE FROM judgments_judgment WHERE expert_id = %s", seat.pk)
        transaction.set_rollback(True)
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA defer_foreign_keys = ON")
        other = seats_of(round_)[1]
        cursor.execute("DELETE FROM judgments_roundexpert WHERE id = %s", [other.pk])
        assert refuses("DELETE FROM judgments_judgment WHERE expert_id = %s", other.pk)
        transaction.set_rollback(True)
    assert rows() == before


@pytest.mark.django_db
def test_an_expert_who_has_not_closed_is_removed_with_what_they_voted(
    round_: JudgmentRound,
) -> None:
    first, second = seats_of(round_)
    close_seat(seat=first, at=AT)
    remove_expert(seat=second, at=AT, actor=None)
    round_.refresh_from_db()
    assert round_.phase == Phase.CONSENSUS
    votes = Judgment.objects.order_by("answer__number").values_list("expert", "verdict")
    assert list(votes) == [(first.pk, "C"), (first.pk, "C")]
    assert list(Consensus.objects.values_list("verdict", flat=True)) == ["C", "C"]


@pytest.mark.django_db
@pytest.mark.parametrize("closes", [False, True])
def test_an_expert_is_erased_and_the_votes_stay(round_: JudgmentRound, closes: bool) -> None:
    expert = seats_of(round_)[0].user
    if closes:
        round_ = finish(close_all(round_))
    before = rows()
    erase_person(user=expert, at=AT + timedelta(days=1), actor=None)
    assert rows() == before
    assert User.objects.get(pk=expert.pk).erased_at
    assert Judgment.objects.filter(expert__user=expert, verdict__isnull=False).count() == 2


@pytest.mark.django_db(transaction=True)
def test_emptying_the_whole_database_works_and_leaves_the_guards(met: JudgmentRound) -> None:
    call_command("flush", interactive=False, stdout=StringIO())
    assert set(rows().values()) == {0}
    assert tables_with_trigger("stays_on_record") == TABLES


@pytest.mark.django_db(transaction=True)
@pytest.mark.only_on("sqlite", reason="only SQLite remakes tables")
def test_a_table_that_the_guards_look_at_can_be_remade(round_: JudgmentRound) -> None:
    on_sqlite: Any = connection.schema_editor()
    with on_sqlite as editor:
        editor._remake_table(RoundExpert)
    assert tables_with_trigger("stays_on_record") == TABLES
    close_all(round_)
    assert all(refuses_to_delete(judgment) for judgment in Judgment.objects.all())


@pytest.mark.django_db(transaction=True)
def test_undoing_the_migration_lets_a_round_be_deleted_until_it_is_applied_again(
    met: JudgmentRound,
) -> None:
    try:
        call_command("migrate", "judgments", "0001_squashed", verbosity=0)
        assert tables_with_trigger("stays_on_record") == set()
        # The model has a column that this schema lacks, so that only its rows are deleted.
        for model in (MeetingNote, Consensus, Judgment, RoundExpert):
            model._default_manager.all().delete()
        with connection.cursor() as cursor:
            cursor.execute("UPDATE judgments_judgmentround SET on_screen_id = NULL")
            cursor.execute("DELETE FROM judgments_judgedanswer")
            cursor.execute("DELETE FROM judgments_judgmentround")
        assert set(rows().values()) == {0}
    finally:
        call_command("migrate", "judgments", verbosity=0)
    assert tables_with_trigger("stays_on_record") == TABLES
