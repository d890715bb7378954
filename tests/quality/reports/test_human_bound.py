"""The section *human_bound* against every draw gone through, and closed forms for 25 of them."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from scipy.stats import beta as beta_distribution
from scipy.stats import hypergeom, kurtosis

from annotator.quality.reports.context import ReportContext
from annotator.quality.reports.figures import Section, to_json
from annotator.quality.reports.sections import human_bound
from tests.factories.clustered import kish, share_of_error
from tests.factories.coded_answers import coded_columns
from tests.factories.report_columns import figure, make_context, plot, points, too_few

# Of 25 annotations so many are not NULL, and those all the same: draws are hypergeometric.
NON_NULL = (4, 9, 10, 14, 25)
MANY = make_context(
    coded_columns(
        {key: "a" * some + "-" * (25 - some) for key, some in enumerate(NON_NULL, 1)},
        {key: "-" * 25 for key, _ in enumerate(NON_NULL, 1)},
    )
)
SMALL = ["aab--", "ab---", "aaaa-", "abc--", "aaabb"]
Scores = dict[str, float]


def small_context(rows: list[str] = SMALL) -> ReportContext:
    """Two references and three that predict, at least two of them non-null."""
    context = make_context(coded_columns(dict(enumerate(rows, 1)), dict(enumerate(rows, 1))))
    parameters = replace(context.parameters, references=2, predictors=3, alpha=2)
    return replace(context, parameters=parameters)


def is_right(references: list[str], said: str, beta: int = 2) -> bool:
    """Definition 1, in the paper's words."""
    non_null = [each for each in references if each != "-"]
    if len(non_null) >= beta and said != "-":
        return said in references
    return len(non_null) < beta and said == "-"


def draws_of_one(row: str) -> Iterator[tuple[list[str], dict[str, Fraction]]]:
    for place, said in enumerate(row):
        others = row[:place] + row[place + 1 :]
        for references in combinations(others, 2):
            yield list(references), {said: Fraction(1)}


def draws_of_all(row: str) -> Iterator[tuple[list[str], dict[str, Fraction]]]:
    for places in combinations(range(len(row)), 2):
        rest = [each for at, each in enumerate(row) if at not in places]
        answers = [each for each in rest if each != "-"]
        most = {each for each in answers if answers.count(each) == max(map(answers.count, answers))}
        said = most if len(answers) >= 2 else {"-"}
        yield [row[at] for at in places], dict.fromkeys(said, Fraction(1, len(said)))


def scores_by_every_draw(
    drawn: list[list[tuple[list[str], dict[str, Fraction]]]],
) -> Scores:
    right = hits = answered = answerable = Fraction(0)
    for draws in drawn:
        for references, said in draws:
            for label, chance in said.items():
                weight = chance / len(draws)
                is_hit = is_right(references, label)
                right += weight * is_hit
                hits += weight * (is_hit and label != "-")
                answered += weight * (label != "-")
                answerable += weight * (sum(each != "-" for each in references) >= 2)
    return {
        "accuracy": float(right / len(drawn)),
        "precision": float(hits / answered),
        "recall": float(hits / answerable),
        "f1": float(2 * hits / (answered + answerable)),
        "answerable": float(answerable / len(drawn)),
    }


SINGLE = scores_by_every_draw([list(draws_of_one(row)) for row in SMALL])
SUPER = scores_by_every_draw([list(draws_of_all(row)) for row in SMALL])
SECTION = human_bound.compute(small_context())


@pytest.mark.parametrize("part", ["long", "short"])
@pytest.mark.parametrize(
    ("who", "expected"), [("single_annotator", SINGLE), ("super_annotator", SUPER)]
)
def test_scores_are_the_means_over_every_draw(part: str, who: str, expected: Scores) -> None:
    for score in ("f1", "accuracy"):
        found = figure(SECTION, f"{score}_{who}_{part}")
        assert (found.value, found.count) == (pytest.approx(expected[score]), len(SMALL))
        assert (found.low, found.no_interval) == (None, too_few(5))
    bars = points(SECTION, f"scores_{part}", who)
    for score in ("precision", "recall", "f1"):
        assert bars[score].value == pytest.approx(expected[score])
    assert figure(SECTION, f"answerable_{part}").value == pytest.approx(SINGLE["answerable"])


