"""Opening analyses, giving labels and finishing."""

from typing import Any

import orjson
import pytest

from annotator.exceptions import ConflictError, InvalidInputError, NotFoundError
from annotator.material.corpus.models import Example, Purpose
from annotator.systems.error_analysis.label_file import file_of
from annotator.systems.error_analysis.labelling import (
    finish_labelling,
    remove_labeller,
    save_labels,
)
from annotator.systems.error_analysis.labels import DEFAULT, change_labels, labels_of
from annotator.systems.error_analysis.models import AnswerLabels, ErrorAnalysis
from annotator.systems.error_analysis.opening import delete_analysis, open_analysis
from annotator.systems.error_analysis.queries import analyses_of
from annotator.systems.error_analysis.results import results_of
from annotator.systems.evaluation.models import Score
from annotator.systems.evaluation.records.services import delete_system
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project, Role
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.error_analysis import label_all, make_analysis, make_answers

pytestmark = pytest.mark.django_db

TWO = [
    {"name": "Right", "meaning": "", "is_alone": True},
    {"name": "Wrong", "meaning": "Not so.", "is_alone": False},
]


@pytest.fixture
def project() -> Project:
    project = make_project()
    make_examples(project, 3)
    return project


@pytest.fixture
def score(project: Project) -> Score:
    return make_answers(project, ["right", "wrong", "needless"])


@pytest.fixture
def ada(project: Project) -> User:
    return make_member(project, "ada", Role.EXPERT).user


@pytest.fixture
def analysis(score: Score, ada: User) -> ErrorAnalysis:
    return make_analysis(score, [ada], size=2)


def give(analysis: ErrorAnalysis, labels: list[int], note: str = "") -> AnswerLabels:
    answer = analysis.answers.get(number=1)
    seat = analysis.labellers.get(number=1)
    return save_labels(answer=answer, labeller=seat, labels=labels, note=note, at=AT)


def test_an_analysis_keeps_how_its_sample_was_drawn(score: Score, analysis: ErrorAnalysis) -> None:
    found = (analysis.seed, analysis.size, analysis.population_size, analysis.receipt)
    assert found == (1, 2, 3, score.receipt)
    # Random(1) gives 0.134, 0.847, 0.764 to the three answers.
    keys = list(score.system.project.examples.order_by("pk").values_list("pk", flat=True))
    assert list(analysis.answers.order_by("number").values_list("example", flat=True)) == [
        keys[0],
        keys[2],
    ]
    assert analysis.labels == list(DEFAULT)
    event = Event.objects.get(subject="error_analysis", verb="opened")
    assert event.details["seed"] == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"size": 4}, "size"),
        ({"size": 0}, "size"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**53}, "seed"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    score: Score, ada: User, change: dict[str, Any], field: str
) -> None:
    member = score.system.project.memberships.get(user=ada)
    given = {"size": 1, "seed": 1, "labellers": [member.pk], **change}
    with pytest.raises(InvalidInputError) as caught:
        open_analysis(score=score, at=AT, actor=None, **given)
    assert list(caught.value.fields) == [field]
    assert not ErrorAnalysis.objects.exists()


def test_a_system_that_answers_nothing_is_refused(project: Project, ada: User) -> None:
    with pytest.raises(InvalidInputError) as caught:
        make_analysis(make_answers(project, ["missed", "nothing"]), [ada])
    assert list(caught.value.fields) == ["system"]


def test_answers_of_a_system_that_was_deleted_meanwhile_are_not_found(
    project: Project, ada: User
) -> None:
    score = make_answers(project, ["right"])
    # A lead has the form open, and another one deletes the system.
    stale = Score.objects.select_related("system__project").get(pk=score.pk)
    delete_system(system=score.system, at=AT, actor=None)
    with pytest.raises(NotFoundError, match="A lead has deleted this system"):
        make_analysis(stale, [ada])


def test_annotators_and_more_than_two_people_cannot_label(score: Score, ada: User) -> None:
    project = score.system.project
    annotator = make_member(project, "ann").user
    others = [make_member(project, name, Role.LEAD).user for name in ("lena", "leo")]
    for people in ([annotator], [ada, *others], [ada, ada], []):
        with pytest.raises(InvalidInputError) as caught:
            make_analysis(score, people)
        assert list(caught.value.fields) == ["labellers"]


def test_only_stewards_label_answers_to_the_hidden_split(project: Project, ada: User) -> None:
    steward = make_member(project, "stew", Role.LEAD)
    steward.is_steward = True
    steward.save(update_fields=["is_steward"])
    score = make_answers(project, ["right"], split="test")
    project.hidden_split = "test"
    project.save(update_fields=["hidden_split"])
    with pytest.raises(InvalidInputError):
        make_analysis(score, [ada])
    assert make_analysis(score, [steward.user]).labellers.count() == 1


