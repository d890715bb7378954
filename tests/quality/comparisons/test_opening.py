"""Opening a study: what is drawn, who gets what, and what is refused."""

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.collecting.annotations.models import Source
from annotator.exceptions import InvalidInputError
from annotator.material.formats.asqa.comparison_setup import GivenPair
from annotator.material.formats.asqa.system_answers import read_answers
from annotator.material.formats.comparisons import ComparisonRow, PlacedRow
from annotator.quality.comparisons.comparison_file import import_study
from annotator.quality.comparisons.given_pairs import open_given_pairs
from annotator.quality.comparisons.models import (
    AnswerPair,
    Comparison,
    ComparisonStudy,
    StudyComparer,
    SystemAnswer,
)
from annotator.quality.comparisons.opening import StudyPlan, open_study
from annotator.quality.comparisons.sources import SystemSource, annotations_by_key
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Membership, Project, Role
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_member, make_project, make_user
from tests.factories.long_form import make_long_form_annotation, revise_long_form

pytestmark = pytest.mark.django_db


def _file(name: str, keys: list[str]) -> SystemSource:
    answers = {key: f"What {name} says of {key}." for key in keys}
    data = json.dumps(answers, indent=0).encode()
    return SystemSource(name=name, file=read_answers(data, name=f"{name}.json"))


def _people(project: Project) -> SystemSource:
    return SystemSource(name="People", annotations_of=project, annotation_number=0)


def _experts(project: Project, count: int) -> list[Membership]:
    return [make_member(project, f"expert-{number}", Role.EXPERT) for number in range(count)]


def _make_questions(count: int) -> tuple[Project, list[str]]:
    project = make_asqa_project()
    examples = make_ambiguous_examples(project, count)
    return project, [str(example.example_id) for example in examples]


def _plan(comparers: list[Membership], systems: list[SystemSource], **changed: Any) -> StudyPlan:
    plan = StudyPlan(
        title="Which reads better",
        seed=7,
        question_count=4,
        comparers_per_pair=1,
        instructions="",
        comparers=comparers,
        systems=systems,
    )
    return replace(plan, **changed)


def _drawn(study: ComparisonStudy) -> list[tuple[Any, ...]]:
    """What was drawn, without the numbers of rows."""
    return [
        (
            each.comparer.user_id,
            each.position,
            each.pair.example_id,
            each.pair.left.system.name,
            each.pair.right.system.name,
        )
        for each in Comparison.objects.filter(pair__study=study)
        .select_related("comparer", "pair__left__system", "pair__right__system")
        .order_by("comparer__number", "position")
    ]


def _open_drawn(project: Project, keys: list[str], experts: list[Membership]) -> ComparisonStudy:
    plan = _plan(experts, [_file("S0", keys), _file("S1", keys)])
    return open_study(project=project, plan=plan, at=AT, actor=None)


def _open_given(project: Project, keys: list[str], experts: list[Membership]) -> ComparisonStudy:
    pairs = [GivenPair(2, keys[0], ("S0", "S1"), ("One.", "Another."))]
    plan = _plan(experts, [])
    return open_given_pairs(
        project=project, plan=plan, pairs=pairs, file="setup.tsv", at=AT, actor=None
    )


def _import(project: Project, keys: list[str], _: list[Membership]) -> ComparisonStudy:
    row = ComparisonRow(1, 2, 1, 1, "left", "left", "left", "S0", "S1", keys[0])
    rows = [PlacedRow(2, row)]
    return import_study(project=project, title="Theirs", rows=rows, file="f.tsv", at=AT, actor=None)


def test_a_title_that_turns_the_direction_of_writing_is_refused() -> None:
    project, keys = _make_questions(4)
    experts = _experts(project, 2)
    plan = _plan(experts, [_file("S0", keys), _file("S1", keys)], title="study\u202e1")
    with pytest.raises(InvalidInputError) as error:
        open_study(project=project, plan=plan, at=AT, actor=None)
    assert (error.value.code, set(error.value.fields)) == ("invalid_title", {"title"})