def test_table_3_stands_as_in_the_paper() -> None:
    [table] = SECTION.tables
    assert [column.name for column in table.columns] == [
        "who",
        "examples",
        *("precision_long", "recall_long", "f1_long"),
        *("precision_short", "recall_short", "f1_short"),
    ]
    for row, expected in zip(table.rows, (SINGLE, SUPER), strict=False):
        three = [pytest.approx(expected[score]) for score in ("precision", "recall", "f1")]
        assert row[1:] == [5, *three, *three]
    assert table.published == [
        ["single_annotator", None, 0.804, 0.676, 0.734, 0.634, 0.526, 0.575],
        ["super_annotator", None, 0.9, 0.846, 0.872, 0.791, 0.726, 0.757],
    ]


def test_published_f1_follows_from_published_precision_and_recall() -> None:
    for who, *scores in SECTION.tables[0].published or ():
        for precision, recall, f1 in (scores[1:4], scores[4:]):
            harmonic = 2 / (1 / float(precision or 0) + 1 / float(recall or 0))
            assert harmonic == pytest.approx(float(f1 or 0), abs=0.001), who


def test_f1s_interval_is_that_of_a_ratio_of_sums_over_examples() -> None:
    """F1 = Σ a / Σ b, so its error is that of the mean of (a - F1 b) / mean of b."""
    found = figure(human_bound.compute(small_context(SMALL * 8)), "f1_super_annotator_long")
    sums = np.array(
        [[sum(each) for each in zip(*_hits_and_both(row), strict=True)] for row in SMALL]
    )
    hits, both = np.tile(sums, (8, 1)).T
    score = 2 * hits.sum() / both.sum()
    added = (2 * hits - score * both) / both.mean()
    error = np.sqrt(added.var(ddof=1) / len(added))
    degrees = min(len(added) - 1, 2 * len(added) / (kurtosis(added, fisher=False) - 1))
    either = [kish(each) for each in (2 * hits, both - 2 * hits)]
    theirs = share_of_error(score, error, degrees, either)
    assert (found.low, found.high) == pytest.approx(theirs)


def _hits_and_both(row: str) -> list[tuple[float, float]]:
    draws = list(draws_of_all(row))
    return [
        (
            float(chance * (is_right(references, said) and said != "-")) / len(draws),
            float(chance * (said != "-") + chance * (sum(e != "-" for e in references) >= 2))
            / len(draws),
        )
        for references, labels in draws
        for said, chance in labels.items()
    ]


def closed_form(alpha: int, beta: int = 2) -> Scores:
    """The super-annotator where all answers are the same: H of 20 are non-null, G - H of five."""
    hits = answered = answerable = right = 0.0
    for some in NON_NULL:
        for among in range(max(0, some - 5), min(some, 20) + 1):
            chance = float(hypergeom(25, some, 20).pmf(among))
            says, can = among >= alpha, some - among >= beta
            hits += chance * (says and can)
            answered += chance * says
            answerable += chance * can
            right += chance * (says == can)
    return {
        "f1": 2 * hits / (answered + answerable),
        "precision": hits / answered,
        "recall": hits / answerable,
        "accuracy": right / len(NON_NULL),
    }


def test_the_papers_super_annotator_is_8_of_20_against_2_of_5() -> None:
    section = human_bound.compute(MANY)
    expected = closed_form(alpha=8)
    assert expected["f1"] != pytest.approx(closed_form(alpha=7)["f1"], abs=0.001)
    assert expected["f1"] != pytest.approx(closed_form(alpha=8, beta=3)["f1"], abs=0.001)
    for score in ("f1", "accuracy"):
        found = figure(section, f"{score}_super_annotator_long")
        assert found.value == pytest.approx(expected[score])
    assert figure(section, "f1_super_annotator_long").published == 0.872


