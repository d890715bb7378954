"""Lines whose tokens nobody reads are refused like any other."""

import json
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.formats import lines_without_tokens
from annotator.material.formats.lines import Line, parse_object
from annotator.material.formats.lines_without_tokens import parse_without_tokens
from annotator.material.formats.problems import FormatError, Problem
from tests.just_before import just_before
from tests.material.formats.nq_examples import small_example

EXAMPLE = small_example()
WRITTEN = orjson.dumps(EXAMPLE)
TOKENS = b'"document_tokens":'


def found(parse: Any, data: bytes, *, is_open: bool = False) -> dict[str, Any] | list[Problem]:
    """What a line holds besides tokens, or what is wrong with it."""
    try:
        value = parse(Line(1, data, is_open))
    except FormatError as error:
        return list(error.problems)
    return {key: each for key, each in value.items() if key != "document_tokens"}


def assert_alike(data: bytes) -> None:
    """The same comes of a line with and without its tokens."""
    for is_open in (False, True):
        skimmed = found(parse_without_tokens, data, is_open=is_open)
        assert skimmed == found(parse_object, data, is_open=is_open)


def with_tokens(tokens: bytes) -> bytes:
    """The example with this in place of its tokens."""
    rest = {key: each for key, each in EXAMPLE.items() if key != "document_tokens"}
    return b"{" + TOKENS + tokens + b"," + orjson.dumps(rest)[1:]


@pytest.mark.parametrize(
    "data",
    [
        WRITTEN,
        WRITTEN.replace(b"<", rb"\u003c").replace(b">", rb"\u003e").replace(b"&", rb"\u0026"),
        with_tokens(rb'[{"token":"[\\u003c] }"},{"token":"\u003cP\u003e"}]'),
    ],
)
def test_tokens_are_not_in_the_value(data: bytes) -> None:
    value = parse_without_tokens(Line(1, data))
    whole = parse_object(Line(1, data))
    plain = rb"\\u003c" not in data
    assert value == (whole | {"document_tokens": [{"": 0}]} if plain else whole)


@pytest.mark.parametrize(
    "tokens",
    [
        b'[{"token":"a","token":"b"}]',
        b'[{"token":"a","token" :"b"}]',
        b'[{"token":":","token":"b"}]',
        rb'[{"token":"\u003a","token":"\""}]',
        rb'[{"token":"a","\u0074oken":"b"}]',
        rb'[{"token":"\\u003c"},{"token":"a","token":"b"}]',
        rb'[{"token":"\u003c"},{"token":"a","token":"\u003c"}]',
        b'[{"token":{"token":1,"token":2}}]',
        b'[{"token":' + b"[" * 250 + b"1" + b"]" * 250 + b"}]",
        b'[{"token":' + b'{"a":' * 250 + b"1" + b"}" * 250 + b"}]",
        b'[{"start_byte":' + b"1" * 5000 + b"}]",
        b'[{"start_byte":01}]',
        b'[{"start_byte":18446744073709551616}]',
        b'[{"start_byte":1e999}]',
        b'[{"start_byte":NaN}]',
        b'[{"token":"a"}] ]',
        b'[{"token":"a"},]',
        b'[{"token":"a"}{"token":"b"}]',
        b'[{"token":"a}]',
        b'[{"token":"}]"}]',
        b'[{"token":"\xff"}]',
        b'[{"token":"\x01"}]',
        rb'[{"token":"\ud800"}]',
        b"[]",
        b"[ ]",
        b"null",
        b'[{"token":"a"}',
        b'[{"token":"a"}],"document_tokens":[{"token":"b"}]',
        b'[{"token":"a"}],"annotations":[]',
        b'[{"token":"a"}],"x":"' + rb"\"document_tokens\":[{" + b'"',
        b'[{"token":"a"}],"x' + rb"\"document_tokens" + b'":[{"a":1,"a":2}]',
        b'[{"token":"a"}],"x":{"document_tokens":[{"a":1,"a":2}]}',
        b'1,"x":"document_tokens":[{"token":"a"}]',
        b'1,"x":document_tokens":[{"token":"a"}]',
    ],
)
def test_what_is_wrong_with_tokens_is_still_found(tokens: bytes) -> None:
    assert_alike(with_tokens(tokens))


@pytest.mark.parametrize("depth", [196, 197, 198, 199, 200])
def test_tokens_count_for_the_depth_of_a_line(depth: int) -> None:
    data = b'{"x":' * depth + b'{"document_tokens":[{"token":"a"}]}' + b"}" * depth
    refused = [isinstance(found(each, data), list) for each in (parse_object, parse_without_tokens)]
    assert refused == [depth > 197] * 2


def test_the_order_of_keys_and_the_room_between_them_do_not_matter() -> None:
    last_first = dict(reversed(EXAMPLE.items()))
    for value in (EXAMPLE, last_first):
        for data in (orjson.dumps(value), json.dumps(value).encode()):
            assert_alike(data)


@given(place=st.integers(0, len(WRITTEN)), count=st.integers(0, 3), piece=st.binary(max_size=3))
def test_a_damaged_line_is_refused_in_the_same_words(place: int, count: int, piece: bytes) -> None:
    assert_alike(WRITTEN[:place] + piece + WRITTEN[place + count :])


def test_plain_tokens_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[bytes] = []
    target = f"{lines_without_tokens.__name__}.parse_object"
    just_before(monkeypatch, target, lambda line: parsed.append(line.data))
    parse_without_tokens(Line(1, with_tokens(b'[{"token":"a"}]')))
    assert parsed == [with_tokens(b'[{"":0}]')]
