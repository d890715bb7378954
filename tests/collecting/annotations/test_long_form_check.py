"""What an ASQA answer must be, held against what its annotator saw."""

from typing import Any

import pytest

from annotator.collecting.annotations.long_form_check import (
    FrozenPage,
    Reading,
    ShownQuestion,
    check_long_form_answer,
)
from annotator.exceptions import InvalidInputError
from annotator.material.corpus.markup.tokens import tokenize_page
from tests.factories.corpus import HTML

TOKENS = tokenize_page(HTML)
PAGE = 7
SHOWN = ShownQuestion(
    readings=(
        Reading(0, "Who plays the 4 seasons?", ("four seasons", "4 seasons")),
        Reading(1, "Who uses a plumb bob?", ("Surveyors",)),
    ),
    contexts=("The four seasons are by Vivaldi.",),
    pages={PAGE: FrozenPage("Plumb bob", HTML, TOKENS)},
)
BOTH = "The Four Seasons, and surveyors."


def answer(text: str = BOTH, **changes: Any) -> dict[str, Any]:
    return {
        "long_form_answer": text,
        "knowledge": [],
        "acknowledged_missing": [],
        "concern": "",
        **changes,
    }


def refusal(given: dict[str, Any], shown: ShownQuestion = SHOWN) -> InvalidInputError:
    with pytest.raises(InvalidInputError) as refused:
        check_long_form_answer(given, shown=shown)
    return refused.value


def words(first: str, last: str) -> dict[str, int]:
    """The tokens from the first such word on to the next last one."""
    start = next(n for n, token in enumerate(TOKENS) if token.token == first)
    end = next(n for n in range(start, len(TOKENS)) if TOKENS[n].token == last)
    return {"page": PAGE, "start_token": start, "end_token": end + 1}


def piece(content: str = "A weight.", **changes: Any) -> dict[str, Any]:
    return {"content": content, "page_title": None, **changes}


def test_an_answer_with_every_short_answer_is_taken_as_it_is() -> None:
    checked = check_long_form_answer(answer(f"  {BOTH}\n"), shown=SHOWN)
    assert (checked.text, checked.missing, checked.knowledge) == (BOTH, (), ())
    assert checked.word_count == 5


def test_any_one_of_equivalent_wordings_counts_as_present() -> None:
    assert check_long_form_answer(answer("4 seasons. Surveyors!"), shown=SHOWN).missing == ()
    assert check_long_form_answer(answer("Four seasons; surveyors"), shown=SHOWN).missing == ()


def test_a_missing_short_answer_that_nobody_confirmed_is_refused_with_all_there_is_to_say() -> None:
    error = refusal(answer("Seasons."))
    assert error.code == "missing_short_answers"
    assert error.extra == {
        "missing": [
            {
                "disambiguation": 0,
                "question": "Who plays the 4 seasons?",
                "short_answers": ["four seasons", "4 seasons"],
            },
            {
                "disambiguation": 1,
                "question": "Who uses a plumb bob?",
                "short_answers": ["Surveyors"],
            },
        ]
    }
    assert "2 disambiguations" in error.detail


def test_a_refusal_names_only_what_is_not_confirmed() -> None:
    error = refusal(answer("Seasons.", acknowledged_missing=[0]))
    assert [row["disambiguation"] for row in error.extra["missing"]] == [1]


def test_only_what_was_really_missing_is_kept_of_what_was_confirmed() -> None:
    given = answer("Geodesists and the four seasons.", acknowledged_missing=[0, 1, 5])
    assert check_long_form_answer(given, shown=SHOWN).missing == (SHOWN.readings[1],)


def test_without_context_nothing_is_missing() -> None:
    checked = check_long_form_answer(answer("Whatever."), shown=ShownQuestion())
    assert (checked.missing, checked.coverage) == ((), None)


def test_a_concern_may_stand_without_an_answer() -> None:
    checked = check_long_form_answer(answer("", concern=" They are one. "), shown=SHOWN)
    assert (checked.text, checked.concern) == ("", "They are one.")
    assert (checked.word_count, checked.coverage) == (0, None)


def test_a_concern_with_an_answer_does_not_excuse_what_is_missing() -> None:
    assert refusal(answer("Seasons.", concern="x")).code == "missing_short_answers"


@pytest.mark.parametrize("text", ["", "  \n\t "])
def test_neither_answer_nor_concern_is_refused(text: str) -> None:
    error = refusal(answer(text, concern=text))
    assert (error.code, list(error.fields)) == ("answer_needed", ["long_form_answer"])