def test_the_curve_over_alpha_has_each_threshold() -> None:
    section = human_bound.compute(MANY)
    expected = {str(alpha): closed_form(alpha) for alpha in range(1, 21)}
    for score in ("precision", "recall", "f1"):
        curve = points(section, "alpha_long", score)
        assert {key: point.value for key, point in curve.items()} == {
            key: pytest.approx(each[score]) for key, each in expected.items()
        }
        assert [point.x for point in curve.values()] == list(range(1, 21))
        assert all((point.low or 0) <= (point.value or 0) for point in curve.values())
    assert points(section, "alpha_long", "f1")["8"].published == 0.872
    best = max(expected, key=lambda key: expected[key]["f1"])
    assert figure(section, "best_alpha_long").value == float(best)


def test_of_equally_good_thresholds_the_lowest_is_the_best() -> None:
    section = human_bound.compute(make_context(coded_columns({1: "a" * 25, 2: "-" * 25})))
    curve = points(section, "alpha_long", "f1")
    assert {point.value for point in curve.values()} == {1}
    assert figure(section, "best_alpha_long").value == 1


def test_f1_over_beta_and_over_references_are_the_closed_forms() -> None:
    section = human_bound.compute(MANY)
    found = points(section, "f1_by_beta", "super_long")
    assert {key: point.value for key, point in found.items()} == {
        str(beta): pytest.approx(closed_form(8, beta)["f1"]) for beta in range(1, 6)
    }
    # A single annotator says the answer in G of 25; then k of 24 others have G - 1 of them.
    for key, point in points(section, "f1_by_references", "long").items():
        hits = answered = answerable = 0.0
        for some in NON_NULL:
            hits += some / 25 * float(hypergeom(24, some - 1, int(key)).sf(1))
            answered += some / 25
            answerable += float(hypergeom(25, some, int(key)).sf(1))
        assert point.value == pytest.approx(2 * hits / (answered + answerable))
    assert figure(section, "f1_single_annotator_long").value == pytest.approx(
        points(section, "f1_by_references", "long")["5"].value
    )


def test_where_all_is_null_there_are_no_scores_but_all_is_right() -> None:
    section = human_bound.compute(MANY)
    found = figure(section, "f1_super_annotator_short")
    assert found.value is None
    assert found.missing is not None
    assert found.missing.reason == "Where nothing is answered there is no precision."
    assert figure(section, "accuracy_super_annotator_short").value == 1
    assert to_json(section)["name"] == "human_bound"


def test_one_is_held_against_the_other_four() -> None:
    # aab--: each a has two others, one of them a: right. b has two, none of them b. NULL has three.
    # a----: a has none, wrong; each NULL has one non-null other, fewer than two: right.
    section = human_bound.compute(make_context(coded_columns({1: "aab--", 2: "a----"})))
    bars = points(section, "scores_long", "one_against_others")
    assert bars["precision"].value == pytest.approx(0.4 / 0.8)
    assert bars["recall"].value == pytest.approx(0.4)
    assert bars["f1"].value == pytest.approx(0.8 / 1.8)
    found = figure(section, "accuracy_one_against_others_long")
    assert (found.value, found.count) == (pytest.approx(0.6), 2)
    assert section.notes == ("one_against_four",)
    # Nobody says so of others: they have too few annotations.
    missing = figure(section, "f1_single_annotator_long").missing
    assert missing is not None
    assert (missing.have, missing.need) == (5, 6)


def test_of_further_annotations_the_earliest_count() -> None:
    five = human_bound.compute(make_context(coded_columns({1: "aab--", 2: "a----"})))
    more = human_bound.compute(make_context(coded_columns({1: "aab--aaaa", 2: "a----b"})))
    name = "f1_one_against_others_long"
    assert figure(more, name).value == figure(five, name).value
    # With six and nine of them, one can be held against five.
    assert figure(more, "f1_single_annotator_long").count == 2
    assert more.notes == ("every_draw", "one_against_four", "fewer_than_25")


