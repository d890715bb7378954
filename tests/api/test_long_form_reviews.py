"""What leads see of long-form answers, with every figure worked out by hand."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.collecting.annotations.revisions import reopen_annotation
from annotator.material.corpus.models import Purpose
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.services import write_guideline
from tests.api.clients import client_of
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_annotators, make_examples, make_member, make_project
from tests.factories.long_form import (
    MISSING_SURVEYORS,
    make_long_form_annotation,
    revise_long_form,
)

pytestmark = pytest.mark.django_db

CONCERN = "Nobody centres tripods with it any more."


def lead_of(project: Project) -> Any:
    return client_of(make_member(project, f"lead of {project.slug}", Role.LEAD).user)


def get(project: Project, path: str, **query: str) -> Any:
    answer = lead_of(project).get(f"/api/v1/projects/{project.slug}/{path}", query)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_the_sheet_shows_answers_side_by_side_with_their_figures() -> None:
    project = make_asqa_project(overlap=2)
    lead = make_member(project, "lena", Role.LEAD).user
    write_guideline(project=project, markdown="# Write well", at=AT, actor=lead)
    (example,) = make_ambiguous_examples(project, 1)
    ada, ben = make_annotators(project, 2)
    first = make_long_form_annotation(
        example, ada, coverage=0.75, seconds=1080, knowledge=["A plumb bob is a weight."]
    )
    second = make_long_form_annotation(
        example, ben, text="Masons use a plumb bob.", missing=[MISSING_SURVEYORS]
    )
    reopen_annotation(annotation=second, reason="Who centres tripods?", at=AT, actor=lead)
    sheet = get(project, f"examples/{example.pk}/reference-sheet/")

    assert sheet["ambiguity"] == {"key": "1", "disambiguations": 2, "concerns": 0}
    assert [row["short_answers"] for row in sheet["disambiguations"]] == [
        ["Masons", "bricklayers"],
        ["Surveyors"],
    ]
    assert [row["context"] for row in sheet["disambiguations"]] == [
        "Masons use it to build walls upright.",
        None,
    ]
    assert [page["title"] for page in sheet["pages"]] == ["Plumb bob"]
    one, two = sheet["annotations"]
    assert {
        name: one[name] for name in ("id", "annotator", "split", "key", "guideline_version")
    } == {
        "id": first.pk,
        "annotator": "annotator-0",
        "split": "dev",
        "key": "1",
        "guideline_version": 1,
    }
    assert (one["word_count"], one["coverage"], one["active_seconds"]) == (
        24,
        0.75,
        {"writing": 1080},
    )
    assert [piece["content"] for piece in one["knowledge"]] == ["A plumb bob is a weight."]
    assert [COMPLETE[row["start"] : row["end"]] for row in one["found"]] == ["Masons", "surveyors"]
    assert (one["missing"], one["reopened"]) == ([], None)
    assert two["missing"] == [
        {
            "disambiguation": 1,
            "question": "Who uses a plumb bob to centre tripods?",
            "short_answers": ["Surveyors"],
        }
    ]
    assert two["reopened"]["reason"] == "Who centres tripods?"
    # With the first sentence the second answer shares "a plumb bob", with the second "masons use":
    # 5 of its 5 tokens and of the other's 24. P = 5/5, R = 5/24, F1 = 10/29.
    assert sheet["agreements"] == [
        {"first": first.pk, "second": second.pk, "rouge_l_f1": pytest.approx(10 / 29)}
    ]


def test_the_sheet_of_another_project_or_of_one_page_is_not_found() -> None:
    project = make_asqa_project()
    other = make_project("rivers")
    (example,) = make_ambiguous_examples(project, 1)
    (river,) = make_examples(other, 1)
    found = lead_of(other)
    for address in (f"{project.slug}/examples/{example.pk}", f"rivers/examples/{river.pk}"):
        answer = found.get(f"/api/v1/projects/{address}/reference-sheet/")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    address = f"/api/v1/projects/rivers/examples/{example.pk}/reference-sheet/"
    assert found.get(address).status_code == 404


def review(project: Project) -> None:
    """Three examples with two annotators: a concern, a confirmation and plain answers."""
    one, two, three = make_ambiguous_examples(project, 3)
    ada, ben = make_annotators(project, 2)
    make_long_form_annotation(one, ada, text="", concern=CONCERN, seconds=100)
    make_long_form_annotation(one, ben, text="Masons, with a string.", missing=[MISSING_SURVEYORS])
    make_long_form_annotation(two, ada, coverage=0.75, seconds=500)
    withdrawn = make_long_form_annotation(two, ben, concern="Taken back.")
    revise_long_form(withdrawn, coverage=1)
    make_long_form_annotation(three, ada, concern="Both are one.", coverage=0.25, seconds=300)


def rows_of(project: Project, path: str, **query: str) -> list[tuple[str, str]]:
    rows = get(project, path, **query)["results"]
    return [(row["key"], row["annotator"]) for row in rows]


def test_concerns_are_listed_newest_first_without_those_that_a_revision_took_back() -> None:
    project = make_asqa_project(overlap=2)
    review(project)
    assert rows_of(project, "concerns/") == [("3", "annotator-0"), ("1", "annotator-0")]
    assert rows_of(project, "concerns/", search="with it any") == [("1", "annotator-0")]
    assert rows_of(project, "concerns/", search="3") == [("3", "annotator-0")]
    assert rows_of(project, "concerns/", annotator="annotator-1") == []
    assert rows_of(project, "concerns/", split="train") == []
    assert rows_of(project, "concerns/", ordering="position") == [
        ("1", "annotator-0"),
        ("3", "annotator-0"),
    ]
    first = get(project, "concerns/", page_size="1", page="2")
    assert (first["count"], [row["concern"] for row in first["results"]]) == (2, [CONCERN])


def test_confirmations_are_listed_with_what_was_missing() -> None:
    project = make_asqa_project(overlap=2)
    review(project)
    (row,) = get(project, "confirmations/")["results"]
    assert (row["annotator"], row["long_form_answer"]) == ("annotator-1", "Masons, with a string.")
    assert [(each["question"], each["short_answers"]) for each in row["missing"]] == [
        ("Who uses a plumb bob to centre tripods?", ["Surveyors"])
    ]
    assert rows_of(project, "confirmations/", search="string") == [("1", "annotator-1")]
    assert rows_of(project, "confirmations/", search="stone") == []


def test_what_is_for_training_is_in_neither_list_nor_in_the_figures() -> None:
    project = make_asqa_project(overlap=2)
    review(project)
    project.examples.update(purpose=Purpose.EXAM)
    assert rows_of(project, "concerns/") == rows_of(project, "confirmations/") == []
    assert get(project, "progress/")["project"]["long_form"] == {
        "concerns": 0,
        "confirmations": 0,
        "examples_with_concern": 0,
        "words_mean": None,
        "coverage_mean": None,
    }


def test_the_projects_figures_equal_those_worked_out_by_hand() -> None:
    """Texts have 4, 24, 24 and 24 words, and coverages 0.5, 0.75, 1 and 0.25."""
    project = make_asqa_project(overlap=2)
    review(project)
    assert get(project, "progress/")["project"]["long_form"] == {
        "concerns": 2,
        "confirmations": 1,
        "examples_with_concern": 2,
        "words_mean": 76 / 4,
        "coverage_mean": 2.5 / 4,
    }


def test_each_annotators_figures_equal_those_worked_out_by_hand() -> None:
    project = make_asqa_project(overlap=2)
    review(project)
    make_member(project, "new")
    rows = get(project, "annotators/")["results"]
    names = ("username", "submitted", "seconds_median", "null_share", "bad_share", "long_form")
    figures = ("concerns", "confirmations", "words_mean", "coverage_mean")
    assert [{name: row[name] for name in names} for row in rows] == [
        dict(zip(names, (*values, None, None, dict(zip(figures, own, strict=True))), strict=True))
        for values, own in [
            (("annotator-0", 3, 300), (2, 0, 24, 0.5)),
            (("annotator-1", 2, None), (0, 1, 14, 0.75)),
            (("new", 0, None), (0, 0, None, None)),
        ]
    ]


def test_an_annotators_own_median_is_that_of_the_time_of_writing() -> None:
    project = make_asqa_project(overlap=2)
    review(project)
    ada = project.memberships.get(user__username="annotator-0").user
    own = client_of(ada).get(f"/api/v1/projects/{project.slug}/progress/").json()
    assert (own["own"]["seconds_median"], own["project"]) == (300, None)


def test_examples_tell_their_key_disambiguations_and_concerns() -> None:
    project = make_asqa_project(overlap=2)
    review(project)

    def _found(**query: str) -> list[tuple[str, int, int, int]]:
        rows = get(project, "examples/", **query)["results"]
        return [(*row["ambiguity"].values(), row["annotations_submitted"]) for row in rows]

    assert _found() == [("1", 2, 1, 2), ("2", 2, 0, 2), ("3", 2, 1, 1)]
    assert _found(has_concern="true") == [("1", 2, 1, 2), ("3", 2, 1, 1)]
    assert _found(has_concern="false") == [("2", 2, 0, 2)]
    assert [row[0] for row in _found(ordering="-key")] == ["3", "2", "1"]
    assert [row[0] for row in _found(search="2")] == ["2"]


def test_annotations_can_be_filtered_by_concern_and_confirmation_and_sorted() -> None:
    project = make_asqa_project(overlap=2)
    review(project)

    def _words(**query: str) -> list[int]:
        rows = get(project, "annotations/", **query)["results"]
        return [row["word_count"] for row in rows]

    assert _words() == [24, 24, 24, 4, 0]
    assert _words(has_concern="true") == [24, 0]
    assert _words(has_concern="false") == [24, 24, 4]
    assert _words(has_confirmation="true") == [4]
    assert _words(has_confirmation="false") == [24, 24, 24, 0]
    assert _words(ordering="word_count") == [0, 4, 24, 24, 24]
    rows = get(project, "annotations/", ordering="-coverage", has_concern="false")["results"]
    assert [row["coverage"] for row in rows] == [1, 0.75, 0.5]


@pytest.mark.parametrize(
    ("path", "queries"),
    [
        ("concerns/", 7),
        ("confirmations/", 7),
        ("examples/", 6),
        ("annotations/", 9),
        ("annotators/", 11),
        ("examples/{example}/reference-sheet/", 10),
    ],
)
def test_lists_need_the_same_queries_for_one_row_and_for_three(path: str, queries: int) -> None:
    counts = []
    for rows in (1, 3):
        project = make_asqa_project(f"asqa-{rows}", overlap=3)
        for example in (examples := make_ambiguous_examples(project, rows)):
            for user in make_annotators(project, rows):
                make_long_form_annotation(
                    example, user, concern=CONCERN, missing=[MISSING_SURVEYORS], knowledge=["a"]
                )
        client = lead_of(project)
        address = path.format(example=examples[0].pk)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"/api/v1/projects/{project.slug}/{address}").status_code == 200
        counts.append(len(captured))
    assert counts == [queries, queries]