@pytest.mark.parametrize(
    ("given", "field", "limit"),
    [
        (answer("x" * 2_000_000), "long_form_answer", "20,000"),
        (answer(concern="x" * 5_001), "concern", "5,000"),
        (answer(knowledge=[piece()] * 101), "knowledge", "100"),
        (answer(knowledge=[piece(), piece("x" * 20_001)]), "knowledge[1].content", "20,000"),
        (answer(knowledge=[piece(page_title="x" * 501)]), "knowledge[0].page_title", "500"),
    ],
)
def test_what_is_too_long_is_refused_with_its_field_and_its_limit(
    given: dict[str, Any], field: str, limit: str
) -> None:
    error = refusal(given)
    assert (error.code, list(error.fields)) == ("too_long", [field])
    assert limit in error.fields[field]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        (answer("a\x00b"), "long_form_answer"),
        (answer(concern="a\x00b"), "concern"),
        (answer(knowledge=[piece("a\x00b")]), "knowledge[0].content"),
        (answer(knowledge=[piece(page_title="a\x00b")]), "knowledge[0].page_title"),
    ],
)
def test_null_characters_are_refused_where_they_stand(given: dict[str, Any], field: str) -> None:
    error = refusal(given)
    assert (error.code, list(error.fields)) == ("unreadable_character", [field])


def test_typed_knowledge_keeps_its_words_and_any_title() -> None:
    given = answer(
        knowledge=[piece(" A  weight. ", page_title=" Elsewhere "), piece(page_title="")]
    )
    typed, untitled = check_long_form_answer(given, shown=SHOWN).knowledge
    assert (typed.content, typed.page_title, typed.page) == ("A  weight.", "Elsewhere", None)
    assert untitled.page_title is None


def test_empty_knowledge_is_refused() -> None:
    error = refusal(answer(knowledge=[piece(), piece("  ")]))
    assert (error.code, list(error.fields)) == ("empty_knowledge", ["knowledge[1].content"])


def test_knowledge_from_a_page_gets_its_bytes_its_own_words_and_the_title_of_the_visit() -> None:
    anchored = piece("Masons\nuse it", page_title="Another title", **words("Masons", "it"))
    (checked,) = check_long_form_answer(answer(knowledge=[anchored]), shown=SHOWN).knowledge
    assert (checked.content, checked.page_title, checked.page) == (
        "Masons use it",
        "Plumb bob",
        PAGE,
    )
    assert HTML[checked.start_byte : checked.end_byte] == b"Masons use it"
    assert (checked.start_token, checked.end_token) == (
        anchored["start_token"],
        anchored["end_token"],
    )


def test_knowledge_that_reads_otherwise_on_its_page_is_refused() -> None:
    error = refusal(answer(knowledge=[piece("Masons used it", **words("Masons", "it"))]))
    assert (error.code, list(error.fields)) == ("passage_mismatch", ["knowledge[0].content"])
    assert "“Masons use it”" in error.detail


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"page": 8}, "unknown_page", "knowledge[0].page"),
        ({"start_token": None}, "unknown_passage", "knowledge[0]"),
        ({"page": None}, "unknown_passage", "knowledge[0]"),
        ({"start_token": 10_000, "end_token": 10_001}, "unknown_passage", "knowledge[0]"),
        ({"end_token": 0}, "unknown_passage", "knowledge[0]"),
        ({"start_token": 0, "end_token": 1_000_000}, "unknown_passage", "knowledge[0]"),
    ],
)
def test_knowledge_from_nowhere_is_refused(changes: dict[str, Any], code: str, field: str) -> None:
    given = piece("Masons use it", **{**words("Masons", "it"), **changes})
    error = refusal(answer(knowledge=[given]))
    assert (error.code, list(error.fields)) == (code, [field])


def test_without_context_no_page_is_there_to_take_knowledge_from() -> None:
    given = answer("Text.", knowledge=[piece("Masons use it", **words("Masons", "it"))])
    assert refusal(given, ShownQuestion()).code == "unknown_page"


def test_coverage_counts_questions_short_answers_contexts_and_knowledge() -> None:
    # the, four, seasons, and, surveyors: "and" alone stands nowhere.
    checked = check_long_form_answer(answer(), shown=SHOWN)
    assert checked.coverage == pytest.approx(4 / 5)
    with_piece = answer(knowledge=[piece("This and that.")])
    assert check_long_form_answer(with_piece, shown=SHOWN).coverage == pytest.approx(1)


def test_coverage_without_context_is_that_of_the_own_knowledge() -> None:
    given = answer("Masons build walls.", knowledge=[piece("Walls of masons")])
    checked = check_long_form_answer(given, shown=ShownQuestion())
    assert checked.coverage == pytest.approx(2 / 3)
