import copy
from typing import Any

import orjson
import pytest
from hypothesis import example as by_example
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.corpus.markup.spans import Token, TokenColumns
from annotator.material.formats.natural_questions import read_example, to_original, to_simplified
from annotator.material.formats.natural_questions.tokens import read_tokens
from annotator.material.formats.natural_questions.writer import document_text
from annotator.material.formats.problems import ExampleError
from tests.material.formats.nq_examples import annotate, build_example, small_example

Path = tuple[str | int, ...]


def dotted(path: Path) -> str:
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def leaves(value: Any, path: Path = ()) -> list[Path]:
    if isinstance(value, dict):
        return [leaf for key in value for leaf in leaves(value[key], (*path, key))]
    if isinstance(value, list):
        return [leaf for i, entry in enumerate(value) for leaf in leaves(entry, (*path, i))]
    return [path]


def changed(example: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    example = copy.deepcopy(example)
    holder: Any = example
    for part in path[:-1]:
        holder = holder[part]
    holder[path[-1]] = value
    return example


def at(example: Any, path: Path) -> Any:
    for part in path:
        example = example[part]
    return example


def refused_fields(example: dict[str, Any]) -> list[str]:
    with pytest.raises(ExampleError) as caught:
        read_example(example)
    return [problem.field for problem in caught.value.problems]


def first_refusal(example: dict[str, Any]) -> str:
    with pytest.raises(ExampleError) as caught:
        read_example(example)
    return str(caught.value.problems[0])


EXAMPLE = small_example()
LEAVES = leaves(EXAMPLE)
OFFSETS = [
    path
    for path in LEAVES
    if path[-1] in ("start_byte", "end_byte", "start_token", "end_token", "candidate_index")
    and at(EXAMPLE, path) != -1
]


def test_what_was_read_is_written_back_as_it_was() -> None:
    assert to_original(read_example(EXAMPLE)) == EXAMPLE


def test_offsets_are_kept_and_no_long_answer_is_none() -> None:
    example = read_example(EXAMPLE)
    assert [a.long_answer and a.long_answer.candidate_index for a in example.annotations] == [
        2, 0, None, 0, 1,
    ]  # fmt: skip
    assert example.annotations[0].annotation_id == 2**64 - 5
    html = example.document_html
    assert [
        html[span.start_byte : span.end_byte].decode()
        for annotation in example.annotations
        for span in annotation.short_answers
    ] == ["3 metres", "3 metres", "400 grams"]


def test_to_simplified_gives_the_documented_keys() -> None:
    simplified = to_simplified(read_example(EXAMPLE))
    assert simplified["document_text"].split(" ") == [
        token["token"] for token in EXAMPLE["document_tokens"]
    ]
    assert simplified["long_answer_candidates"][1] == {
        "start_token": 11, "end_token": 29, "top_level": True,
    }  # fmt: skip
    assert simplified["annotations"][0] == {
        "annotation_id": 2**64 - 5,
        "long_answer": {"candidate_index": 2, "start_token": 12, "end_token": 20},
        "short_answers": [{"start_token": 17, "end_token": 19}],
        "yes_no_answer": "NONE",
    }
    assert set(simplified) == {
        "annotations", "document_text", "document_url", "example_id", "long_answer_candidates",
        "question_text",
    }  # fmt: skip


def test_document_text_writes_blanks_inside_of_tokens_as_underscores() -> None:
    tokens = [
        Token('<Td colspan="2">', 0, 16, html_token=True),
        Token("a b", 16, 20, html_token=False),
    ]
    assert document_text(tokens) == '<Td_colspan="2"> a_b'


WORDS = st.sampled_from(["stone", "über", "長安", "ماء", "12.5", "🏛", "``", "--"])
BLOCKS = st.recursive(
    st.tuples(st.sampled_from(["P", "Li", "Dd"]), st.lists(WORDS, min_size=1, max_size=5)),
    lambda inner: st.tuples(
        st.sampled_from(["Table", "Ul", "Tr"]), st.lists(inner | WORDS, min_size=1, max_size=3)
    ),
    max_leaves=6,
)


@st.composite
def examples(draw: st.DrawFn) -> dict[str, Any]:
    example = build_example(
        [("P", ["Begin"]), *draw(st.lists(BLOCKS, min_size=0, max_size=4))],
        example_id=draw(st.integers(-(2**63), 2**63 - 1)),
    )
    boxes = example["long_answer_candidates"]
    for number in range(draw(st.integers(0, 4))):
        candidate = draw(st.none() | st.integers(0, len(boxes) - 1))
        spans: list[tuple[int, int]] = []
        if candidate is not None:
            box = boxes[candidate]
            length = box["end_token"] - box["start_token"]
            edges = sorted(draw(st.sets(st.integers(0, length), max_size=4)))
            spans = list(zip(edges[::2], edges[1::2], strict=False))
        answers = ["NONE", "YES", "NO"] if candidate is not None and not spans else ["NONE"]
        annotate(
            example,
            number + draw(st.integers(0, 2**60)) * 8,
            candidate=candidate,
            spans=spans,
            yes_no=draw(st.sampled_from(answers)),
        )
    return example


@given(examples())
def test_reading_writing_and_reading_again_changes_nothing(value: dict[str, Any]) -> None:
    example = read_example(value)
    written = orjson.loads(orjson.dumps(to_original(example)))
    assert written == value
    assert read_example(written) == example


@given(examples())
def test_every_token_of_the_simplified_text_is_where_the_original_has_it(
    value: dict[str, Any],
) -> None:
    example = read_example(value)
    simplified = to_simplified(example)
    assert simplified["document_text"].split(" ") == [t.token for t in example.document_tokens]


def other_type(value: Any) -> st.SearchStrategy[Any]:
    wrong: list[Any] = [None, 1.5, {}, [], "text", 3, True, 2.0**70]
    return st.sampled_from([other for other in wrong if type(other) is not type(value)])


@given(st.data())
def test_a_value_of_another_type_is_refused_by_its_name(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(LEAVES))
    broken = changed(EXAMPLE, path, data.draw(other_type(at(EXAMPLE, path))))
    assert refused_fields(broken) == [dotted(path)]


@given(st.data())
def test_a_missing_field_is_refused_by_its_name(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from([path for path in LEAVES if isinstance(path[-1], str)]))
    broken = copy.deepcopy(EXAMPLE)
    del at(broken, path[:-1])[path[-1]]
    assert refused_fields(broken) == [dotted(path)]


@given(st.data(), st.sampled_from([-(10**12), -7, 10**6, 2**63 - 1]))
def test_an_offset_outside_of_the_page_is_refused_where_it_is(
    data: st.DataObject, offset: int
) -> None:
    path = data.draw(st.sampled_from(OFFSETS))
    fields = refused_fields(changed(EXAMPLE, path, offset))
    assert {field.rpartition(".")[0] for field in fields} == {dotted(path[:-1])}


@given(st.data(), st.integers(-40, 40).filter(bool))
def test_a_candidate_or_answer_with_a_moved_offset_is_refused_where_it_is(
    data: st.DataObject, distance: int
) -> None:
    path = data.draw(st.sampled_from([path for path in OFFSETS if path[0] != "document_tokens"]))
    fields = refused_fields(changed(EXAMPLE, path, at(EXAMPLE, path) + distance))
    assert {field.rpartition(".")[0] for field in fields} == {dotted(path[:-1])}


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["token", "start_byte", "end_byte", "html_token", "long_answer"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)


@given(st.data(), JSON)
def test_whatever_replaces_a_value_is_read_or_refused_as_an_example_error(
    data: st.DataObject, value: Any
) -> None:
    path = data.draw(st.sampled_from(LEAVES))
    broken = changed(EXAMPLE, path[: data.draw(st.integers(1, len(path)))], value)
    try:
        example = read_example(broken)
    except ExampleError:
        return
    assert to_original(example) == broken


@pytest.mark.parametrize(
    ("path", "value", "refusal"),
    [
        (("question_text",), " ", "the text is empty. Give the text."),
        (
            ("question_text",),
            "a\0b",
            "the text contains a NUL character, which a database can't store. Remove it.",
        ),
        (
            ("example_id",),
            2**63,
            (
                "9223372036854775808 is out of range. Give a number from -9223372036854775808 to "
                "9223372036854775807."
            ),
        ),
        (("document_tokens",), [], "the page has no tokens. Leave this page out."),
        (
            ("document_tokens",),
            [EXAMPLE["document_tokens"][0]],
            "the page has no text. Leave this page out.",
        ),
        (
            ("document_tokens", 0, "token"),
            "<Table>",
            (
                "bytes 28 to 45 are '<P class=\"shown\">', not the tag '<Table>'. Give the tag's "
                "own offsets, or set html_token to false."
            ),
        ),
        (
            ("document_tokens", 0, "token"),
            '<P colspan="2">',
            (
                "bytes 28 to 45 are '<P class=\"shown\">', not the tag '<P colspan=\"2\">'. Give "
                "the tag's own offsets, or set html_token to false."
            ),
        ),
        (
            ("document_tokens", 6, "start_byte"),
            76,
            (
                "the offset is inside a character. Count bytes of the page's UTF-8 and keep "
                "characters whole."
            ),
        ),
        (
            ("document_tokens", 10, "start_byte"),
            80,
            (
                "the token at bytes 80 to 94 starts before the end of the one before it, at 88 to "
                "89. List the tokens in the order of the page, without overlaps."
            ),
        ),
        (
            ("long_answer_candidates",),
            [],
            "the page has no long answer candidates. Leave this page out.",
        ),
        (
            ("long_answer_candidates", 2, "top_level"),
            True,
            "true is wrong: another box encloses this one. Set it to false.",
        ),
        (
            ("long_answer_candidates", 0, "top_level"),
            False,
            "false is wrong: no other box encloses this one. Set it to true.",
        ),
        (
            ("long_answer_candidates", 2, "start_token"),
            11,
            "the token has start_byte 94, the box 115. Set it to 12, or start_byte to 94.",
        ),
        (
            ("annotations", 0, "short_answers", 0, "end_token"),
            21,
            (
                "21 is not after 17 and inside the long answer, which ends at 20. Give the index "
                "after the span's last token."
            ),
        ),
        (
            ("annotations", 3, "yes_no_answer"),
            "MAYBE",
            "'MAYBE' is not an answer. Write NONE, YES or NO.",
        ),
        (
            ("annotations", 0, "yes_no_answer"),
            "YES",
            "YES is given beside short answers. Keep one of the two.",
        ),
        (
            ("annotations", 2, "yes_no_answer"),
            "NO",
            "NO is given without a long answer. Give the long answer, or NONE.",
        ),
        (
            ("annotations", 2, "long_answer", "end_token"),
            4,
            (
                "4 is not -1, but candidate_index is. Write -1 in all five fields where there is "
                "no long answer."
            ),
        ),
        (
            ("annotations", 1, "long_answer", "candidate_index"),
            3,
            (
                "candidate 3 has other offsets than the long answer. Give the index of the "
                "candidate that has them."
            ),
        ),
        (
            ("annotations", 2, "annotation_id"),
            11,
            "another annotation of this example has this id. Give each annotation its own id.",
        ),
        (
            ("annotations",),
            1001 * EXAMPLE["annotations"][:1],
            "the list has 1,001 entries; the limit is 1,000. Shorten the list.",
        ),
        (
            ("annotations", 0, "short_answers"),
            10_001 * EXAMPLE["annotations"][0]["short_answers"],
            "the list has 10,001 entries; the limit is 10,000. Shorten the list.",
        ),
        (
            ("annotations", 2, "annotation_id"),
            2**64,
            (
                "18446744073709551616 is out of range. Give a number from -9223372036854775808 to "
                "18446744073709551615."
            ),
        ),
    ],
)
def test_read_example_names_the_field_what_is_wrong_and_the_fix(
    path: Path, value: Any, refusal: str
) -> None:
    assert first_refusal(changed(EXAMPLE, path, value)) == f"{dotted(path)}: {refusal}"


def test_read_example_names_a_token_that_is_not_where_it_starts() -> None:
    broken = changed(EXAMPLE, ("document_tokens", 2, "start_byte"), 49)
    assert first_refusal(broken) == (
        "document_tokens[2].token: bytes 49 to 52 are 'umb', not 'plumb'. Give the token's own "
        "offsets in bytes, not in characters."
    )


def test_read_example_refuses_short_answers_without_a_long_answer() -> None:
    spans = EXAMPLE["annotations"][0]["short_answers"]
    broken = changed(EXAMPLE, ("annotations", 2, "short_answers"), spans)
    assert refused_fields(broken) == ["annotations[2].short_answers"]


def test_read_example_refuses_overlapping_short_answers() -> None:
    spans = EXAMPLE["annotations"][0]["short_answers"]
    broken = changed(EXAMPLE, ("annotations", 0, "short_answers"), spans * 2)
    assert refused_fields(broken) == ["annotations[0].short_answers[1].start_token"]


def test_read_example_refuses_candidates_out_of_order_and_twice() -> None:
    boxes = EXAMPLE["long_answer_candidates"]
    assert refused_fields(
        changed(EXAMPLE, ("long_answer_candidates",), [boxes[1], boxes[0], *boxes[2:]])
    ) == ["long_answer_candidates[1].start_token"]
    assert refused_fields(changed(EXAMPLE, ("long_answer_candidates",), [boxes[0], boxes[0]])) == [
        "long_answer_candidates[1].start_token"
    ]


def test_read_example_refuses_a_candidate_that_ends_with_another_tag() -> None:
    box = EXAMPLE["long_answer_candidates"][1]
    tokens = EXAMPLE["document_tokens"]
    cut = box | {"end_token": 20, "end_byte": tokens[19]["end_byte"]}
    assert first_refusal(changed(EXAMPLE, ("long_answer_candidates", 1), cut)) == (
        "long_answer_candidates[1].end_token: '</Tr>' does not close '<Table>'. "
        "End the box at its closing tag."
    )


def test_read_example_refuses_a_page_above_the_limit() -> None:
    with pytest.raises(ExampleError) as caught:
        read_example(changed(EXAMPLE, ("document_html",), "x" * 20_000_001))
    (problem,) = caught.value.problems
    assert (problem.field, problem.fix) == ("document_html", "Leave this page out or shorten it")


def test_read_example_stops_after_ten_problems() -> None:
    broken = copy.deepcopy(EXAMPLE)
    for number in range(40):
        broken["annotations"].append({"annotation_id": number})
    assert len(refused_fields(broken)) == 10


def test_annotations_may_be_missing_altogether() -> None:
    unlabelled = {key: value for key, value in EXAMPLE.items() if key != "annotations"}
    assert read_example(unlabelled).annotations == ()


def test_text_tokens_may_overlap_as_in_real_files_but_tags_may_not() -> None:
    broken = build_example([("P", ["wait...145A", "here"])])
    first = broken["document_tokens"][1]
    start = first["start_byte"]
    first |= {"token": "wait...", "end_byte": start + 8}
    broken["document_tokens"].insert(
        2, {"token": "145A", "start_byte": start + 7, "end_byte": start + 11, "html_token": False}
    )
    broken["long_answer_candidates"][0]["end_token"] += 1
    assert [t.token for t in read_example(broken).document_tokens[1:3]] == ["wait...", "145A"]


TOKEN_TEXTS = ["a", "A", "é", "<P>", "<p>", "</P>", "P", '<Td colspan="2">', "\0", "ß"]


@st.composite
def pages_with_tokens(draw: st.DrawFn) -> tuple[list[dict[str, Any]], bytes]:
    html = draw(st.sampled_from(["<p>é a</p>A", '<TD colspan="2">a', "<P", "aAé"])).encode()
    offsets = st.integers(-1, len(html) + 1) | st.integers(0, len(html))
    spans = sorted(draw(st.lists(st.tuples(offsets, offsets).map(sorted), max_size=4)))
    values = []
    for start, end in spans:
        raw = html[max(0, start) : max(0, end)].decode(errors="replace")
        text = draw(st.sampled_from([raw, raw, raw, raw.title(), raw.upper(), *TOKEN_TEXTS]))
        is_tag = draw(st.just(raw.startswith("<")) | st.booleans())
        values.append({"token": text, "start_byte": start, "end_byte": end, "html_token": is_tag})
    return values, html


@given(pages_with_tokens())
@by_example(([{"token": "<P>", "start_byte": 0, "end_byte": 2, "html_token": True}], b"<P"))
def test_tokens_are_read_as_they_are_or_refused(
    given_tokens: tuple[list[dict[str, Any]], bytes],
) -> None:
    values, html = given_tokens
    try:
        tokens = read_tokens(values, html)
    except ExampleError:
        return
    assert [token._asdict() for token in tokens] == values
    for token in tokens:
        raw = html[token.start_byte : token.end_byte].decode()
        assert raw.startswith("<") if token.html_token else raw


@given(
    st.lists(st.builds(Token, st.text(), st.integers(), st.integers(), st.booleans())), st.data()
)
def test_tokens_in_columns_are_the_same_sequence(tokens: list[Token], data: st.DataObject) -> None:
    columns = TokenColumns.of(tokens)
    assert (list(columns), columns) == (tokens, tokens)
    wanted = data.draw(st.slices(len(tokens)))
    assert columns[wanted] == tokens[wanted]
