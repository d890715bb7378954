"""Hours by person and week, and what they cost."""

from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.revisions import revise_annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.training.answers import submit_training_answer
from annotator.collecting.training.attempts import start_step
from annotator.exceptions import InvalidInputError
from annotator.quality.comparisons.models import Comparison, Preference
from annotator.quality.overview.hours import (
    Week,
    Work,
    cost_of,
    hours_of,
    pay_of,
    set_pay,
    time_sheet,
    time_sheet_rows,
)
from annotator.quality.reports.models import Pay
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project, Role
from tests.factories.comparisons import make_comparers, make_study
from tests.factories.corpus import (
    AT,
    BAD,
    make_annotators,
    make_examples,
    make_member,
    make_project,
)
from tests.factories.training import make_training
from tests.quality.reports.reporting import make_report

pytestmark = pytest.mark.django_db
MONDAY, SUNDAY_NIGHT = AT.date(), AT + timedelta(days=6, hours=14, minutes=59)
NEXT = MONDAY + timedelta(weeks=1)


def submitted(project: Project, user: User, at: datetime, seconds: float | None) -> Annotation:
    """An annotation that took so many seconds; None: nobody measured."""
    assignment = claim_assignment(project=project, annotator=user, at=at)
    assert assignment
    active = None if seconds is None else {"question": seconds - 1.0, "long_answer": 1.0}
    annotation, _ = submit_annotation(
        assignment=assignment, answer=BAD, at=at, active_seconds=active
    )
    return annotation


@pytest.fixture
def project() -> Project:
    project = make_project(overlap=2)
    make_examples(project, 4)
    return project


@pytest.fixture
def lead(project: Project) -> User:
    return make_member(project, "lena", Role.LEAD).user


def test_time_is_summed_by_person_and_week_that_begins_on_monday_in_utc(project: Project) -> None:
    ada, ben = make_annotators(project, 2)
    submitted(project, ada, AT, 30.0)
    submitted(project, ada, SUNDAY_NIGHT, 12.5)
    submitted(project, ada, SUNDAY_NIGHT + timedelta(minutes=1), 7.0)
    submitted(project, ben, AT, None)
    assert time_sheet(project) == [
        Week(ada.pk, MONDAY, Work(annotations=2, annotating=42.5)),
        Week(ben.pk, MONDAY, Work(annotations=1, untimed=1)),
        Week(ada.pk, NEXT, Work(annotations=1, annotating=7.0)),
    ]


def test_a_revision_brings_its_whole_time_to_the_week_of_the_first_submission(
    project: Project,
) -> None:
    (ada,) = make_annotators(project, 1)
    first = submitted(project, ada, AT, 30.0)
    later = AT + timedelta(weeks=3)
    revise_annotation(
        annotation=first, answer=BAD, reason="x", at=later, active_seconds={"question": 41.0}
    )
    assert time_sheet(project) == [Week(ada.pk, MONDAY, Work(annotations=1, annotating=41.0))]


def test_training_and_comparing_are_work_too() -> None:
    project = make_project()
    lead = make_member(project, "lena", Role.LEAD).user
    ada = make_member(project, "ada")
    make_training(project, lead)
    attempt = start_step(membership=ada, at=AT)
    for answer in attempt.answers.all():
        submit_training_answer(
            answer=answer, content=BAD, author=ada.user, at=AT, active_seconds={"question": 10.0}
        )
    (comparer,) = make_comparers(project, 1)
    make_study(project, [comparer], questions=2)
    same = dict.fromkeys(("ambiguity", "fluency", "overall"), Preference.TIE)
    Comparison.objects.filter(comparer__user=comparer).update(
        seconds=60.0, submitted_at=AT, left_captured=0, right_captured=0, **same
    )
    assert time_sheet(project) == [
        Week(ada.user.pk, MONDAY, Work(training=10.0 * attempt.answers.count())),
        Week(comparer.pk, MONDAY, Work(comparing=120.0)),
    ]


def test_hours_have_their_price_and_the_rest_its_range(project: Project, lead: User) -> None:
    ada, ben = make_annotators(project, 2)
    for user, seconds in ((ada, 60.0), (ben, 120.0)):
        submitted(project, user, AT, seconds)
    set_pay(project=project, per_hour=Decimal("18.00"), currency="USD", at=AT, actor=lead)
    assert hours_of(project=project, weeks=2, at=AT).needed.reason == (
        "The statistics were not computed yet."
    )
    make_report(project, at=AT)
    hours = hours_of(project=project, weeks=2, at=AT)
    # Six of eight annotations are to go, at a mean of 90 seconds.
    assert (hours.spent, hours.needed.seconds, hours.needed.low) == (180.0, 540.0, None)
    assert hours.needed.reason != ""
    assert hours.weeks == [MONDAY, MONDAY - timedelta(weeks=1)]
    assert [(each.name, each.work.seconds, each.weeks) for each in hours.people] == [
        ("annotator-0", 60.0, [60.0, 0.0]),
        ("annotator-1", 120.0, [120.0, 0.0]),
    ]
    pay = pay_of(project)
    assert [cost_of(seconds, pay) for seconds in (hours.spent, hours.needed.seconds, None)] == [
        Decimal("0.90"),
        Decimal("2.70"),
        None,
    ]
    assert cost_of(180.0, None) is None


def test_the_file_has_a_row_for_each_person_and_week(project: Project, lead: User) -> None:
    ada, ben = make_annotators(project, 2)
    submitted(project, ada, AT, 90.0)
    submitted(project, ben, AT + timedelta(weeks=1), None)
    set_pay(project=project, per_hour=Decimal("17.80"), currency="USD", at=AT, actor=lead)
    assert list(time_sheet_rows(project)) == [
        # 90 seconds of 17.80 an hour are 44.5 cents; halves go to the even cent.
        (
            date(2026, 1, 5),
            "annotator-0",
            1,
            0,
            "0.0250",
            "0.0000",
            "0.0000",
            "0.0250",
            Decimal("0.44"),
            "USD",
        ),
        (
            date(2026, 1, 12),
            "annotator-1",
            1,
            1,
            "0.0000",
            "0.0000",
            "0.0000",
            "0.0000",
            Decimal("0.00"),
            "USD",
        ),
    ]


def test_the_rate_is_set_changed_and_taken_away_and_the_history_says_so(
    project: Project, lead: User
) -> None:
    for per_hour, currency in ((Decimal("9.50"), "EUR"), (Decimal("12.00"), "CHF"), (None, "")):
        set_pay(project=project, per_hour=per_hour, currency=currency, at=AT, actor=lead)
    assert not Pay.objects.exists()
    events = Event.objects.filter(subject="pay").order_by("pk")
    assert [each.details for each in events] == [
        {"before": "", "after": "9.50 EUR"},
        {"before": "9.50 EUR", "after": "12.00 CHF"},
        {"before": "12.00 CHF", "after": ""},
    ]


@pytest.mark.parametrize("currency", ["", "eur", "EURO", "ÄÖÜ", "€"])
def test_a_rate_without_a_currency_is_refused(currency: str, project: Project, lead: User) -> None:
    with pytest.raises(InvalidInputError) as caught:
        set_pay(project=project, per_hour=Decimal(1), currency=currency, at=AT, actor=lead)
    assert caught.value.fields == {"currency": "Give its three letters, such as EUR or USD."}
    assert not Event.objects.filter(subject="pay").exists()