def test_the_last_labels_of_an_answer_count(analysis: ErrorAnalysis) -> None:
    give(analysis, [0])
    saved = give(analysis, [3, 1, 3], "twice")
    assert (saved.labels, saved.note) == ([1, 3], "twice")
    assert AnswerLabels.objects.count() == 1


@pytest.mark.parametrize("labels", [[], [5], [-1], [0, 1]])
def test_labels_that_do_not_go_are_refused(analysis: ErrorAnalysis, labels: list[int]) -> None:
    with pytest.raises(InvalidInputError):
        give(analysis, labels)
    assert not AnswerLabels.objects.exists()


def test_nobody_finishes_before_every_answer_has_a_label(analysis: ErrorAnalysis) -> None:
    give(analysis, [0])
    with pytest.raises(ConflictError) as caught:
        finish_labelling(labeller=analysis.labellers.get(), at=AT)
    assert (caught.value.code, caught.value.extra) == ("labels_missing", {"missing": [2]})


def hide(analysis: ErrorAnalysis, *numbers: int) -> None:
    """Draw the examples of these answers into a hidden split."""
    Project.objects.filter(pk=analysis.project_id).update(hidden_split="test")
    hidden = analysis.answers.filter(number__in=numbers).values("example")
    Example.objects.filter(pk__in=hidden).update(split="test", purpose=Purpose.HIDDEN)


def test_an_answer_that_was_hidden_meanwhile_needs_no_label(analysis: ErrorAnalysis) -> None:
    give(analysis, [1])
    hide(analysis, 2)
    finished = finish_labelling(labeller=analysis.labellers.get(), at=AT)
    assert finished.finished_at == AT
    assert [(each.share.value, each.share.total) for each in results_of(finished).labels[:2]] == [
        (0, 1),
        (1, 1),
    ]


def test_an_answer_that_was_hidden_from_one_of_two_counts_for_nothing(
    shared: ErrorAnalysis,
) -> None:
    [first, second] = shared.labellers.order_by("number")
    [one, two] = shared.answers.order_by("number")
    for answer, labels in ((one, [0]), (two, [1])):
        save_labels(answer=answer, labeller=first, labels=labels, note="", at=AT)
    finish_labelling(labeller=first, at=AT)
    hide(shared, 1)
    save_labels(answer=two, labeller=second, labels=[1], note="", at=AT)
    results = results_of(finish_labelling(labeller=second, at=AT))
    assert [(each.share.count, each.share.total) for each in results.labels[:2]] == [(0, 2), (2, 2)]
    assert results.same
    assert results.same.observed == 1


def test_nobody_finishes_without_having_labelled_anything(analysis: ErrorAnalysis) -> None:
    hide(analysis, 1, 2)
    with pytest.raises(ConflictError, match="hidden from you now") as caught:
        finish_labelling(labeller=analysis.labellers.get(), at=AT)
    assert caught.value.code == "nothing_labelled"


def test_labels_stay_once_somebody_has_finished(analysis: ErrorAnalysis) -> None:
    label_all(analysis, [[[0]], [[1]]])
    with pytest.raises(ConflictError, match="can't change"):
        give(analysis, [1])


def test_an_analysis_is_finished_with_its_last_labeller(score: Score, ada: User) -> None:
    bob = make_member(score.system.project, "bob", Role.LEAD).user
    analysis = make_analysis(score, [ada, bob])
    answer = analysis.answers.get()
    finished = []
    for seat in analysis.labellers.order_by("number"):
        save_labels(answer=answer, labeller=seat, labels=[0], note="", at=AT)
        finished.append(finish_labelling(labeller=seat, at=AT).finished_at)
    assert finished == [None, AT]
    verbs = (
        Event.objects.filter(subject="error_analysis").order_by("pk").values_list("verb", flat=True)
    )
    assert list(verbs) == ["opened", "labelled", "labelled", "finished"]


def test_new_labels_are_for_the_next_analysis(analysis: ErrorAnalysis) -> None:
    project = analysis.project
    change_labels(project=project, labels=TWO, at=AT, actor=None)
    analysis.refresh_from_db()
    assert (labels_of(project), analysis.labels) == (TWO, list(DEFAULT))


