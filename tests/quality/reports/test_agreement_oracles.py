"""The section *agreement* against independent libraries, from hand-made columns to its figures."""

from collections import Counter, defaultdict
from collections.abc import Hashable
from itertools import combinations
from typing import Any

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.metrics.scores import f_measure
from scipy.stats import kurtosis, t
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters
from statsmodels.stats.inter_rater import fleiss_kappa as statsmodels_fleiss_kappa

from annotator.quality.reports.sections.agreement import compute
from tests.factories.clustered import kish, share_of_error
from tests.factories.report_columns import Row, figure, make_columns, make_context
from tests.size import sized

SPANS = [(), ((3, 6),), ((4, 6),), ((3, 6), (8, 9)), ((5, 9),)]


def decide(example: int, who: int, what: int) -> Row:
    """One of twelve decisions about an example: bad, unsaid, none, three candidates, spans, yes."""
    if what == 0:
        return Row(example, who, quality="bad")
    if what == 1:
        return Row(example, who, quality=None)
    if what == 2:
        return Row(example, who)
    if what >= 10:
        return Row(example, who, candidate=0, tag="P", yes_no=("YES", "NO")[what - 10])
    return Row(example, who, candidate=(what - 3) // 5, tag="P", spans=SPANS[(what - 3) % 5])


def quality(row: Row) -> Hashable:
    return row.quality


def null(row: Row) -> Hashable:
    return row.candidate is None


def long(row: Row) -> Hashable:
    return "NULL" if row.candidate is None else (row.example, row.candidate)


def yes_no(row: Row) -> Hashable:
    return row.yes_no


def short(row: Row) -> Hashable:
    return tokens(row)


def tokens(row: Row) -> frozenset[Hashable]:
    """The short answer as a set, tokens with their example."""
    if row.yes_no != "NONE":
        return frozenset([row.yes_no])
    places = {(row.example, at) for first, last in row.spans for at in range(first, last)}
    return frozenset(places or ["NULL"])


FIELDS = {"quality": quality, "null": null, "long": long, "yes_no": yes_no, "short": short}


def jaccard(one: frozenset[Hashable], other: frozenset[Hashable]) -> float:
    return 1 - len(one & other) / len(one | other)


def masi(one: frozenset[Hashable], other: frozenset[Hashable]) -> float:
    """Passonneau 2006, with the table's thirds."""
    if one == other:
        monotonicity = 1.0
    elif one <= other or other <= one:
        monotonicity = 2 / 3
    else:
        monotonicity = 1 / 3 if one & other else 0.0
    return 1 - (1 - jaccard(one, other)) * monotonicity


def by_example(rows: list[Row], field: Any) -> list[list[Hashable]]:
    """What was decided, of the examples where two decided at least."""
    found = defaultdict(list)
    for row in rows:
        if field(row) is not None:
            found[row.example].append(field(row))
    return [values for values in found.values() if len(values) > 1]


def alpha(rows: list[list[Hashable]], distance: Any = None) -> float | None:
    """Krippendorff's alpha of the package."""
    values = list(dict.fromkeys(value for row in rows for value in row))
    if len(values) < 2:
        return None
    data = np.full((max(map(len, rows)), len(rows)), np.nan)
    for unit, row in enumerate(rows):
        data[: len(row), unit] = [values.index(each) for each in row]

    def metric(v1: Any, v2: Any, **_: Any) -> Any:
        apart = np.vectorize(lambda a, b: distance(values[int(a)], values[int(b)]), otypes=[float])
        return apart(v1, v2)

    return float(krippendorff.alpha(data, level_of_measurement=metric if distance else "nominal"))


TABLES = st.lists(st.lists(st.integers(0, 11), min_size=1, max_size=4), min_size=1, max_size=7).map(
    lambda table: [
        decide(example, who, what)
        for example, row in enumerate(table, 1)
        for who, what in enumerate(row)
    ]
)


def expected(value: float | None) -> Any:
    return None if value is None else pytest.approx(value, abs=1e-9)


@settings(max_examples=sized(10, 60))
@given(rows=TABLES)
def test_alpha_is_that_of_the_krippendorff_package(rows: list[Row]) -> None:
    section = compute(make_context(make_columns(rows)))
    for name, field in FIELDS.items():
        compared = by_example(rows, field)
        found = figure(section, f"alpha_{name}").value
        assert found == expected(alpha(compared) if compared else None), name
    sets = by_example(rows, tokens)
    for name, distance in (("jaccard", jaccard), ("masi", masi)):
        found = figure(section, f"alpha_short_{name}").value
        assert found == expected(alpha(sets, distance) if sets else None), name


@settings(max_examples=sized(10, 60))
@given(rows=TABLES)
def test_observed_agreement_and_tokens_are_means_over_pairs(rows: list[Row]) -> None:
    section = compute(make_context(make_columns(rows)))
    for name, field in FIELDS.items():
        assert figure(section, f"observed_{name}").value == expected(
            mean_over_pairs(by_example(rows, field), lambda one, other: float(one == other))
        )
    sets = by_example(rows, tokens)
    assert figure(section, "token_f1").value == expected(mean_over_pairs(sets, f_measure))
    assert figure(section, "token_iou").value == expected(
        mean_over_pairs(sets, lambda one, other: 1 - jaccard(one, other))
    )
    marked = by_example(rows, lambda row: tokens(row) if row.spans else None)
    assert figure(section, "span_f1").value == expected(mean_over_pairs(marked, f_measure))


def mean_over_pairs(rows: list[list[Any]], alike: Any) -> float | None:
    means = [np.mean([alike(*pair) for pair in combinations(row, 2)]) for row in rows]
    return float(np.mean(means)) if means else None


@settings(max_examples=sized(10, 60))
@given(rows=st.lists(st.lists(st.integers(2, 11), min_size=3, max_size=3), min_size=1, max_size=8))
def test_fleiss_kappa_is_that_of_statsmodels(rows: list[list[int]]) -> None:
    said = [decide(example, who, what) for example, row in enumerate(rows) for who, what in
            enumerate(row)]  # fmt: skip
    section = compute(make_context(make_columns(said)))
    for name, field in FIELDS.items():
        oracle = fleiss(by_example(said, field))
        assert figure(section, f"fleiss_{name}").value == expected(oracle), name


@settings(max_examples=sized(10, 60))
@given(rows=TABLES)
def test_chance_is_counted_over_all_units_that_somebody_rated(rows: list[Row]) -> None:
    """Gwet 2014, chapter 2, by hand, where some gave a decision and others did not."""
    section = compute(make_context(make_columns(rows)))
    for name, field in FIELDS.items():
        units = incomplete(rows, field)
        twice = [unit for unit in units if len(unit) > 1]
        observed = mean_over_pairs(twice, lambda one, other: float(one == other))
        shares = mean_shares(units)
        same = sum(share**2 for share in shares.values())
        kappa = None if observed is None or len(shares) < 2 else (observed - same) / (1 - same)
        assert figure(section, f"fleiss_{name}").value == expected(kappa), name


def incomplete(rows: list[Row], field: Any) -> list[list[Hashable]]:
    """What was decided on the examples that two annotated: by one at least."""
    annotated = Counter(row.example for row in rows)
    found = defaultdict(list)
    for row in rows:
        if annotated[row.example] > 1 and field(row) is not None:
            found[row.example].append(field(row))
    return list(found.values())


def mean_shares(units: list[list[Hashable]]) -> dict[Hashable, float]:
    """The mean over units of the share of each value."""
    shares: dict[Hashable, float] = defaultdict(float)
    for unit in units:
        for value in unit:
            shares[value] += 1 / len(unit) / len(units)
    return shares


def drawn(examples: int, annotators: int, seed: int = 3, missing: float = 0.1) -> list[Row]:
    """Annotators who mostly say what most say; a share of annotations is missing."""
    generator = np.random.default_rng(seed)
    usual = generator.integers(0, 12, examples)
    return [
        decide(example, who, int(usual[example] if generator.random() < 0.7 else other))
        for example in range(examples)
        for who, other in enumerate(generator.integers(0, 12, annotators))
        if generator.random() >= missing
    ]


def fleiss(rows: list[list[Hashable]]) -> float | None:
    """Fleiss' kappa of statsmodels, for as many annotations of each example."""
    known = list(dict.fromkeys(value for row in rows for value in row))
    if len(known) < 2:
        return None
    table, _ = aggregate_raters(np.array([[known.index(each) for each in row] for row in rows]))
    return float(statsmodels_fleiss_kappa(table))


@pytest.mark.parametrize(
    ("name", "field", "measure"),
    [
        ("alpha_long", long, alpha),
        ("alpha_short_masi", tokens, lambda rows: alpha(rows, masi)),
        ("fleiss_null", null, fleiss),
        ("fleiss_short", short, fleiss),
        ("token_f1", tokens, lambda rows: mean_over_pairs(rows, f_measure)),
    ],
)
def test_intervals_are_those_of_leaving_out_each_example(
    name: str, field: Any, measure: Any
) -> None:
    rows = drawn(100, 3, missing=0)
    found = figure(compute(make_context(make_columns(rows))), name)
    examples = [[field(row) for row in rows if row.example == example] for example in range(100)]
    said = [[each for each in row if each is not None] for row in examples]
    said = [row for row in said if len(row) > 1]
    number = len(said)
    left = np.array([measure(said[:at] + said[at + 1 :]) for at in range(number)])
    error = np.sqrt((number - 1) / number * np.sum((left - left.mean()) ** 2))
    freedom = min(number - 1, 2 * number / (kurtosis(left, fisher=False) - 1))
    quantile = t.ppf(0.975, freedom)
    value = measure(said)
    bias = (number - 1) * (left.mean() - value)
    below, above = quantile * error + max(bias, 0), quantile * error + max(-bias, 0)
    theirs = value - below, min(1, value + above)
    if found.unit == "share":
        own = number * value - (number - 1) * left
        either = [kish(each) for each in (own, 1 - own)]
        theirs = share_of_error(value, float(error), freedom, either)
    assert (found.low, found.high) == pytest.approx(theirs)
    assert found.method == ("binomial" if found.unit == "share" else "jackknife")


def test_cohens_kappa_of_each_two_annotators_is_that_of_scikit_learn() -> None:
    rows = drawn(40, 4)
    section = compute(make_context(make_columns(rows)))
    table = next(each for each in section.tables if each.name == "pairs")
    heads = [column.name for column in table.columns]
    assert [row[:2] for row in table.rows] == [
        [str(one), str(other)] for one, other in combinations(range(4), 2)
    ]
    by_annotator = {
        who: {row.example: row for row in rows if row.annotator == who} for who in range(4)
    }
    for row in table.rows:
        found = dict(zip(heads, row, strict=True))
        one, other = by_annotator[int(row[0])], by_annotator[int(row[1])]
        shared = sorted(set(one) & set(other))
        assert found["shared_examples"] == len(shared)
        for name in ("quality", "null", "long", "short"):
            said = [(FIELDS[name](one[at]), FIELDS[name](other[at])) for at in shared]
            both = [pair for pair in said if None not in pair]
            first, second = ([str(value) for value in values] for values in zip(*both, strict=True))
            assert found[f"agreement_{name}"] == pytest.approx(np.mean([a == b for a, b in both]))
            assert found[f"kappa_{name}"] == pytest.approx(cohen_kappa_score(first, second))


def test_pairs_need_ten_shared_examples_and_people() -> None:
    rows = [Row(example, who) for example in range(10) for who in (1, 2)]
    rows += [Row(example, 3) for example in range(9)]
    rows += [Row(example, who, source="imported") for example in range(10) for who in (8, 9)]
    section = compute(make_context(make_columns(rows)))
    table = next(each for each in section.tables if each.name == "pairs")
    assert [row[:3] for row in table.rows] == [["1", "2", 10]]
    # Both said the same throughout, so κ has no value.
    assert table.rows[0][3:] == [1, None] * 4
    fewer = compute(make_context(make_columns([row for row in rows if row.example])))
    table = next(each for each in fewer.tables if each.name == "pairs")
    assert (table.rows, table.missing.have, table.missing.need) == ((), 9, 10)
