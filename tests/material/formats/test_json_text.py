"""What is wrong with a text that is no JSON: each way of breaking it has a sentence of its own."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.formats.fields import describe
from annotator.material.formats.json_text import BrokenJsonError, parse_json
from annotator.material.formats.problems import Problem

NUMBERS = st.integers() | st.integers().map(lambda number: number * 2**64)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def refusal(data: bytes | str, *, may_be_truncated: bool = False) -> Problem:
    text = data.encode() if isinstance(data, str) else data
    with pytest.raises(BrokenJsonError) as caught:
        parse_json(text, may_be_truncated=may_be_truncated)
    return caught.value.problem


def said(data: bytes | str, *, may_be_truncated: bool = False) -> str:
    return str(refusal(data, may_be_truncated=may_be_truncated))


@given(VALUES, st.booleans())
def test_what_was_written_is_read(value: Any, ascii_alone: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_alone)
    assert parse_json(text.encode(), may_be_truncated=False) == value


@given(VALUES)
def test_what_lacks_its_end_is_told_to_be_truncated_only_where_the_file_ends(value: Any) -> None:
    text = json.dumps({"a": value}).encode()[:-1]
    assert "it seems to be truncated" in said(text, may_be_truncated=True)
    assert "isn't complete on this line" in said(text)


@given(st.binary(max_size=200), st.booleans())
def test_nothing_but_a_problem_with_a_line_is_raised(data: bytes, truncated: bool) -> None:
    try:
        parse_json(data, may_be_truncated=truncated)
        line: int | None = 1
    except BrokenJsonError as error:
        line = error.problem.line
    assert line in range(1, data.count(b"\n") + 2)


@given(VALUES, st.text(), VALUES, VALUES)
def test_a_key_that_stands_twice_is_refused_at_any_depth(
    outer: Any, key: str, first: Any, second: Any
) -> None:
    name = json.dumps(key)
    twice = f"{{{name}: {json.dumps(first)}, {name}: {json.dumps(second)}}}"
    problem = refusal(f'{{"x": {json.dumps(outer)}, "y": [{twice}]}}')
    assert problem == Problem(
        f"the key {describe(key)} appears twice in one object",
        "Keep one of the two, or rename one",
        field=f"y[0].{key}",
        line=1,
    )


def test_a_key_that_stands_twice_is_named_with_line_path_and_the_example_around_it() -> None:
    text = '[{"id": "4"},\n {"id": "5", "pairs": [{"a": 1,\n "a": 2}]}]'
    assert said(text) == (
        "3: [1].pairs[0].a: the key 'a' appears twice in one object of id 5. "
        "Keep one of the two, or rename one."
    )


def test_a_key_that_stands_twice_is_refused_where_it_is_written_in_two_ways() -> None:
    assert refusal('{"example_id": 7, "a": 1, "\\u0061": 2}').problem == (
        "the key 'a' appears twice in one object of example_id 7"
    )


def test_a_key_that_stands_twice_is_named_where_the_rest_is_broken() -> None:
    assert said('{"aa": 1, "aa": 2, ') == (
        "1: aa: the key 'aa' appears twice in one object. Keep one of the two, or rename one."
    )


@pytest.mark.parametrize(
    "number",
    ["18446744073709551621", "-9223372036854775809", "1.50", "1e5", "1E400", "-0.0", "12345678"],
)
def test_numbers_are_shown_as_they_stand_in_the_file(number: str) -> None:
    assert describe(parse_json(number.encode(), may_be_truncated=True)) == number


QUOTED = "Put it in double quotes"
COMPLETE = "Put the whole object on one line"
WHOLE = "Get the whole file: it seems to be truncated here"
A_VALUE = "Write a text in double quotes, a number, true, false, null, a list or an object"
DIGITS = "Write digits, without a plus sign, leading zeros or a bare point"
CHARACTER = "Write the whole character, or remove it"

BROKEN = {
    '{"a": [': f"the JSON isn't complete on this line: it ends within a list. {COMPLETE}",
    '{"a": ': (
        f"the JSON isn't complete on this line: it ends where a value is expected. {COMPLETE}"
    ),
    '{"a": "b': "the JSON isn't complete on this line: it ends within a text. "
    f"{COMPLETE}, with \\n for each line break within a text",
    "": "the file is empty. Give at least one example",
    "id,question": "this is not JSON: it begins with 'id,question'. Write it with a JSON library",
    '{"a": 1,}': "there is a comma before a closing bracket at character 9 of the line. "
    "Remove the comma",
    '{"a": [1,]}': "there is a comma before a closing bracket at character 10 of the line. "
    "Remove the comma",
    '{"a": 1,, "b": 2}': "',' is at character 9 of the line, where a key is expected. Remove it",
    "{'a': 1}": "there are single quotes at character 2 of the line. Write double quotes",
    "{\"a\": 'b'}": "there are single quotes at character 7 of the line. Write double quotes",
    '{"é": “b”}': "there are typographic quotes at character 7 of the line. "
    'Write plain double quotes (")',
    "{a: 1}": f"the key 'a' is not in double quotes at character 2 of the line. {QUOTED}",
    '{"a": 1} // end': "there is more text after the JSON at character 10 of the line. Remove it",
    '{"a": /* b */ 1}': (
        "there is a comment at character 7 of the line. Remove it: JSON does not allow comments"
    ),
    '{"a": NaN}': "NaN is not a value of JSON (at character 7 of the line). "
    "Write the number or the text that belongs here",
    '{"a": -Infinity}': "-Infinity is not a value of JSON (at character 8 of the line). "
    "Write a finite number",
    '{"a": True}': "True is not a value of JSON (at character 7 of the line). Write true",
    '{"a": None}': "None is not a value of JSON (at character 7 of the line). "
    'Write null, or "" for an empty text',
    '{"a": tru}': f"'tru' is not a value of JSON (at character 10 of the line). {A_VALUE}",
    '{"a": b}': f"'b' is not a value of JSON (at character 7 of the line). {A_VALUE}",
    '{"a": }': "a value is missing at character 7 of the line. "
    "Write it, or remove the comma or key before it",
    '{"a": 01}': f"01 is not a number as JSON writes it (at character 8 of the line). {DIGITS}",
    '{"a": .5}': f".5 is not a number as JSON writes it (at character 7 of the line). {DIGITS}",
    '{"a": +1}': f"+1 is not a number as JSON writes it (at character 7 of the line). {DIGITS}",
    '{"a": \u00a01}': "there is an invisible character (U+00A0) at character 7 of the line. "
    "Remove it",
    '{"a" 1}': "the colon after a key is missing at character 6 of the line. Write it",
    '{"a": 1 "b": 2}': "a comma is missing at character 9 of the line, or a quotation mark before "
    'it is not escaped. Write the comma, and \\" for a quotation mark within a text',
    '{"a": "b "c" d"}': "a comma is missing at character 11 of the line, or a quotation mark "
    'before it is not escaped. Write the comma, and \\" for a quotation mark within a text',
    '{"a": [1}': "'}' does not close '[' at character 9 of the line. "
    "Close each bracket with its own kind",
    '{"a": "b\tc"}': "a text has a tab in it at character 9 of the line. Write it as \\t",
    '{"a": "b\nc"}': "a text has a line break in it at character 9 of the line. Write it as \\n",
    '{"a": "\x01"}': "a text has the control character U+0001 in it at character 8 of the line. "
    "Write it as \\u0001",
    '{"a": "C:\\x"}': "\\x is not an escape of JSON (at character 11 of the line). "
    "Write a backslash as \\\\",
    '{"a": "fi\\ud83drst"}': "\\ud83d is half of a character (a lone surrogate) at character 16 "
    f"of the line. {CHARACTER}",
    '{"a": "\\udc00"}': "\\udc00 is half of a character (a lone surrogate) at character 13 of the "
    f"line. {CHARACTER}",
    '{"a": 1} {"a": 2}': "another value begins at character 10 of the line. "
    "Put each on a line of its own",
    '{"a": 1}}': "there is more text after the JSON at character 9 of the line. Remove it",
    '{"a": ' + "[" * 300: "the JSON is nested more than 200 levels deep. Flatten it",
    '{"a": ' + "1" * 5000 + "}": "the JSON has a number of thousands of digits. "
    "Write it as a string or shorten it",
}


@pytest.mark.parametrize("text", BROKEN, ids=lambda text: ascii(text[:20]))
def test_each_way_of_breaking_json_has_its_own_sentence(text: str) -> None:
    problem = refusal(text)
    assert f"{problem.problem}. {problem.fix}" == BROKEN[text]
    assert problem.line == 1
    assert problem.field in {"", "a", "é"}


def test_json_that_ends_with_the_file_is_told_to_be_truncated() -> None:
    assert said('{"a": "b', may_be_truncated=True) == (
        f"1: a: the JSON ends too early, within a text. {WHOLE}."
    )
    assert said('[{"a": 1},\n{"a": 2', may_be_truncated=True) == (
        f"2: a: the JSON ends too early, within an object. {WHOLE}."
    )


def test_bytes_that_are_not_utf8_are_named_with_line_and_field() -> None:
    data = '{"a": 1,\n"document_title": "café"}'.encode("latin-1")
    assert said(data) == (
        "2: document_title: byte 23 of the line (0xe9) is not UTF-8. Save the file as UTF-8."
    )


def test_of_two_things_that_are_wrong_the_first_is_named() -> None:
    assert said(b'{"a": NaN, "b": "\xe9"}').startswith("1: a: NaN is not a value")


def test_a_byte_order_mark_is_skipped() -> None:
    assert parse_json(b'\xef\xbb\xbf{"a": 1}', may_be_truncated=True) == {"a": 1}