@pytest.mark.parametrize("open_it", [_open_drawn, _open_given, _import])
def test_the_project_is_locked_before_its_questions_are_read(
    open_it: Callable[[Project, list[str], list[Membership]], ComparisonStudy],
) -> None:
    project, keys = _make_questions(4)
    experts = _experts(project, 2)
    with CaptureQueriesContext(connection) as queries:
        open_it(project, keys, experts)
    read = [re.search(r'FROM "(\w+)"', each["sql"]) for each in queries]
    tables = [found[1] for found in read if found]
    # Else a split that a lead hides in between would be compared all the same.
    assert tables.index("projects_project") < tables.index("corpus_example")


def test_six_answers_to_a_question_make_three_disjoint_pairs_and_loads_are_equal() -> None:
    project, keys = _make_questions(6)
    systems = [_file(f"S{number}", keys) for number in range(6)]
    study = open_study(
        project=project, plan=_plan(_experts(project, 3), systems), at=AT, actor=None
    )
    pairs = AnswerPair.objects.filter(study=study)
    per_question = Counter(pairs.values_list("example", flat=True))
    assert sorted(per_question.values()) == [3, 3, 3, 3]
    used = [each for pair in pairs for each in (pair.left_id, pair.right_id)]
    assert len(used) == len(set(used)) == 24
    assert all(pair.left.example_id == pair.right.example_id == pair.example_id for pair in pairs)
    assert list(pairs.order_by("pk").values_list("number", flat=True)) == list(range(1, 13))
    assert {pair.disambiguation_count for pair in pairs} == {2}
    assert [each.comparisons.count() for each in study.comparers.all()] == [4, 4, 4]


def test_the_same_seed_draws_the_same_study_and_another_seed_another_one() -> None:
    project, keys = _make_questions(8)
    plan = _plan(_experts(project, 2), [_file(name, keys) for name in "ABCD"])
    first, again = (open_study(project=project, plan=plan, at=AT, actor=None) for _ in range(2))
    other = open_study(project=project, plan=replace(plan, seed=8), at=AT, actor=None)
    assert _drawn(first) == _drawn(again)
    assert _drawn(first) != _drawn(other)
    assert [first.number, again.number, other.number] == [1, 2, 3]


def test_each_pair_goes_to_as_many_different_comparers_as_asked_for() -> None:
    project, keys = _make_questions(4)
    plan = _plan(_experts(project, 3), [_file(name, keys) for name in "AB"], comparers_per_pair=2)
    study = open_study(project=project, plan=plan, at=AT, actor=None)
    for pair in study.pairs.all():
        assert pair.comparisons.values("comparer").distinct().count() == 2
    loads = [each.comparisons.count() for each in study.comparers.all()]
    assert sorted(loads) == [2, 3, 3]


def test_of_an_odd_number_of_answers_one_is_in_no_pair() -> None:
    project, keys = _make_questions(4)
    plan = _plan(_experts(project, 1), [_file(name, keys) for name in "ABC"])
    study = open_study(project=project, plan=plan, at=AT, actor=None)
    assert study.pairs.count() == 4
    assert SystemAnswer.objects.filter(system__study=study).count() == 12


def test_questions_that_a_system_has_not_answered_are_left_out_and_counted() -> None:
    project, keys = _make_questions(6)
    systems = [_file("A", keys[1:]), _file("B", keys[:-1])]
    plan = _plan(_experts(project, 1), systems)
    study = open_study(project=project, plan=plan, at=AT, actor=None)
    assert study.questions_left_out == 2
    drawn = {pair.example.example_id for pair in study.pairs.select_related("example")}
    assert drawn == {int(key) for key in keys[1:-1]}


def test_too_few_questions_are_refused_with_what_each_file_lacks() -> None:
    project, keys = _make_questions(5)
    systems = [_file("A", keys[2:]), _file("B", keys)]
    with pytest.raises(InvalidInputError) as refusal:
        open_study(project=project, plan=_plan(_experts(project, 1), systems), at=AT, actor=None)
    assert refusal.value.code == "too_few_questions"
    assert refusal.value.detail == "Every system has an answer to 3 questions of the project."
    assert refusal.value.fields == {
        "question_count": "Choose 1 to 3.",
        "systems[0]": f"A has no answer to 2 of 5 questions, such as {keys[0]}, {keys[1]}.",
    }
    assert not ComparisonStudy.objects.exists()
    plan = _plan(_experts(project, 1), [_file("A", keys[4:]), _file("B", keys)])
    with pytest.raises(InvalidInputError) as refusal:
        open_study(project=project, plan=plan, at=AT, actor=None)
    assert refusal.value.detail == "Every system has an answer to 1 question of the project."


