"""Reading the original format: every field, verified against the page's bytes."""

from collections.abc import Iterator, Sequence
from typing import Any

from annotator.material.corpus.markup.spans import Token
from annotator.material.formats.fields import check_question_tokens, size_problem
from annotator.material.formats.known_shapes import other_shape
from annotator.material.formats.natural_questions.annotations import read_annotations
from annotator.material.formats.natural_questions.candidates import read_candidates
from annotator.material.formats.natural_questions.example import OriginalExample
from annotator.material.formats.natural_questions.shared_fields import check_values, wrong_types
from annotator.material.formats.natural_questions.tokens import read_tokens
from annotator.material.formats.natural_questions.unverified import Unverified
from annotator.material.formats.problems import Problem, refuse_example

_KINDS: dict[str, type] = {
    "example_id": int,
    "question_text": str,
    "question_tokens": list,
    "document_title": str,
    "document_url": str,
    "document_html": str,
    "document_tokens": list,
    "long_answer_candidates": list,
}
KNOWN_KEYS = frozenset(_KINDS) | {"annotations"}


def read_example(
    value: dict[str, Any],
    *,
    known: Unverified | None = None,
) -> OriginalExample:
    """An object of the original format, with all offsets kept as they are given.

    Verified: types; tokens in order inside the page, tags where they say so; candidates on a tag
    and its closing tag, in order, nested or apart, ``top_level`` where nothing encloses them;
    annotations inside candidates. ``annotations`` may be missing (unlabelled data); unknown keys
    are ignored. ``known``: the line's tokens and candidates, where this very page was verified
    before.

    Raises ``ExampleError`` with up to ten problems; a later stage (tokens, candidates,
    annotations) is looked at only when the earlier ones are right.
    """
    refuse_example(_check_fields(value))
    html = value["document_html"].encode()
    tokens: Sequence[Token]
    if known is None:
        tokens = read_tokens(value["document_tokens"], html)
        candidates = read_candidates(value["long_answer_candidates"], tokens)
    else:
        tokens, candidates = known
    return OriginalExample(
        example_id=value["example_id"],
        question_text=value["question_text"],
        question_tokens=tuple(value["question_tokens"]),
        document_title=value["document_title"],
        document_url=value["document_url"],
        document_html=html,
        document_tokens=tokens,
        long_answer_candidates=candidates,
        annotations=read_annotations(value.get("annotations", []), tokens, candidates),
    )


def _check_fields(value: dict[str, Any]) -> Iterator[Problem]:
    if not value.keys() >= _KINDS.keys() and (other := other_shape(value, wanted="nq")):
        yield other
        return
    if wrong := wrong_types(value, _KINDS):
        yield from wrong
        return
    yield from check_values(value, texts=("question_text", "document_title", "document_url"))
    yield from check_question_tokens(value["question_tokens"])
    if too_large := size_problem(len(value["document_html"].encode()), "document_html"):
        yield too_large