@pytest.mark.parametrize(
    ("rows", "have"), [({}, 0), ({1: "a", 2: "-"}, 1), ({1: "a" * 25, 2: "a" * 4}, 25)]
)
def test_it_says_how_many_annotations_are_needed(rows: dict[int, str], have: int) -> None:
    section = human_bound.compute(make_context(coded_columns(rows)))
    for who, need in (("single_annotator", 6), ("super_annotator", 25), ("one_against_others", 5)):
        found = figure(section, f"f1_{who}_long")
        if have >= need:
            assert found.count == 1
            assert found.low is None
        else:
            assert found.missing is not None
            assert (found.missing.have, found.missing.need) == (have, need)
    assert (plot(section, "alpha_long").missing is None) == (have == 25)


def test_footnote_11s_threshold_is_solved_for_every_k_and_beta() -> None:
    found = figure(SECTION, "bayes_threshold")
    assert (found.value, found.published) == (pytest.approx(beta_distribution(2, 1).median()), None)
    section = human_bound.compute(MANY)
    found = figure(section, "bayes_threshold")
    assert (found.value, found.published) == (pytest.approx(0.31381, abs=5e-6), 0.31381)
    for k in (3, 5, 10, 25):
        for key, point in points(section, "thresholds", f"k_{k}").items():
            # At least β of k is as likely as not: the median of Beta(β, k - β + 1).
            expected = beta_distribution(int(key), k - int(key) + 1).median()
            assert point.value == pytest.approx(expected, abs=1e-9)


def test_thresholds_given_null_are_where_the_answer_begins_to_pay_off() -> None:
    section = human_bound.compute(MANY)
    for beta in (1, 2, 3):
        found = points(section, "thresholds_given_null", f"beta_{beta}")
        for key in ("0.3", "0.45", "0.6"):
            if key not in found:
                # NULL wins even where there is no other answer.
                assert gain(1 - float(key), float(key), beta) < 0
                continue
            value, null = found[key].value or 0.0, float(key)
            assert gain(min(value + 1e-6, 1 - null), null, beta) >= -1e-5
            assert value == 0 or gain(value - 1e-3, null, beta) < 0
        # The line ends where there is no other answer: in the threshold of footnote 11.
        last = list(found.values())[-1]
        assert (last.x or 0) + (last.value or 0) == pytest.approx(1)
        assert gain(last.value or 0, last.x or 0, beta) == pytest.approx(0, abs=1e-9)


def gain(gamma: float, null: float, beta: int) -> float:
    """P(l* is right) - P(NULL is right), by all 3⁵ ways in which five annotators can answer."""
    chances = {"a": gamma, "o": 1 - gamma - null, "-": null}
    total = 0.0
    for drawn in product(chances, repeat=5):
        chance = float(np.prod([chances[each] for each in drawn]))
        references = list(drawn)
        total += chance * (is_right(references, "a", beta) - is_right(references, "-", beta))
    return total


def names(section: Section) -> list[str]:
    return [each.name for each in (*section.figures, *section.plots, *section.tables)]


def test_names_don_t_hang_on_what_is_there() -> None:
    assert names(human_bound.compute(make_context(coded_columns({})))) == names(SECTION)


def test_a_score_opens_every_example_with_its_own() -> None:
    columns = human_bound.columns(small_context())
    for who, draws_of in (("single_annotator", draws_of_one), ("super_annotator", draws_of_all)):
        for score in ("precision", "recall", "f1"):
            bar = points(SECTION, "scores_long", who)[score]
            assert bar.examples is not None
            column = columns[bar.examples.column]
            assert column["example"].tolist() == [1, 2, 3, 4, 5]
            assert column["value"].tolist() == [
                pytest.approx(scores_by_every_draw([list(draws_of(row))])[score]) for row in SMALL
            ]
    # With the section's own α, β and k the curves lead to the same.
    for curve, x, name in (
        ("alpha_long", 2, "f1_of_example_super_annotator_long"),
        ("f1_by_beta", 2, "f1_of_example_super_annotator_long"),
        ("f1_by_references", 2, "f1_of_example_single_annotator_long"),
    ):
        series = {"alpha_long": "f1", "f1_by_beta": "super_long", "f1_by_references": "long"}[curve]
        point = points(SECTION, curve, series)[str(x)]
        assert point.examples is not None
        np.testing.assert_array_equal(columns[point.examples.column], columns[name])
