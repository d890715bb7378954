"""What somebody labelled in error analyses: what they get of it, and what stays once erased."""

from datetime import timedelta

import pytest

from annotator.running.personal_data.collection import parts_about
from annotator.running.personal_data.services import erase_person
from annotator.systems.error_analysis.labelling import save_labels
from annotator.systems.error_analysis.models import AnswerLabels, ErrorAnalysis
from annotator.systems.error_analysis.opening import delete_analysis
from annotator.systems.evaluation.models import System
from annotator.systems.evaluation.records.services import delete_system
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Role
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.error_analysis import make_analysis, make_answers

pytestmark = pytest.mark.django_db
ZOE = "zoe.lovelace"


@pytest.fixture
def zoe() -> User:
    """She and another lead label an answer, and their notes speak of her."""
    project = make_project()
    make_examples(project, 1)
    zoe, other = (make_member(project, name, Role.LEAD).user for name in (ZOE, "lena"))
    analysis = make_analysis(make_answers(project, ["wrong"]), [zoe, other])
    for seat, labels in zip(analysis.labellers.order_by("number"), ([1, 3], [0]), strict=True):
        note = f"{ZOE} looked twice."
        save_labels(answer=analysis.answers.get(), labeller=seat, labels=labels, note=note, at=AT)
    return zoe


def test_one_gets_the_own_labels_alone(zoe: User) -> None:
    told = {part.name: list(part.rows()) for part in parts_about(zoe)}
    (row,) = told["error_labels"]
    assert (row["labels"], row["note"]) == (
        ["Hallucination", "Repetition"],
        f"{ZOE} looked twice.",
    )


def test_the_labels_of_an_erased_person_stay_without_the_name(zoe: User) -> None:
    erase_person(user=zoe, at=AT + timedelta(days=1), actor=None)
    kept = AnswerLabels.objects.order_by("labeller__number").values_list("labels", "note")
    assert list(kept) == [([1, 3], "[erased] looked twice."), ([0], "[erased] looked twice.")]


def test_names_go_from_what_is_in_the_bin(zoe: User) -> None:
    analysis = ErrorAnalysis.objects.get()
    assert analysis.score is not None
    System.objects.update(notes=f"By {ZOE}.")
    ErrorAnalysis.objects.update(opened_by=zoe)
    delete_analysis(analysis=analysis, at=AT, actor=None)
    delete_system(system=analysis.score.system, at=AT, actor=None)
    told = {part.name: list(part.rows()) for part in parts_about(zoe)}
    assert [row["number"] for row in told["error_analyses_opened"]] == [1]
    erase_person(user=zoe, at=AT + timedelta(days=1), actor=None)
    assert list(System.ever.values_list("notes", flat=True)) == ["By [erased]."]
