"""ASQA paper, Tables 4 and 5, to the digit, from 45 questions, six systems and 135 comparisons.

``table_4.tsv`` has the comparisons, set by hand so that each system has as many points as the paper
says: 20 of 45 are 44.4%. Each two systems meet nine times.
"""

from collections import Counter
from pathlib import Path

import pytest
from pytest_django import DjangoAssertNumQueries

from annotator.exchange.imports.ambiguity import add_ambiguity
from annotator.material.corpus.services import NewExample, create_examples
from annotator.material.formats import asqa
from annotator.material.formats.comparisons import PlacedRow, read_comparisons
from annotator.measures.comparisons import pearson
from annotator.quality.comparisons.comparison_file import export_lines, import_study
from annotator.quality.comparisons.kept_results import keep_results, percentages_of
from annotator.quality.comparisons.models import ComparisonStudy
from annotator.quality.comparisons.results import COLUMNS, PUBLISHED, correlations_of, results_of
from annotator.quality.comparisons.studies import change_scores
from tests.factories.asqa import make_asqa_project
from tests.factories.corpus import AT

FILE = Path(__file__).with_name("table_4.tsv")

TABLE_4 = {
    "JPR@1": (36.1, 44.4, 42.2, 37.8),
    "T5 C": (8.4, 35.6, 32.2, 21.1),
    "T5 O-1": (25.7, 36.7, 38.9, 41.1),
    "T5 O-5": (28.0, 36.7, 37.8, 36.7),
    "HP-w/o-C": (52.7, 60.0, 66.7, 74.4),
    "HP-w/-C": (94.3, 86.7, 82.2, 88.9),
}
# Points of 45 in COMP, FLUE and HO: what the percentages of Table 4 are shares of.
POINTS = {
    "JPR@1": (20, 19, 17),
    "T5 C": (16, 14.5, 9.5),
    "T5 O-1": (16.5, 17.5, 18.5),
    "T5 O-5": (16.5, 17, 16.5),
    "HP-w/o-C": (27, 30, 33.5),
    "HP-w/-C": (39, 37, 40),
}
# Table 3: ROUGE-L, DISAMBIG-F1 and DR of the six systems.
TABLE_3 = {
    "JPR@1": (27.9, 25.8, 26.9),
    "T5 C": (31.0, 7.4, 15.1),
    "T5 O-1": (36.5, 21.2, 27.9),
    "T5 O-5": (39.2, 26.4, 32.1),
    "HP-w/o-C": (42.2, 39.0, 40.6),
    "HP-w/-C": (49.4, 77.4, 61.8),
}
METRICS = ("ROUGE-L", "DISAMBIG-F1", "DR")
TABLE_5 = {
    "acc": (81.1, 99.3, 97.9),
    "comp": (79.3, 96.4, 93.7),
    "flue": (83.4, 94.4, 94.4),
    "ho": (86.4, 92.9, 95.0),
}


def _rows() -> list[PlacedRow]:
    return read_comparisons(FILE.read_bytes(), name=FILE.name)


@pytest.fixture
def study(db: None) -> ComparisonStudy:
    """The file's comparisons, in a project with its questions."""
    project = make_asqa_project()
    for number, (key, disambiguations) in enumerate(
        {row.key: row.disambiguations for _, row in _rows()}.items()
    ):
        new = NewExample(number, f"which one is meant ({key})", position=number)
        (example,) = create_examples(project=project, new=[new], at=AT)
        add_ambiguity(
            example=example,
            key=key,
            disambiguations=[
                asqa.Disambiguation(f"Which one is meant in sense {n}?", (f"sense {n}",))
                for n in range(disambiguations)
            ],
            visits=[],
        )
        example.is_published = True
        example.save()
    return import_study(
        project=project, title="Table 4", rows=_rows(), file=FILE.name, at=AT, actor=None
    )


