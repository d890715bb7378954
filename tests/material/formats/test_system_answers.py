"""A system's answers as JSON: whatever is wrong is named with its line and key."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.formats.asqa.system_answers import read_answers
from annotator.material.formats.problems import FormatError

FILE = b"""{
  "k1": "A weight on a string.",

  "k2": "Masons and\\nsurveyors use it."
}
"""


def _refusal(data: bytes, keys: frozenset[str] | None = None) -> list[str]:
    with pytest.raises(FormatError) as refusal:
        read_answers(data, name="t5.json", keys=keys)
    return [str(problem) for problem in refusal.value.problems]


def test_a_file_gives_answers_and_the_lines_of_their_keys() -> None:
    found = read_answers(FILE, name="t5.json", keys=frozenset({"k1", "k2", "k3"}))
    assert found.name == "t5.json"
    assert found.answers == {"k1": "A weight on a string.", "k2": "Masons and\nsurveyors use it."}
    assert found.lines == {"k1": 2, "k2": 4}


def test_a_key_that_the_project_lacks_is_named_with_its_line() -> None:
    assert _refusal(FILE, frozenset({"k1"})) == [
        (
            "t5.json:4: k2: the project has no question with this key. Check the key, or import"
            " the question first."
        )
    ]


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("null", "null is not a string. Write the answer's text"),
        ("3", "3 is not a string. Write the answer's text"),
        ('["x"]', "a list is not a string. Write the answer's text"),
        ('""', "the text is empty. Give the text"),
        ('" \\n"', "the text is empty. Give the text"),
        ('"\\u0000"', "the text contains a NUL character, which a database can't store. Remove it"),
    ],
)
def test_an_answer_that_is_no_text_is_refused(answer: str, problem: str) -> None:
    data = FILE.replace(b'"A weight on a string."', answer.encode())
    assert _refusal(data) == [f"t5.json:2: k1: {problem}."]


@pytest.mark.parametrize("answer", ["", " \n"])
def test_an_answer_without_words_is_read_where_it_may_be_empty(answer: str) -> None:
    data = json.dumps({"k1": answer, "k2": "Masons."}).encode()
    assert read_answers(data, name="t5.json", may_be_empty=True).answers["k1"] == answer
    with pytest.raises(FormatError, match="null is not a string"):
        read_answers(b'{"k1": null}', name="t5.json", may_be_empty=True)


def test_a_key_that_stands_twice_is_refused() -> None:
    assert _refusal(FILE.replace(b"k2", b"k1")) == [
        (
            "t5.json:4: k1: the key 'k1' appears twice in one object. Keep one of the two, or"
            " rename one."
        )
    ]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"[]", "t5.json: a list is not an object. Write an object of keys and answers."),
        (b"{}", "t5.json: it is empty. Write an object of keys and answers."),
        (
            b'{"k1": "x"',
            (
                "t5.json:1: k1: the JSON ends too early, within an object. Get the whole file: it"
                " seems to be truncated here."
            ),
        ),
    ],
)
def test_what_is_no_object_of_answers_is_refused(data: bytes, problem: str) -> None:
    assert _refusal(data) == [problem]


TEXTS = st.text(
    st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1, max_size=30
)


@given(
    st.dictionaries(TEXTS.filter(str.strip), TEXTS.filter(str.strip), min_size=1, max_size=8),
    st.sampled_from([None, 0, 2]),
    st.booleans(),
)
def test_whatever_is_written_by_a_json_library_is_read(
    answers: dict[str, str], indent: int | None, ascii_only: bool
) -> None:
    text = json.dumps(answers, indent=indent, ensure_ascii=ascii_only)
    found = read_answers(text.encode(), name="t5.json")
    assert found.answers == answers
    first = 1 if indent is None else 2
    step = 0 if indent is None else 1
    assert list(found.lines.values()) == [first + step * n for n in range(len(answers))]