@pytest.mark.parametrize(
    "labels",
    [
        TWO[:1],
        TWO * 5,
        [TWO[0], TWO[0] | {"name": "right "}],
        [TWO[0], TWO[0] | {"name": "\N{FULLWIDTH LATIN CAPITAL LETTER R}ight"}],
        [TWO[0], TWO[1] | {"name": " "}],
        [TWO[0], TWO[1] | {"name": "\u200b"}],
    ],
)
def test_labels_that_nobody_could_tell_apart_are_refused(
    project: Project, labels: list[dict[str, Any]]
) -> None:
    with pytest.raises(InvalidInputError):
        change_labels(project=project, labels=labels, at=AT, actor=None)
    assert labels_of(project) == list(DEFAULT)


def test_the_labels_stay_when_the_system_is_deleted(analysis: ErrorAnalysis, score: Score) -> None:
    label_all(analysis, [[[0]], [[1]]])
    delete_system(system=score.system, at=AT, actor=None)
    analysis.refresh_from_db()
    assert (analysis.system, analysis.system_name, AnswerLabels.objects.count()) == (
        None,
        "Baseline",
        2,
    )


def test_what_comes_after_the_deletion_of_an_analysis_is_not_found(
    score: Score, ada: User, project: Project
) -> None:
    bob = make_member(project, "bob", Role.EXPERT).user
    analysis = make_analysis(score, [ada, bob], size=2)
    first, second = analysis.labellers.order_by("number")
    delete_analysis(analysis=ErrorAnalysis.objects.get(pk=analysis.pk), at=AT, actor=None)
    with pytest.raises(NotFoundError):
        finish_labelling(labeller=first, at=AT)
    with pytest.raises(NotFoundError):
        remove_labeller(labeller=second, at=AT, actor=None)
    with pytest.raises(NotFoundError):
        delete_analysis(analysis=analysis, at=AT, actor=None)
    assert Event.objects.filter(subject="error_analysis", verb="deleted").count() == 1


def test_a_deleted_analysis_stays_in_the_history(analysis: ErrorAnalysis) -> None:
    delete_analysis(analysis=analysis, at=AT, actor=None)
    assert not ErrorAnalysis.objects.exists()
    assert Event.objects.get(verb="deleted").details == {"number": 1, "system": "Baseline"}


@pytest.fixture
def shared(project: Project, score: Score, ada: User) -> ErrorAnalysis:
    """Two people label two answers."""
    return make_analysis(score, [ada, make_member(project, "bert", Role.EXPERT).user], size=2)


def take_out(analysis: ErrorAnalysis, number: int) -> ErrorAnalysis:
    seat = analysis.labellers.get(number=number)
    return remove_labeller(labeller=seat, at=AT, actor=None)


def test_somebody_without_labels_is_taken_out_without_a_trace_but_in_history(
    shared: ErrorAnalysis,
) -> None:
    take_out(shared, 2)
    assert list(shared.labellers.values_list("number", flat=True)) == [1]
    event = Event.objects.get(verb="removed_labeller")
    assert (event.details["labeller"], event.details["labelled"]) == (2, 0)


def test_labels_of_somebody_who_was_taken_out_stay_on_record_and_do_not_count(
    shared: ErrorAnalysis, ada: User
) -> None:
    [first, second] = shared.labellers.order_by("number")
    for answer in shared.answers.all():
        save_labels(answer=answer, labeller=first, labels=[0], note="", at=AT)
        save_labels(answer=answer, labeller=second, labels=[1], note="", at=AT)
    finish_labelling(labeller=first, at=AT)
    finished = take_out(shared, 2)
    assert finished.finished_at is not None
    assert AnswerLabels.objects.count() == 4
    results = results_of(finished)
    assert (results.same, [each.share.value for each in results.labels[:2]]) == (None, [1, 0])
    assert (second.user in visible(finished), ada in visible(finished)) == (False, True)
    [line, *_] = orjson.loads(file_of(finished, finished.answers.all(), "json"))["answers"]
    assert line["labeller"] == 1
    with pytest.raises(NotFoundError):
        finish_labelling(labeller=second, at=AT)


def visible(analysis: ErrorAnalysis) -> list[User]:
    """Who of all people may see the analysis."""
    found = User.objects.filter(memberships__project=analysis.project)
    return [user for user in found if analyses_of(project=analysis.project, user=user).exists()]


def test_the_last_labeller_and_those_of_a_finished_analysis_stay(
    shared: ErrorAnalysis, analysis: ErrorAnalysis
) -> None:
    with pytest.raises(ConflictError, match="Delete the analysis instead") as caught:
        take_out(analysis, 1)
    assert caught.value.code == "last_labeller"
    label_all(shared, [[[0], [0]], [[0], [0]]])
    with pytest.raises(ConflictError) as caught:
        take_out(shared, 2)
    assert caught.value.code == "analysis_finished"
