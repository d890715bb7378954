"""Retrieval against an implementation of its definitions with SciPy's ranks."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import bootstrap, rankdata

from annotator.material.formats.squad.files import AskedParagraph, AskedQuestion
from annotator.measures.retrieval import by_question
from annotator.measures.retrieval_intervals import Estimate, compare_encoders, estimates
from annotator.systems.evaluation.retrieval.benchmark import build_benchmark, rank_answers
from annotator.systems.evaluation.retrieval.encoders import EncoderScorer
from benchmarks._coverage_retrieval import POPULATION, retrieval_figures
from tests.systems.evaluation.letters import ByLetters

# Few texts, so that sentences, paragraphs and questions repeat.
SENTENCES = ["One came.", "Two came.", "Three came."]


@st.composite
def files(draw: st.DrawFn) -> list[AskedParagraph]:
    paragraphs = []
    for number in range(draw(st.integers(1, 4))):
        sentences = draw(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=3))
        context = " ".join(sentences)
        starts = st.just(()) | st.tuples(st.integers(0, len(context) - 1))
        asked = draw(st.lists(st.tuples(st.sampled_from("abc"), starts)))
        questions = tuple(
            AskedQuestion(f"{number}-{place}", f"{letter} to?", answers)
            for place, (letter, answers) in enumerate(asked)
        )
        paragraphs.append(AskedParagraph(context, questions))
    return paragraphs


def expected(paragraphs: list[AskedParagraph]) -> tuple[dict[str, float], dict[str, float]]:
    """The best rank of each question, by sentences and by paragraphs, step by step."""
    entries: list[tuple[str, str]] = []
    for paragraph in paragraphs:
        answered = [asked for asked in paragraph.questions if len(asked.answer_starts) > 0]
        if len(answered) == 0:
            continue
        for sentence in paragraph.context.replace(". ", ".|").split("|"):
            if (sentence, paragraph.context) not in entries:
                entries.append((sentence, paragraph.context))
    encoder = ByLetters()
    answers = encoder.encode_answers(entries)
    by_sentence: dict[str, float] = {}
    by_paragraph: dict[str, float] = {}
    for paragraph in paragraphs:
        for asked in paragraph.questions:
            if len(asked.answer_starts) == 0:
                continue
            start = asked.answer_starts[0]
            sentence = None
            begin = 0
            for each in paragraph.context.replace(". ", ".|").split("|"):
                if begin <= start < begin + len(each):
                    sentence = each
                begin += len(each) + 1
            if sentence is None:
                continue
            scores = encoder.encode_questions([asked.question]) @ answers.T
            ranks = rankdata(-scores[0])
            best = min(
                rank for rank, entry in zip(ranks, entries, strict=True) if entry[0] == sentence
            )
            contexts = list(dict.fromkeys(context for _, context in entries))
            of_context = [
                min(r for r, entry in zip(ranks, entries, strict=True) if entry[1] == context)
                for context in contexts
            ]
            context_ranks = rankdata(of_context)
            best_context = min(
                rank
                for rank, context in zip(context_ranks, contexts, strict=True)
                if (sentence, context) in entries
            )
            question = asked.question
            by_sentence[question] = min(best, by_sentence.get(question, best))
            by_paragraph[question] = min(best_context, by_paragraph.get(question, best_context))
    return by_sentence, by_paragraph


@given(files())
def test_ranks_equal_those_of_the_definitions(paragraphs: list[AskedParagraph]) -> None:
    benchmark = build_benchmark(paragraphs)
    # Without a single answer there is nothing to rank, which commands and jobs refuse.
    assume(benchmark.sentences)
    ranks = rank_answers(benchmark, EncoderScorer(ByLetters(), benchmark)).ranks
    by_sentence, by_paragraph = expected(paragraphs)
    assert dict(zip(benchmark.questions, ranks.sentence.tolist(), strict=True)) == by_sentence
    assert dict(zip(benchmark.questions, ranks.document.tolist(), strict=True)) == by_paragraph


def test_a_paragraph_without_an_answered_question_is_not_in_the_index() -> None:
    found = build_benchmark(
        [
            AskedParagraph("Nobody asks.", ()),
            AskedParagraph("Nobody knows. Two came.", (AskedQuestion("1", "who?", ()),)),
            AskedParagraph("One came.", (AskedQuestion("2", "who?", (0,)),)),
        ]
    )
    assert (found.sentences, found.paragraphs) == (("One came.",), ("One came.",))
    assert (found.questions, found.right) == (("who?",), ((0,),))


def test_figures_of_worked_ranks() -> None:
    found = estimates(np.array([1.0, 1.5, 6.0, 20.0]))
    assert {name: each.value for name, each in found.items()} == {
        "mrr": pytest.approx((1 + 2 / 3 + 1 / 6 + 1 / 20) / 4),
        "r@1": 0.25,
        "r@5": 0.5,
        "r@10": 0.75,
    }
    assert {(each.low, each.withheld and each.withheld.need) for each in found.values()} == {
        (None, 30)
    }


def some_ranks(seed: int, count: int) -> np.ndarray:
    chance = np.random.default_rng(seed)
    return np.ceil(chance.pareto(0.7, count) + 0.5)


def differences(ranks: np.ndarray, others: np.ndarray) -> dict[str, Estimate]:
    """Of two encoders alone."""
    return compare_encoders([by_question(ranks), by_question(others)]).between(0, 1)


def test_intervals_are_about_those_of_a_bootstrap() -> None:
    ranks, others = some_ranks(1, 800), some_ranks(2, 800)
    one, other = by_question(ranks), by_question(others)
    for name, each in estimates(ranks).items():
        drawn = bootstrap((one[name],), np.mean, rng=np.random.default_rng(3), n_resamples=2_000)
        expected = drawn.confidence_interval
        assert (each.low, each.high) == pytest.approx((expected.low, expected.high), abs=0.004)
    comparison = compare_encoders([one, other])
    for name, each in comparison.between(0, 1).items():
        assert each.value == pytest.approx(one[name].mean() - other[name].mean())
        drawn = bootstrap(
            (one[name] - other[name],),
            np.mean,
            rng=np.random.default_rng(4),
            n_resamples=2_000,
            confidence_level=comparison.confidence,
        )
        expected = drawn.confidence_interval
        assert (each.low, each.high) == pytest.approx((expected.low, expected.high), abs=0.005)


@pytest.mark.long
@pytest.mark.parametrize("count", [60, 139, 300, 1_000])
def test_intervals_hold_the_truth_in_95_of_100_benchmarks(count: int) -> None:
    """2,500 benchmarks each; the seeds are fixed, so never red by chance."""
    every = retrieval_figures(seed=1)
    figures = [each for each in every if not each.name.startswith("all differences")]
    held: Counter[str] = Counter()
    shown: Counter[str] = Counter()
    for run_number in range(2_500):
        rows = np.random.default_rng([1, count, run_number]).integers(POPULATION, size=count)
        for figure in figures:
            found = figure.interval(rows)
            if found is not None and found.low is not None and found.high is not None:
                shown[figure.name] += 1
                held[figure.name] += found.low <= figure.truth <= found.high
    coverage = {name: held[name] / shown[name] for name in shown if shown[name] >= 250}
    assert {name: share for name, share in coverage.items() if not 0.93 <= share <= 0.97} == {}


def test_differences_of_few_questions_have_no_interval() -> None:
    ranks = some_ranks(1, 200)
    for apart, is_shown in ((9, False), (10, True)):
        others = ranks.copy()
        others[:apart] = np.where(ranks[:apart] > 1, 1, 2)
        each = differences(ranks, others)["r@1"]
        assert (each.low is not None) == is_shown
    assert differences(ranks[:99], some_ranks(2, 99))["mrr"].withheld is not None


def test_encoders_that_rank_alike_have_no_difference() -> None:
    ranks = some_ranks(1, 50)
    assert {(each.value, each.low) for each in differences(ranks, ranks).values()} == {(0.0, None)}
