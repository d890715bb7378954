from collections.abc import Sequence

import pytest

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.revisions import revise_annotation
from annotator.material.corpus.models import Purpose
from annotator.quality.judgments.figures import Incomplete, variability_figures
from annotator.quality.judgments.gathering import Counts, Gathered, answers_in_order, gather
from annotator.quality.judgments.models import JudgmentRound, Target
from annotator.quality.judgments.overview import gathering_of, overviews_of
from annotator.quality.judgments.sheet import sheet_entries
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, make_project
from tests.factories.judgments import WHOLE
from tests.factories.late import BAD
from tests.factories.many_annotations import (
    LONG,
    NULL,
    Given,
    annotate_at_once,
    make_settled_round,
    non_null,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_project(overlap=5)


def gathered(judged: JudgmentRound) -> list[Gathered]:
    return list(gather(answers_in_order(judged), judgment_round=judged))


def judge_one(
    project: Project, answers: Sequence[Given], *, asked: int | None = 3, place: int = 0
) -> JudgmentRound:
    """A round over the annotation of this place, of an example that is answered thus."""
    [first] = annotate_at_once(project, [answers])
    annotation = Annotation.objects.filter(example=first.example).order_by("pk")[place]
    return make_settled_round([annotation], ["C"], asked=asked)


def test_the_judged_annotation_is_among_those_that_count_and_the_earliest_others(
    project: Project,
) -> None:
    judged = judge_one(project, [NULL, LONG, LONG, NULL, Given(3)], place=4)
    [found] = gathered(judged)
    assert [value is not None for value in found.long] == [True, False, True]
    assert found.counts(Target.LONG) == Counts(non_null=2, same=1, total=3)


def test_without_a_number_all_annotations_count(project: Project) -> None:
    [found] = gathered(judge_one(project, [LONG, LONG, NULL, LONG, Given(3)], asked=None))
    assert found.counts(Target.LONG) == Counts(non_null=4, same=3, total=5)


def test_a_revision_takes_the_place_of_what_it_replaces(project: Project) -> None:
    judged = judge_one(project, [LONG, NULL, LONG, LONG])
    revised = Annotation.objects.get(annotator__username="annotator-1")
    revise_annotation(annotation=revised, answer=WHOLE, reason="x", at=AT)
    [found] = gathered(judged)
    # It was the second one's and is so still, though it came last.
    assert found.counts(Target.LONG) == Counts(non_null=3, same=3, total=3)
    assert found.short[1] is not None
    assert found.short[2] is None


def test_a_judged_annotation_stays_when_it_is_revised_and_its_author_counts_once(
    project: Project,
) -> None:
    judged = judge_one(project, [LONG, NULL], asked=None)
    annotation = judged.answers.get().annotation
    revise_annotation(annotation=annotation, answer=BAD, reason="x", at=AT)
    [found] = gathered(judged)
    assert found.counts(Target.LONG) == Counts(non_null=1, same=1, total=2)
    assert overviews_of([judged])[judged.pk].gathering is None


def test_annotations_without_a_slot_do_not_count_but_the_judged_one_does(project: Project) -> None:
    judged = judge_one(project, [LONG, NULL, LONG, LONG])
    for annotator in ("annotator-0", "annotator-1"):
        assignment = Annotation.objects.get(annotator__username=annotator).assignment
        assignment.slot = None
        assignment.save(update_fields=["slot"])
    [found] = gathered(judged)
    assert found.counts(Target.LONG) == Counts(non_null=3, same=3, total=3)
    gathering = gathering_of(judged)
    assert gathering
    assert (gathering.examples, gathering.complete, gathering.missing) == (1, 1, 0)


def test_of_an_example_that_left_the_main_task_only_the_judged_one_counts(
    project: Project,
) -> None:
    judged = judge_one(project, [LONG, NULL, LONG])
    project.examples.update(purpose=Purpose.EXAM)
    [found] = gathered(judged)
    assert found.counts(Target.LONG) == Counts(non_null=1, same=1, total=1)
    gathering = gathering_of(judged)
    assert gathering
    assert (gathering.examples, gathering.complete, gathering.missing) == (1, 0, 2)


@pytest.mark.parametrize(
    ("given", "counts"),
    [
        ([Given(0, ((0, 1), (3, 5))), Given(0, ((3, 5), (0, 1)))], Counts(2, 2, 2)),
        ([Given(0, ((0, 1), (3, 5))), Given(0, ((0, 1),))], Counts(2, 1, 2)),
        ([Given(0, yes_no="YES"), Given(0, yes_no="NO"), Given(1, yes_no="YES")], Counts(3, 2, 3)),
        ([LONG, NULL, Given(0, yes_no="NO")], Counts(1, 2, 3)),
    ],
    ids=["order", "fewer spans", "yes or no", "NULL"],
)
def test_short_answers_are_the_same_with_the_same_spans_or_the_same_yes_or_no(
    project: Project, given: list[Given], counts: Counts
) -> None:
    judged = judge_one(project, given, asked=None)
    [found] = gathered(judged)
    assert found.counts(Target.SHORT) == counts


def test_figures_wait_for_examples_to_be_complete_and_for_a_consensus(project: Project) -> None:
    rows = [non_null(2, 3), non_null(1, 2), non_null(3, 3)]
    judged = make_settled_round(annotate_at_once(project, rows), ["C", "W", None], asked=3)
    found = variability_figures(judged)
    assert found
    assert (found.gathering.examples, found.gathering.complete, found.gathering.missing) == (
        3,
        2,
        1,
    )
    question = judged.answers.get(number=1).annotation.example.question.text
    assert found.missing == [Incomplete(1, question, 2)]
    assert found.draws == 1
    assert found.bars
    assert [bar.count for bar in found.bars] == [0, 0, 0, 1, 0]


def test_figures_are_none_while_no_example_is_complete(project: Project) -> None:
    judged = make_settled_round(annotate_at_once(project, [[LONG]]), ["C"], asked=2)
    found = variability_figures(judged)
    assert found
    assert (found.bars, found.footnote, found.draws) == (None, None, 0)


def test_figures_go_by_short_answers_where_those_are_judged(project: Project) -> None:
    words = Given(0, ((0, 1),))
    [annotation] = annotate_at_once(project, [[words, LONG, LONG, LONG]])
    judged = make_settled_round([annotation], ["W"], target=Target.SHORT, asked=4)
    found = variability_figures(judged)
    assert found
    assert found.bars
    # μ = 1/4, whatever the long answers are.
    assert [bar.count for bar in found.bars] == [0, 1, 0, 0, 0]


def test_two_answers_of_one_example_are_one_example_and_two_observations(project: Project) -> None:
    [first] = annotate_at_once(project, [non_null(2, 4)])
    both = list(Annotation.objects.filter(example=first.example).order_by("pk")[:2])
    judged = make_settled_round(both, ["C", "C_d"], asked=4)
    found = variability_figures(judged)
    assert found
    assert (found.gathering.examples, found.gathering.complete, found.draws) == (1, 1, 2)


def test_a_sheet_takes_the_other_verdict_from_the_last_finished_round(project: Project) -> None:
    [annotation] = annotate_at_once(project, [[Given(0, ((0, 2), (3, 4)))]])
    judged = make_settled_round([annotation], ["C"])

    def entry() -> tuple[str | None, str | None]:
        [found] = sheet_entries(list(answers_in_order(judged)), judgment_round=judged)
        return found.long.verdict, found.short.verdict

    assert entry() == ("C", None)
    make_settled_round([annotation], [None], target=Target.SHORT)
    assert entry() == ("C", None)
    make_settled_round([annotation], ["W"], target=Target.SHORT)
    make_settled_round([annotation], ["C_d"], target=Target.SHORT)
    assert entry() == ("C", "C_d")


def test_a_sheet_shows_whole_answers_as_the_page_has_them(project: Project) -> None:
    [annotation] = annotate_at_once(project, [[Given(0, ((0, 2), (3, 4)))]])
    judged = make_settled_round([annotation], ["C"])
    [found] = sheet_entries(list(answers_in_order(judged)), judgment_round=judged)
    assert found.long.text == (
        "A plumb bob is a weight hung from a string. It is used to find a vertical line."
    )
    assert found.short.text == "A plumb; is"