def test_nobody_gets_an_answer_that_they_wrote() -> None:
    project, keys = _make_questions(6)
    experts = _experts(project, 2)
    wrote = [make_member(project, f"expert-{n}", Role.EXPERT).user for n in range(2)]
    for number, example in enumerate(project.examples.order_by("position")):
        make_long_form_annotation(example, wrote[number % 2], text=f"Text {number}.")
    systems = [_people(project), _file("Model", keys)]
    study = open_study(
        project=project, plan=_plan(experts, systems, question_count=6), at=AT, actor=None
    )
    assert [each.comparisons.count() for each in study.comparers.all()] == [3, 3]
    for each in Comparison.objects.select_related("comparer", "pair__left", "pair__right"):
        authors = {each.pair.left.author_id, each.pair.right.author_id} - {None}
        assert authors
        assert each.comparer.user_id not in authors


def test_a_study_in_which_somebody_had_to_compare_their_own_answers_is_refused() -> None:
    project, keys = _make_questions(4)
    [expert] = _experts(project, 1)
    for example in project.examples.all():
        make_long_form_annotation(example, expert.user)
    systems = [_people(project), _file("Model", keys)]
    with pytest.raises(InvalidInputError) as refusal:
        open_study(project=project, plan=_plan([expert], systems), at=AT, actor=None)
    assert refusal.value.code == "no_fair_deal"
    assert set(refusal.value.fields) == {"comparers"}
    assert not StudyComparer.objects.exists()


def test_annotations_are_taken_in_the_order_in_which_they_came_with_their_newest_text() -> None:
    project = make_asqa_project(overlap=3)
    [example] = make_ambiguous_examples(project, 1)
    first, second = (
        make_long_form_annotation(example, make_member(project, name).user, text=text)
        for name, text in (("ada", "Ada's."), ("bob", "Bob's."))
    )
    revise_long_form(first, text="Ada's, revised.")
    systems = [
        SystemSource(name=name, annotations_of=project, annotation_number=number)
        for number, name in enumerate(("First", "Second"))
    ]
    plan = _plan(_experts(project, 1), systems, question_count=1)
    study = open_study(project=project, plan=plan, at=AT, actor=None)
    found = SystemAnswer.objects.filter(system__study=study).order_by("system__number")
    assert list(found.values_list("text", "author")) == [
        ("Ada's, revised.", first.annotator_id),
        ("Bob's.", second.annotator_id),
    ]


def test_opening_is_on_record_without_any_name_of_a_system() -> None:
    project, keys = _make_questions(4)
    plan = _plan(_experts(project, 1), [_file(name, keys) for name in ("Xqz1", "Xqz2")])
    lead = make_user("lead")
    study = open_study(project=project, plan=plan, at=AT, actor=lead)
    event = Event.objects.get(subject="comparison_study")
    assert (event.verb, event.actor, event.subject_id) == ("opened", lead, str(study.pk))
    assert event.details == {"number": 1, "questions": 4, "pairs": 4}


def _refusal(project: Project, plan: StudyPlan) -> dict[str, str]:
    with pytest.raises(InvalidInputError) as refusal:
        open_study(project=project, plan=plan, at=AT, actor=None)
    assert not ComparisonStudy.objects.exists()
    return refusal.value.fields


def test_systems_that_make_no_sense_are_refused_with_field_and_fix() -> None:
    project, keys = _make_questions(4)
    experts, good = _experts(project, 1), _file("A", keys)
    again = "Another system is called A: give it a new name."
    name = "Write a name of 1 to 100 visible characters, without spaces at its ends."
    source = "Choose a file or a project's annotations."
    people = SystemSource(name="B", annotations_of=project, annotation_number=0)
    same = "Another system already has these annotations."
    for systems, fields in [
        ([good], {"systems": "Choose 2 to 20 systems."}),
        ([good, good], {"systems[1].name": again}),
        ([good, _file("a", keys)], {"systems[1].name": again}),
        ([good, _file("\u3164", keys)], {"systems[1].name": name}),
        ([good, _file(" ", keys)], {"systems[1].name": name}),
        ([good, _file("B\tC", keys)], {"systems[1].name": name}),
        ([good, SystemSource(name="B")], {"systems[1]": source}),
        ([good, replace(people, file=good.file)], {"systems[1]": source}),
        (
            [good, replace(people, annotation_number=None)],
            {
                "systems[1].annotation_number": (
                    "Give the number of each question's annotation, from 0."
                )
            },
        ),
        ([people, replace(people, name="C")], {"systems[1].annotation_number": same}),
    ]:
        assert _refusal(project, _plan(experts, systems)) == fields


