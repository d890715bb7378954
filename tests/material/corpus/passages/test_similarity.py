"""TF-IDF by hand against scikit-learn's, and which paragraph is taken."""

from collections import Counter
from math import log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.corpus.passages.similarity import Best, Wanted, best_passages, similarities

PARAGRAPHS = ["the cat sat", "the dog sat down", "a dog ran"]
TEXTS = st.lists(st.sampled_from("a cat dog sat 2 é".split())).map(" ".join)


def by_the_formula(question: str, paragraph: str, paragraphs: list[str]) -> float:
    """The formula of the module's docstring, word by word."""
    words = [Counter(text.split()) for text in (question, paragraph)]
    frequencies = Counter(word for text in paragraphs for word in set(text.split()))

    def weight(word: str, counts: Counter[str]) -> float:
        idf = log((1 + len(paragraphs)) / (1 + frequencies[word])) + 1
        return counts[word] * idf

    lengths = [sqrt(sum(weight(word, counts) ** 2 for word in counts)) for counts in words]
    dot = sum(weight(word, words[0]) * weight(word, words[1]) for word in words[0])
    return dot / (lengths[0] * lengths[1]) if all(lengths) else 0.0


def test_similarity_is_what_was_worked_out_by_hand() -> None:
    # n = 3; df: the 2, cat 1, sat 2, dog 2, down 1, a 1, ran 1; "which" 0.
    common, rare, unseen = log(4 / 3) + 1, log(4 / 2) + 1, log(4 / 1) + 1
    question = sqrt(common**2 + rare**2 + unseen**2)  # which cat sat
    first = (rare**2 + common**2) / (question * sqrt(2 * common**2 + rare**2))
    second = common**2 / (question * sqrt(3 * common**2 + rare**2))
    [row] = similarities(["Which cat sat?"], PARAGRAPHS)
    assert row == pytest.approx([first, second, 0])
    assert row == pytest.approx([0.5692, 0.1852, 0], abs=0.0001)


@given(question=TEXTS, paragraphs=st.lists(TEXTS, max_size=5))
def test_similarity_is_the_formula(question: str, paragraphs: list[str]) -> None:
    [row] = similarities([question], paragraphs)
    expected = [by_the_formula(question, each, paragraphs) for each in paragraphs]
    assert row == pytest.approx(expected, abs=1e-9)
    assert all(0 <= value <= 1 for value in row)


@given(questions=st.lists(TEXTS, max_size=4), paragraphs=st.lists(TEXTS, min_size=1, max_size=5))
def test_a_question_is_as_similar_beside_others_as_alone(
    questions: list[str], paragraphs: list[str]
) -> None:
    together = similarities(questions, paragraphs)
    alone = [similarities([question], paragraphs)[0] for question in questions]
    assert together == [pytest.approx(row, abs=1e-9) for row in alone]


def test_the_best_paragraph_has_a_short_answer_in_it_however_similar_others_are() -> None:
    wanted = Wanted("the cat sat", ("Down!", "nowhere"))
    [best] = best_passages([wanted], PARAGRAPHS)
    assert best is not None
    assert best.paragraph == 1


def test_ties_go_to_the_earliest_paragraph() -> None:
    wanted = Wanted("who sat", ("sat",))
    assert best_passages([wanted], ["x", "he sat", "he sat"]) == [
        Best(1, pytest.approx(by_the_formula("who sat", "he sat", ["x", "he sat", "he sat"])))
    ]


@pytest.mark.parametrize(
    ("question", "answers", "paragraphs"),
    [
        ("who sat", ("bird",), PARAGRAPHS),
        ("who sat", ("The", "?!"), PARAGRAPHS),
        ("wer war", ("dog",), PARAGRAPHS),
        ("?", ("dog",), PARAGRAPHS),
        ("who sat", ("dog",), []),
        ("?", ("…",), ["…"]),
    ],
)
def test_without_an_answer_or_a_common_word_there_is_no_passage(
    question: str, answers: tuple[str, ...], paragraphs: list[str]
) -> None:
    assert best_passages([Wanted(question, answers)], paragraphs) == [None]


def test_single_digits_are_words() -> None:
    one, two = Wanted("season 1 winner", ("Ann",)), Wanted("season 2 winner", ("Ann",))
    paragraphs = ["season 2 Ann", "season 1 Ann"]
    assert [best and best.paragraph for best in best_passages([one, two], paragraphs)] == [1, 0]
