"""Figures of the reference sheet against values worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rouge_score.rouge_scorer import RougeScorer

from annotator.collecting.annotations.reference_sheets import (
    Agreement,
    FoundShortAnswer,
    agreements_between,
    find_short_answers,
    sheet_annotations,
)
from annotator.collecting.assignments.leases import expire_leases
from annotator.material.corpus.models import Disambiguation
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_annotators
from tests.factories.late import make_assignment
from tests.factories.long_form import make_long_form_annotation, revise_long_form


def reading(number: int, *short_answers: str) -> Disambiguation:
    return Disambiguation(number=number, short_answers=list(short_answers))


def marked(text: str, *disambiguations: Disambiguation) -> list[tuple[int, str, str]]:
    return [
        (each.disambiguation, each.short_answer, text[each.start : each.end])
        for each in find_short_answers(text, disambiguations)
    ]


def test_find_short_answers_names_every_wording_that_stands_there_in_the_order_of_the_text() -> (
    None
):
    text = "In 1712 Marten kept it; Ann Marten-Lee kept it from 1790."
    assert marked(
        text, reading(0, "ann marten lee", "Ann MartenLee"), reading(1, "Marten", "1712", "1800")
    ) == [(1, "1712", "1712"), (1, "Marten", "Marten"), (0, "Ann MartenLee", "Ann Marten-Lee")]


def test_find_short_answers_leaves_out_a_wording_inside_a_longer_one_of_the_same_reading() -> None:
    text = "James Bond is a spy."
    assert marked(text, reading(0, "James", "James Bond"), reading(1, "Bond")) == [
        (0, "James Bond", "James Bond"),
        (1, "Bond", "Bond"),
    ]


def test_places_count_characters_not_utf_16_units_or_bytes() -> None:
    assert find_short_answers("🜂 fire", [reading(0, "fire")]) == [
        FoundShortAnswer(disambiguation=0, short_answer="fire", start=2, end=6)
    ]


def test_a_short_answer_of_which_nothing_is_left_has_no_place() -> None:
    assert find_short_answers("Who?", [reading(0, "The")]) == [
        FoundShortAnswer(disambiguation=0, short_answer="The", start=0, end=0)
    ]


@given(
    st.text(alphabet="ab ,.A-é", max_size=40),
    st.lists(st.text(alphabet="ab ,.A-é", min_size=1, max_size=4), min_size=1, max_size=4),
)
def test_what_is_marked_lies_in_the_text_and_in_no_other_wording(
    text: str, wordings: list[str]
) -> None:
    found = find_short_answers(text, [reading(0, *wordings)])
    assert all(0 <= each.start <= each.end <= len(text) for each in found)
    assert not any(
        one is not other and one.start <= other.start and other.end <= one.end
        for one in found
        for other in found
    )


@pytest.mark.django_db
def test_agreements_are_rouge_l_f1_of_each_pair_as_worked_out_by_hand() -> None:
    """ "the cat sat on the mat" has 6 tokens, "the cat on a mat" 5, and "the cat on mat" is the
    longest common subsequence: P = 4/5, R = 4/6, F1 = 8/11. "a dog" shares "a" with the second
    alone: P = 1/2, R = 1/5, F1 = 2/7.
    """
    project = make_asqa_project(overlap=3)
    (example,) = make_ambiguous_examples(project, 1)
    texts = ("The cat sat on the mat.", "the cat on a mat", "A dog!")
    one, two, three = (
        make_long_form_annotation(example, user, text=text)
        for user, text in zip(make_annotators(project, 3), texts, strict=True)
    )
    found = agreements_between([one, two, three])
    assert [(each.first, each.second) for each in found] == [
        (one.pk, two.pk),
        (one.pk, three.pk),
        (two.pk, three.pk),
    ]
    assert [each.rouge_l_f1 for each in found] == pytest.approx([8 / 11, 0, 2 / 7])
    scorer = RougeScorer(["rougeL"])
    assert found[0].rouge_l_f1 == scorer.score(texts[0], texts[1])["rougeL"].fmeasure


@pytest.mark.django_db
def test_agreement_is_undefined_beside_nothing_but_a_concern() -> None:
    project = make_asqa_project(overlap=2)
    (example,) = make_ambiguous_examples(project, 1)
    ada, ben = make_annotators(project, 2)
    one = make_long_form_annotation(example, ada)
    assert agreements_between([one]) == []
    two = make_long_form_annotation(example, ben, text="", concern="The second is no reading.")
    assert agreements_between([one, two]) == [Agreement(one.pk, two.pk, None)]


@pytest.mark.django_db
def test_the_sheet_has_current_annotations_by_their_slots_and_late_ones_last() -> None:
    project = make_asqa_project(overlap=2)
    one_example, other_example = make_ambiguous_examples(project, 2)
    ada, ben, cleo = make_annotators(project, 3)
    slow = make_assignment(one_example, cleo)
    expire_leases(project=project, at=AT)
    slow.refresh_from_db()
    first = make_long_form_annotation(one_example, ada)
    second = revise_long_form(make_long_form_annotation(one_example, ben), text="Masons.")
    late = make_long_form_annotation(one_example, cleo, text="Surveyors.", assignment=slow)
    make_long_form_annotation(other_example, ada)
    shown = sheet_annotations(example=one_example)
    assert [(each.pk, each.long_form_answer.text) for each in shown] == [
        (first.pk, COMPLETE),
        (second.pk, "Masons."),
        (late.pk, "Surveyors."),
    ]
