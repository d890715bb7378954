from collections import Counter

from hypothesis import assume, given
from hypothesis import strategies as st

from annotator.material.corpus.split_rule import (
    NO_SPLIT,
    Part,
    part_by_share,
    plan_draw,
    question_key,
)

SHARES = [Part("train", share=0.8), Part("dev", share=0.1), Part("test", share=0.1)]
SEEDS = st.integers(0, 2**31 - 1)
KEYS = st.dictionaries(st.text(min_size=1, max_size=8), st.integers(1, 4), max_size=40)
WORDS = st.lists(st.text("abcdeéßжनी猫1", min_size=1, max_size=6), min_size=1, max_size=8)


@given(WORDS, st.randoms(use_true_random=False), st.sampled_from(" \t\u3000,;!?-"))
def test_case_punctuation_and_order_of_words_make_no_difference(
    words: list[str], chance: object, between: str
) -> None:
    shuffled = [word.upper() for word in words]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert question_key(" ".join(words)) == question_key(f"{between.join(shuffled)}?!")


@given(WORDS, WORDS)
def test_other_words_or_another_number_of_them_make_another_key(
    some: list[str], others: list[str]
) -> None:
    assume(sorted(word.casefold() for word in some) != sorted(word.casefold() for word in others))
    assert question_key(" ".join(some)) != question_key(" ".join(others))


def test_questions_without_any_word_are_told_apart() -> None:
    assert question_key("???") != question_key("!")


@given(KEYS, SEEDS, st.data())
def test_the_part_by_share_hangs_on_nothing_but_seed_and_key(
    sizes: dict[str, int], seed: int, data: st.DataObject
) -> None:
    plan = plan_draw(sizes, taken={}, seed=seed, parts=SHARES)
    few = {key: sizes[key] for key in sizes if data.draw(st.booleans())}
    assert plan_draw(few, taken={}, seed=seed, parts=SHARES) == {key: plan[key] for key in few}
    assert plan == {key: part_by_share(key, seed=seed, parts=SHARES) for key in sizes}


@given(KEYS, SEEDS, st.integers(1, 30), st.integers(1, 30))
def test_parts_by_number_get_exactly_their_number_of_single_questions(
    sizes: dict[str, int], seed: int, first: int, second: int
) -> None:
    sizes = dict.fromkeys(sizes, 1)
    parts = [Part("test", number=first), Part("dev", number=second), Part("train", share=1.0)]
    counts = Counter(plan_draw(sizes, taken={}, seed=seed, parts=parts).values())
    assert counts["test"] == min(first, len(sizes))
    assert counts["dev"] == min(second, len(sizes) - counts["test"])
    assert counts["train"] == len(sizes) - counts["test"] - counts["dev"]


@given(KEYS, SEEDS, st.integers(1, 60))
def test_a_part_by_number_never_holds_more_and_leaves_out_only_what_does_not_fit(
    sizes: dict[str, int], seed: int, number: int
) -> None:
    plan = plan_draw(sizes, taken={}, seed=seed, parts=[Part("test", number=number)])
    assert set(plan) == set(sizes)
    room = number - sum(sizes[key] for key, part in plan.items() if part == "test")
    left = [sizes[key] for key, part in plan.items() if part == NO_SPLIT]
    assert room >= 0
    assert all(size > room for size in left)


def test_questions_join_the_split_that_a_near_duplicate_has_already() -> None:
    plan = plan_draw({"a": 2, "b": 1}, taken={"a": "own"}, seed=1, parts=[Part("test", number=1)])
    assert plan == {"a": "own", "b": "test"}


def test_shares_come_out_as_asked_on_many_questions_and_differ_by_seed() -> None:
    sizes = {question_key(f"question {number}"): 1 for number in range(20_000)}
    plan = plan_draw(sizes, taken={}, seed=5, parts=SHARES)
    counts = Counter(plan.values())
    # Four standard deviations of a binomial number.
    assert abs(counts["train"] - 16_000) < 4 * (20_000 * 0.8 * 0.2) ** 0.5
    assert abs(counts["dev"] - 2_000) < 4 * (20_000 * 0.1 * 0.9) ** 0.5
    assert plan != plan_draw(sizes, taken={}, seed=6, parts=SHARES)


def test_taking_a_number_first_does_not_bend_the_shares_of_the_rest() -> None:
    sizes = {question_key(f"question {number}"): 1 for number in range(20_000)}
    parts = [Part("test", number=10_000), Part("a", share=0.5), Part("b", share=0.5)]
    counts = Counter(plan_draw(sizes, taken={}, seed=5, parts=parts).values())
    assert counts["test"] == 10_000
    assert abs(counts["a"] - 5_000) < 4 * (10_000 * 0.25) ** 0.5