def test_the_fixture_has_three_disjoint_pairs_of_six_systems_for_each_of_45_questions() -> None:
    rows = [row for _, row in _rows()]
    assert len(rows) == 135
    assert Counter(row.key for row in rows) == {f"question-{n:02}": 3 for n in range(1, 46)}
    systems = Counter((row.key, name) for row in rows for name in (row.left_model, row.right_model))
    assert systems == {(key, name): 1 for key in {row.key for row in rows} for name in TABLE_4}
    met = Counter(frozenset((row.left_model, row.right_model)) for row in rows)
    assert len(met) == 15
    assert set(met.values()) == {9}


@pytest.mark.parametrize("system", POINTS)
def test_the_fixture_has_the_points_of_table_4(system: str) -> None:
    rows = [row for _, row in _rows()]
    worth = {"left": (1, 0), "right": (0, 1), "tie": (0.5, 0.5)}
    found = [
        sum(worth[getattr(row, respect)][0] for row in rows if row.left_model == system)
        + sum(worth[getattr(row, respect)][1] for row in rows if row.right_model == system)
        for respect in ("ambiguity", "fluency", "overall")
    ]
    assert tuple(found) == POINTS[system]
    assert tuple(round(100 * each / 45, 1) for each in found) == TABLE_4[system][1:]


def test_table_4_is_reproduced_to_the_digit(study: ComparisonStudy) -> None:
    results = results_of(study)
    assert results.comparisons == 135
    assert [system.comparisons for system in results.systems] == [45] * 6
    table = {
        system.name: tuple(round(system.estimates[column].value, 1) for column in COLUMNS)
        for system in results.systems
    }
    assert table == TABLE_4
    assert {name: row for name, *row in PUBLISHED} == {
        name: list(row) for name, row in TABLE_4.items()
    }


def test_intervals_of_table_4_hold_its_values_and_are_the_same_each_time(
    study: ComparisonStudy,
) -> None:
    results = results_of(study)
    for system in results.systems:
        for estimate in system.estimates.values():
            assert estimate.low is not None
            assert estimate.high is not None
            assert estimate.low < estimate.value < estimate.high
    assert results_of(study) == results


def test_strengths_rank_the_systems_of_table_4_as_the_overall_impression_does(
    study: ComparisonStudy,
) -> None:
    systems = results_of(study).systems
    by_strength = sorted(systems, key=lambda each: each.strength["overall"] or 0)
    by_share = sorted(systems, key=lambda each: each.estimates["ho"].value)
    assert [each.name for each in by_strength] == [each.name for each in by_share]


def test_results_take_a_fixed_number_of_queries(
    study: ComparisonStudy, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(5):
        results_of(study)


def test_the_file_comes_out_as_it_went_in(study: ComparisonStudy) -> None:
    assert "".join(export_lines(study)) == FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize(("column", "respect"), list(enumerate(TABLE_5)))
def test_table_5_follows_from_the_published_tables_3_and_4(column: int, respect: str) -> None:
    human = {name: row[column] for name, row in TABLE_4.items()}
    found = [
        round(100 * pearson(human, {name: row[metric] for name, row in TABLE_3.items()}), 1)
        for metric in range(len(METRICS))
    ]
    assert tuple(found) == TABLE_5[respect]


def test_table_5_follows_from_the_study_and_the_scores_of_table_3(study: ComparisonStudy) -> None:
    scores = {name: dict(zip(METRICS, row, strict=True)) for name, row in TABLE_3.items()}
    change_scores(study=study, scores=scores, at=AT, actor=None)
    results, _ = keep_results(study=study, at=AT)
    found = correlations_of(list(study.systems.order_by("number")), percentages_of(results))
    assert {row[0].n for row in found.values()} == {6}
    assert {
        respect: {each.metric: round(100 * each.r, 1) for each in row if each.r is not None}
        for respect, row in found.items()
    } == {
        respect: dict(zip(METRICS, row, strict=True))
        # Of 20/45 and so on rather than 44.4, COMP and the rounded ROUGE-L give 79.19.
        for respect, row in (TABLE_5 | {"comp": (79.2, 96.4, 93.7)}).items()
    }
