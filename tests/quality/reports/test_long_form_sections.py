"""ASQA's sections against figures worked out by hand.

Question 1 has two answers and a concern alone, question 2 two answers, question 3 one. Its two
disambiguations are answered by *Masons* and *Surveyors*; a part of the support document that isn't
given has nothing in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.weightstats import DescrStatsW

from annotator.measures.support import SupportDocument, coverage
from annotator.quality.reports import long_form_columns
from annotator.quality.reports.figures import Drill, to_json
from annotator.quality.reports.long_form_columns import LongFormColumns, LongFormRow, pack_rows
from annotator.quality.reports.sections import long_form_agreement, long_form_process
from tests.factories.clustered import on_a_log_scale
from tests.factories.report_columns import figure, make_context, plot, points, too_few
from tests.size import sized

READINGS = (("Masons", "bricklayers"), ("Surveyors",))
AT = datetime(2026, 1, 5, 9, tzinfo=UTC)


@dataclass(frozen=True)
class Answer:
    """``asked`` are the support document's disambiguations, ``passages`` its contexts and
    knowledge; ``readings`` the short answers of the question's disambiguations.
    """

    example: int
    annotator: int
    text: str = ""
    asked: tuple[str, ...] = ()
    passages: tuple[str, ...] = ()
    readings: tuple[tuple[str, ...], ...] = READINGS
    pieces: int = 0
    confirmed: int = 0
    concern: str = ""
    minutes: float | None = None
    regime: str = "full"
    source: str = "human"


def make_long_form_columns(answers: Sequence[Answer]) -> LongFormColumns:
    """The annotations, keyed 1 and on; each is submitted an hour after the one before."""
    rows = [
        LongFormRow(
            example=each.example,
            annotation=key,
            annotator=each.annotator,
            submitted_at=AT + timedelta(hours=key),
            text=each.text,
            words=len(each.text.split()),
            coverage=coverage(each.text, SupportDocument(each.asked, each.passages))
            if each.text and (each.asked or each.passages)
            else None,
            concern=each.concern,
            confirmed=each.confirmed,
            seconds=None if each.minutes is None else 60 * each.minutes,
            regime=each.regime,
            source=each.source,
            pieces=each.pieces,
            support=SupportDocument(each.asked, each.passages),
            readings=each.readings,
        )
        for key, each in enumerate(answers, 1)
    ]
    return LongFormColumns.join([pack_rows(rows)])


ANSWERS = [
    # Of 5 tokens 4 are covered (not "too"); without the disambiguations 2: "and", "surveyors".
    Answer(
        1,
        1,
        "Masons do and surveyors too.",
        ("Do Masons",),
        ("And surveyors!",),
        pieces=1,
        minutes=10,
    ),
    # 4 tokens, 2 covered, by the disambiguation alone. The short answer was confirmed.
    Answer(1, 2, "Masons do nothing else.", ("Do Masons",), confirmed=1, minutes=20),
    Answer(1, 3, concern="Both are the same."),
    Answer(2, 1, "Masons build", ("Masons build",), ("walls build masons",), pieces=2, minutes=6),
    Answer(2, 2, "Nobody knows", ("Masons build",), confirmed=2, minutes=30),
    Answer(3, 1, "Surveyors"),
]
CONTEXT = make_context(
    make_long_form_columns(ANSWERS), inputs={"shown_by_example": [[1, 4, 1], [2, 2, 1], [3, 2, 1]]}
)
PROCESS = long_form_process.compute(CONTEXT)
AGREEMENT = long_form_agreement.compute(CONTEXT)
NO_ANSWERS = make_context(make_long_form_columns([]), inputs={"shown_by_example": []})


@pytest.mark.parametrize(
    ("name", "values", "published"),
    [
        ("answer_words", [5, 4, 2, 2, 1], 64.8),
        ("support_words", [4, 2, 5, 2], 225),
        ("coverage", [4 / 5, 2 / 4, 1, 0], 0.92),
        ("support_words_without", [2, 0, 3, 0], 172),
        ("coverage_without", [2 / 5, 0, 1, 0], 0.78),
        ("knowledge_pieces", [1, 0, 2, 0, 0], None),
        ("writing_seconds_mean", [600, 1200, 360, 1800], 900),
    ],
)
def test_means_are_of_the_answers_counted_by_hand(
    name: str, values: list[float], published: float | None
) -> None:
    found = figure(PROCESS, name)
    assert found.value == pytest.approx(sum(values) / len(values))
    assert (found.low, found.high, found.method) == (None, None, "")
    assert found.no_interval is not None
    assert (found.count, found.published) == (len(values), published)


def test_a_mean_over_many_examples_has_the_interval_of_statsmodels() -> None:
    words = [1, 3, 2, 5, 4, 6] * 4
    answers = [Answer(key, 1, "word " * number) for key, number in enumerate(words)]
    found = figure(
        long_form_process.compute(make_context(make_long_form_columns(answers))), "answer_words"
    )
    assert (found.low, found.high) == pytest.approx(
        on_a_log_scale(*DescrStatsW(words).tconfint_mean())
    )
    assert found.method == "student"


@pytest.mark.parametrize(
    ("name", "count", "total", "published"),
    [("context_rate", 3, 8, 0.45), ("concerns", 1, 6, None), ("overrides", 2, 6, None)],
)
def test_shares_are_those_counted_by_hand(
    name: str, count: int, total: int, published: float | None
) -> None:
    found = figure(PROCESS, name)
    assert (found.value, found.count) == (count / total, total)
    assert (found.low, found.high, found.no_interval) == (None, None, too_few(3))
    assert found.published == published


def test_counts_beside_the_shares() -> None:
    overridden = figure(PROCESS, "overridden_disambiguations")
    assert (overridden.value, overridden.count) == (3, 6)
    # Between 600 and 1200 of the four.
    assert figure(PROCESS, "writing_seconds_median").value == 900
    untimed = figure(PROCESS, "writing_seconds_missing")
    assert (untimed.value, untimed.count) == (2, 6)


def test_bars_begin_at_their_lower_edge_and_lead_to_their_examples() -> None:
    words = [Answer(1, 1, "a " * 20), Answer(2, 1, "a " * 19), Answer(3, 1, "a " * 250)]
    context = make_context(make_long_form_columns(words))
    bars = points(long_form_process.compute(context), "answer_lengths")
    filled = {key: point.count for key, point in bars.items() if point.count}
    assert filled == {"0_to_20": 1, "20_to_40": 1, "200_and_more": 1}
    assert bars["0_to_20"].examples == Drill("words_0_to_20", 1, 1)
    table = long_form_process.example_columns(context)
    assert table["words_20_to_40"].tolist() == [1, 0, 0]
    minutes = points(PROCESS, "writing_minutes")
    assert {key: point.value for key, point in minutes.items() if point.value} == {
        "5_to_10": 1 / 4,
        "10_to_15": 1 / 4,
        "20_to_30": 1 / 4,
        "30_to_45": 1 / 4,
    }


def test_coverage_of_one_belongs_to_the_last_bar() -> None:
    covered = {key: each.count for key, each in points(PROCESS, "coverage_distribution").items()}
    assert covered == {
        "0_to_50": 1,
        "50_to_60": 1,
        "60_to_70": 0,
        "70_to_80": 0,
        "80_to_90": 1,
        "90_to_100": 1,
    }


def test_what_answers_come_with() -> None:
    bars = points(PROCESS, "answers_with")
    assert {key: each.count for key, each in bars.items()} == {
        "with_knowledge": 2,
        "with_override": 2,
        "with_concern": 1,
        "concern_alone": 1,
    }
    assert bars["with_knowledge"].total == 6
    columns = long_form_process.example_columns(CONTEXT)
    assert columns["with_override"].tolist() == [1, 1, 0]
    assert columns["answer_words"].tolist() == [4.5, 2, 1]
    assert np.nan_to_num(columns["writing_seconds"], nan=-1).tolist() == [900, 1080, -1]


def test_a_regime_without_context_is_counted_and_remarked_on_where_there_are_both() -> None:
    both = [Answer(1, 1, "a", regime="no_context"), Answer(1, 2, "b")]
    section = long_form_process.compute(make_context(make_long_form_columns(both)))
    assert points(section, "answers_with")["without_context"].count == 1
    assert section.notes == ["two_regimes"]
    one = long_form_process.compute(make_context(make_long_form_columns(both[:1])))
    assert (one.notes, PROCESS.notes) == ([], [])


def test_time_by_experience_goes_by_each_annotators_own_answers() -> None:
    answers = [Answer(number, 1, "a", minutes=number) for number in range(1, 8)]
    answers.append(Answer(8, 2, "a", minutes=9))
    section = long_form_process.compute(make_context(make_long_form_columns(answers)))
    bars = points(section, "seconds_by_experience")
    assert {key: (each.value, each.count) for key, each in bars.items()} == {
        "1_to_5": (60 * (1 + 2 + 3 + 4 + 5 + 9) / 6, 6),
        "6_to_10": (60 * 6.5, 2),
    }


def test_lengths_with_quartiles_beside_the_papers_means() -> None:
    table = PROCESS.tables[0]
    assert table.rows[0] == ["answer_words", 5, 2.8, 2, 2, 4, pytest.approx(4.6)]
    assert [row[2] for row in table.published or ()] == [64.8, 225, 172]


def test_rouge_l_is_the_mean_over_questions_of_the_mean_over_pairs() -> None:
    """Three answers of three tokens share 2, 2 and 3 with one another: (2/3 + 2/3 + 1) / 3 = 7/9.
    The two to the other question share nothing.
    """
    texts = ("the cat sat", "the dog sat", "the cat sat")
    answers = [Answer(1, number, text) for number, text in enumerate(texts)]
    answers += [Answer(2, 1, "one"), Answer(2, 2, "two"), Answer(3, 1, "alone")]
    context = make_context(make_long_form_columns(answers))
    section = long_form_agreement.compute(context)
    found = figure(section, "rouge_l")
    assert (found.value, found.count) == (pytest.approx(7 / 18), 2)
    assert (found.low, found.no_interval) == (None, too_few(2))
    assert found.published == 0.496
    pairs = figure(section, "rouge_l_pairs")
    assert (pairs.value, pairs.count, section.notes) == (4, 4, [])
    bars = {key: each.count for key, each in points(section, "rouge_l_distribution").items()}
    assert {key: count for key, count in bars.items() if count} == {
        "0_to_10": 1,
        "70_to_80": 1,
    }
    columns = long_form_agreement.example_columns(context)
    assert columns["rouge_l"][:2] == pytest.approx([7 / 9, 0])
    assert np.isnan(columns["rouge_l"][2])
    assert columns["rouge_l_70_to_80"].tolist() == [1, 0, 0]


def test_identical_answers_are_in_the_last_bar() -> None:
    same = make_context(make_long_form_columns([Answer(1, 1, "a b"), Answer(1, 2, "a b")]))
    section = long_form_agreement.compute(same)
    assert points(section, "rouge_l_distribution")["90_to_100"].count == 1
    found = figure(section, "rouge_l")
    assert (found.value, found.low, found.high, found.method) == (1, None, None, "")


def test_agreement_on_presence_counts_pairs_that_both_have_or_both_lack_a_short_answer() -> None:
    """Question 1: Masons in both, surveyors in one: 1 of 2. Question 2: Masons in one, surveyors
    in neither: 1 of 2. So 2 of 4. STR-EM: (1 + 1/2)/2, (1/2 + 0)/2, 1/2.
    """
    found = figure(AGREEMENT, "presence_agreement")
    assert (found.value, found.count, found.no_interval) == (0.5, 2, too_few(2))
    present = figure(AGREEMENT, "present_short_answers")
    assert present.value == pytest.approx((3 / 4 + 1 / 4 + 1 / 2) / 3)
    assert (present.count, present.published) == (3, 0.984)
    three = [Answer(1, 1, "Masons"), Answer(1, 2, "Masons"), Answer(1, 3, "Surveyors")]
    context = make_context(make_long_form_columns(three))
    # Of three pairs one agrees, on either disambiguation.
    found = figure(long_form_agreement.compute(context), "presence_agreement")
    assert (found.value, found.count) == (pytest.approx(1 / 3), 1)


def test_without_short_answers_it_says_that_these_are_missing_and_not_a_second_answer() -> None:
    answers = [Answer(1, 1, "Masons", readings=()), Answer(1, 2, "Surveyors", readings=())]
    answers += [Answer(2, 1, "Masons")]
    section = long_form_agreement.compute(make_context(make_long_form_columns(answers)))
    assert figure(section, "rouge_l").value == 0
    missing = figure(section, "presence_agreement").missing
    assert missing is not None
    assert missing.reason == "No question with two answers has short answers."
    assert (missing.have, missing.need) == (0, 1)
    assert figure(section, "present_short_answers").value == 1 / 2


def test_questions_with_more_pairs_weigh_more_in_agreement_on_presence() -> None:
    answers = [Answer(1, number, "Masons") for number in range(3)]
    answers += [Answer(2, 1, "Masons"), Answer(2, 2, "Surveyors")]
    context = make_context(make_long_form_columns(answers))
    found = figure(long_form_agreement.compute(context), "presence_agreement")
    assert found.value == pytest.approx((3 * 2 + 0) / (3 * 2 + 2))


def test_of_too_many_pairs_so_many_are_drawn_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(long_form_columns, "MOST_PAIRS", 2)
    answers = [Answer(1, number, text) for number, text in enumerate(["a", "a", "b"])]
    columns, again = make_long_form_columns(answers), make_long_form_columns(answers)
    section = long_form_agreement.compute(make_context(columns))
    pairs = figure(section, "rouge_l_pairs")
    assert (pairs.value, pairs.count, section.notes) == (2, 3, ["pairs_drawn"])
    assert columns.pair_second.tolist() == again.pair_second.tolist()


def test_answers_without_tokens_make_no_pair() -> None:
    context = make_context(make_long_form_columns([Answer(1, 1, "Ωμέγα"), Answer(1, 2, "a")]))
    section = long_form_agreement.compute(context)
    missing = figure(section, "rouge_l").missing
    assert missing is not None
    assert (missing.have, missing.need) == (2, 2)
    assert figure(section, "rouge_l").value is None
    # No pair was left out by drawing.
    assert (figure(section, "rouge_l_pairs").count, section.notes) == (0, [])


@pytest.mark.parametrize("compute", [long_form_process.compute, long_form_agreement.compute])
def test_without_answers_everything_says_what_is_needed(compute: object) -> None:
    section = compute(NO_ANSWERS)  # type: ignore[operator]
    for each in (*section.figures, *section.plots):
        counts = isinstance(getattr(each, "value", None), int)
        assert counts or (each.missing and each.missing.reason.endswith("."))
    to_json(section)


def test_one_answer_has_a_length_but_nobody_to_agree_with() -> None:
    context = make_context(make_long_form_columns([Answer(1, 1, "a b c")]))
    length = figure(long_form_process.compute(context), "answer_words")
    assert (length.value, length.low, length.method) == (3, None, "")
    missing = figure(long_form_agreement.compute(context), "rouge_l").missing
    assert missing is not None
    assert (missing.have, missing.need) == (1, 2)
    assert plot(long_form_agreement.compute(context), "rouge_l_distribution").missing == missing


@settings(max_examples=sized(10, 50), deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(1, 3),
            st.integers(1, 3),
            st.sampled_from(["", "Masons", "Surveyors and Masons", "…"]),
            st.sampled_from([None, 0.5, 70.0]),
        ),
        max_size=8,
    )
)
def test_any_answers_make_sections_whose_bars_add_up(
    drawn: list[tuple[int, int, str, float | None]],
) -> None:
    answers = sorted(
        (Answer(*each[:3], minutes=each[3]) for each in drawn), key=lambda a: a.example
    )
    context = make_context(make_long_form_columns(answers))
    for compute in (long_form_process.compute, long_form_agreement.compute):
        section = compute(context)
        to_json(section)
        for name in ("answer_lengths", "writing_minutes", "rouge_l_distribution"):
            found = [each for each in section.plots if each.name == name and each.points]
            for bars in found:
                assert sum(point.value or 0 for point in bars.points) == pytest.approx(1)
    columns = long_form_process.example_columns(context) | long_form_agreement.example_columns(
        context
    )
    assert {len(each) for each in columns.values()} == {len({each.example for each in answers})}


def test_texts_come_back_as_they_were() -> None:
    assert CONTEXT.annotations.texts == [each.text for each in ANSWERS]


def test_what_a_file_does_not_say_is_no_zero() -> None:
    rows = [replace(each, source="imported", concern="", confirmed=0) for each in ANSWERS]
    read = {"disambiguations": 8, "own": 0, "above": 0, "unsaid": 8}
    context = make_context(make_long_form_columns(rows), inputs=read)
    section = long_form_process.compute(context)
    for name in ("context_rate", "concerns", "overrides", "overridden_disambiguations"):
        found = figure(section, name)
        assert found.value is None
        assert "don't say" in found.missing.reason
    assert set(points(section, "answers_with")) == {"with_knowledge"}
    assert section.notes == ["contexts_unsaid"]


def test_of_a_file_and_annotations_made_here_those_made_here_are_asked() -> None:
    rows = [replace(each, source="imported") for each in ANSWERS[:2]] + ANSWERS[2:]
    read = {
        "disambiguations": 8,
        "unsaid": 2,
        "shown_by_example": [(1, 2, 1), (2, 2, 1), (3, 2, 1)],
    }
    section = long_form_process.compute(make_context(make_long_form_columns(rows), inputs=read))
    found = {name: figure(section, name) for name in ("context_rate", "concerns", "overrides")}
    assert {name: (each.value, each.count) for name, each in found.items()} == {
        "context_rate": (3 / 6, 6),
        "concerns": (1 / 4, 4),
        "overrides": (1 / 4, 4),
    }
    assert figure(section, "overridden_disambiguations").value == 2


def test_without_passages_lengths_and_coverages_say_nothing_of_them() -> None:
    rows = [replace(each, passages=()) for each in ANSWERS]
    section = long_form_process.compute(make_context(make_long_form_columns(rows)))
    for name in ("support_words_without", "coverage_without"):
        assert figure(section, name).missing.reason == "No support document has passages yet."