def test_a_key_that_the_project_lacks_is_refused_with_file_line_and_key() -> None:
    project, keys = _make_questions(4)
    plan = _plan(_experts(project, 1), [_file("A", keys), _file("B", [*keys, "gone"])])
    with pytest.raises(InvalidInputError) as refusal:
        open_study(project=project, plan=plan, at=AT, actor=None)
    assert refusal.value.detail == "B.json:6: gone: the project has no question with this key."


def test_only_experts_of_the_project_compare_and_enough_of_them() -> None:
    project, keys = _make_questions(4)
    experts, systems = _experts(project, 2), [_file(name, keys) for name in "AB"]
    lead = make_member(project, "lead", Role.LEAD)
    experts_only = {"comparers": "Choose active experts of this project: leads know the systems."}
    for comparers, per_pair, fields in [
        ([*experts, lead], 1, experts_only),
        ([experts[0], experts[0]], 1, {"comparers": "Choose each person only once."}),
        (experts, 3, {"comparers": "Choose at least 3, as many as compare each pair."}),
        ([], 1, {"comparers": "Choose at least 1, as many as compare each pair."}),
    ]:
        plan = _plan(comparers, systems, comparers_per_pair=per_pair)
        assert _refusal(project, plan) == fields


SEES_WHO_WROTE = {
    "comparers": "Don't choose site administrators, or leads of a project whose annotations are"
    " compared: they see who wrote what."
}


def test_nobody_compares_annotations_of_another_project_that_they_lead() -> None:
    project, keys = _make_questions(4)
    experts, other = _experts(project, 1), make_asqa_project("other")
    for each in make_ambiguous_examples(other, 4):
        make_long_form_annotation(each, make_user(f"writer-{each.pk}"))
    leading = make_member(other, "expert-0", Role.LEAD)
    plan = _plan(experts, [_people(other), _file("Model", keys)])
    assert _refusal(project, plan) == SEES_WHO_WROTE
    assert open_study(
        project=project,
        plan=_plan(experts, [_file(name, keys) for name in "AB"]),
        at=AT,
        actor=None,
    ).number
    leading.is_active = False
    leading.save()
    assert open_study(project=project, plan=plan, at=AT, actor=None).number


def test_an_administrator_of_the_site_compares_nothing() -> None:
    project, keys = _make_questions(4)
    [expert] = _experts(project, 1)
    expert.user.is_superuser = True
    expert.user.save()
    plan = _plan([expert], [_file(name, keys) for name in "AB"])
    assert _refusal(project, plan) == SEES_WHO_WROTE


def test_simulated_answers_are_nobodys_and_enter_no_study() -> None:
    project, keys = _make_questions(4)
    for example in project.examples.all():
        model = make_user(f"model-{example.pk}")
        make_long_form_annotation(example, model, source=Source.SIMULATED)
    plan = _plan(_experts(project, 1), [_people(project), _file("Model", keys)])
    with pytest.raises(InvalidInputError) as refusal:
        open_study(project=project, plan=plan, at=AT, actor=None)
    assert refusal.value.code == "too_few_questions"


def test_a_person_after_a_simulated_annotator_counts_as_the_first() -> None:
    project = make_asqa_project(overlap=2)
    [example] = make_ambiguous_examples(project, 1)
    for name, source in (("model", Source.SIMULATED), ("ada", Source.HUMAN)):
        text = f"{name} wrote."
        make_long_form_annotation(example, make_user(name), text=text, source=source)
    [found] = annotations_by_key(project).values()
    assert [each.text for each in found] == ["ada wrote."]


def test_a_project_of_another_kind_has_no_studies() -> None:
    project = make_project()
    with pytest.raises(InvalidInputError) as refusal:
        open_study(project=project, plan=_plan([], []), at=AT, actor=None)
    assert refusal.value.code == "wrong_kind"
