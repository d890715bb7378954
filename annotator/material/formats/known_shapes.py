"""JSON of another format than the one that was asked for: recognised by its keys."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from annotator.material.formats.problems import Problem

_ORIGINAL = "Use the original files, from ai.google.com/research/NaturalQuestions/download"
_OF_AMBIGNQ = frozenset(
    "id question annotations viewed_doc_titles used_queries nq_answer nq_doc_title".split()
)
_WRAPPERS = ("predictions", "answers", "outputs", "results")
_KEY_NAMES = frozenset("id key sample_id qid question_id example_id".split())
_ANSWER_NAMES = ("answer", "prediction", "predicted_answer", "output", "response", "long_answer")
_UNREAD = "Plumbline doesn't read it. Write its content in the requested format"
_BY_ROWS = "Write it by rows, one object for each: `orient='records'` in pandas"


@dataclass(frozen=True, slots=True)
class _Shape:
    """``name`` is the import that reads it, empty if none does."""

    name: str
    what: str
    fix: str
    fits: Callable[[Any], bool]


def _has(*keys: str) -> Callable[[Any], bool]:
    return lambda value: type(value) is dict and value.keys() >= {*keys}


def _is_asqa(value: Any) -> bool:
    return type(value) is dict and any(
        type(split) is dict and any(_has("ambiguous_question")(each) for each in split.values())
        for split in value.values()
    )


def _is_ambigqa(value: Any) -> bool:
    return type(value) is list and any(
        _has("id", "question")(each) and each.keys() <= _OF_AMBIGNQ for each in value
    )


def _is_bare_asqa(value: Any) -> bool:
    is_one = _has("ambiguous_question", "qa_pairs")
    return any(map(is_one, value)) if type(value) is list else is_one(value)


def _lists(key: str, *inner: str) -> Callable[[Any], bool]:
    """Whether an object has a list ``key`` of objects with the keys ``inner``."""
    return lambda value: _has(key)(value) and _is_list_of(*inner)(value[key])


def _is_list_of(*keys: str) -> Callable[[Any], bool]:
    return lambda value: type(value) is list and any(map(_has(*keys), value))


def _one_or_list(*keys: str) -> Callable[[Any], bool]:
    """Whether it is an object with the keys, or a list of such objects."""
    return lambda value: _has(*keys)(value) or _is_list_of(*keys)(value)


def is_alce(value: Any) -> bool:
    """Whether a value is what ALCE's programs write: questions with a system's ``output``."""
    return _lists("data", "question", "output")(value) or _is_list_of("question", "output")(value)


def _is_predictions(value: Any) -> bool:
    return _lists("predictions", "example_id")(value) or (
        _has("predictions")(value) and value["predictions"] == []
    )


def _is_page(value: Any) -> bool:
    return _has("question_text", "document_html")(value) and "document_tokens" not in value


def _is_nq_open(value: Any) -> bool:
    return type(value) is dict and value.keys() == {"question", "answer"}


def _is_hugging_face_nq(value: Any) -> bool:
    return _has("document", "question")(value) and type(value["document"]) is dict


def _is_wrapped_answers(value: Any) -> bool:
    """Whether long-form answers, or lists of passages, are in an object of their own."""
    inner = [value.get(name) for name in _WRAPPERS] if type(value) is dict else []
    return any(
        type(each) is dict
        and each != {}
        and all(answer is None or type(answer) in (str, list) for answer in each.values())
        for each in inner
    )


def _is_lone_answer(value: Any) -> bool:
    """Whether a system's answer and its question's key are members of one object."""
    listed = value if type(value) is list else [value]
    return any(
        type(each) is dict
        and not _KEY_NAMES.isdisjoint(each)
        and any(type(each.get(name)) is str for name in _ANSWER_NAMES)
        for each in listed
    )


def _is_drop(value: Any) -> bool:
    return type(value) is dict and any(map(_has("passage", "qa_pairs"), value.values()))


def is_columnar(value: Any) -> bool:
    """Whether a table was written by columns: lists of one length, or objects of the same keys.

    >>> is_columnar({"id": ["a", "b"], "question": ["c", "d"]})
    True
    >>> is_columnar({"id": {"0": "a"}, "question": {"0": "c"}})
    True
    """
    if type(value) is not dict or len(value) < 2:  # noqa: PLR2004 - one list is not a table
        return False
    columns = list(value.values())
    if all(type(column) is list for column in columns):
        return len({*map(len, columns)}) == 1
    if all(type(column) is dict and "0" in column for column in columns):
        return all(column.keys() == columns[0].keys() for column in columns)
    return False


_SHAPES = (
    _Shape(
        "asqa",
        "an object of splits as ASQA has it",
        "Import it with import_asqa, one split at a time",
        _is_asqa,
    ),
    _Shape(
        "ambigqa", "a list of questions as AmbigNQ has it", "Import it with import_ambigqa",
        _is_ambigqa,
    ),
    _Shape(
        "nq", "a line of Natural Questions' original format", "Import it with import_nq",
        _has("document_html", "document_tokens"),
    ),
    _Shape(
        "nq", "a line of Natural Questions' simplified format", "Import it with import_nq",
        _has("document_text", "long_answer_candidates"),
    ),
    _Shape(
        "", "Natural Questions as Hugging Face has it, in columns", _ORIGINAL,
        _is_hugging_face_nq,
    ),
    _Shape(
        "", "ASQA without its splits and keys, as Hugging Face has it",
        "Put everything into one object of splits, with each example under its key",
        _is_bare_asqa,
    ),
    _Shape(
        "", "an answer of Hugging Face's dataset server",
        "Write the content of each row in the requested format",
        _has("features", "rows"),
    ),
    _Shape(
        "pages", "a line of questions with pages", "Import it with import_pages", _is_page,
    ),
    _Shape(
        "visited pages", "a line of visited pages", "Name its file with --pages",
        _has("title", "url", "document_html"),
    ),
    _Shape(
        "predictions", "a file of predictions for Natural Questions", "Score it with evaluate_nq",
        _is_predictions,
    ),
    _Shape(
        "", "a prediction for Natural Questions on a line of its own",
        "Put all of them into one object, as `jq -s '{predictions: .}'` does",
        _one_or_list("example_id", "long_answer", "short_answers"),
    ),
    _Shape(
        "", "SQuAD's format, which imports don't take", "Give another file",
        _lists("data", "paragraphs"),
    ),
    _Shape(
        "", "ALCE's output",
        "Give it to evaluate_asqa with the key of each question as its sample_id", is_alce,
    ),
    _Shape(
        "", "SQuAD's format by rows, as Hugging Face has it", _UNREAD,
        _one_or_list("context", "question", "answers"),
    ),
    _Shape("", "KILT's format", _UNREAD, _one_or_list("id", "input", "output")),
    _Shape("", "KILT's format", _UNREAD, _one_or_list("id", "input", "meta")),
    _Shape("", "BoolQ's format", _UNREAD, _one_or_list("question", "passage", "answer")),
    _Shape("", "BoolQ's format", _UNREAD, _one_or_list("question", "passage", "title")),
    _Shape("", "DPR's format", _UNREAD, _one_or_list("question", "answers", "positive_ctxs")),
    _Shape("", "HotpotQA's format", _UNREAD, _one_or_list("question", "supporting_facts")),
    _Shape("", "HotpotQA's format", _UNREAD, _one_or_list("_id", "question", "context")),
    _Shape("", "TriviaQA's format", _UNREAD, _lists("Data", "Question", "QuestionId")),
    _Shape("", "TriviaQA's format", _UNREAD, _one_or_list("Question", "QuestionId")),
    _Shape("", "TriviaQA's format", _UNREAD, _one_or_list("question_id", "question_source")),
    _Shape("", "MRQA's format", _UNREAD, _one_or_list("context", "qas")),
    _Shape("", "DROP's format", _UNREAD, _is_drop),
    _Shape("", "CoQA's format", _UNREAD, _lists("data", "story", "questions")),
    _Shape("", "ELI5's format", _UNREAD, _one_or_list("q_id", "title")),
    _Shape("", "TREC CAsT's topics", _UNREAD, _one_or_list("number", "turn")),
    _Shape("", "BEIR's format", _UNREAD, _one_or_list("_id", "text")),
    _Shape("", "MS MARCO's format", _UNREAD, _one_or_list("query", "query_id", "passages")),
    _Shape("", "the open version of Natural Questions, without pages", _ORIGINAL, _is_nq_open),
    _Shape(
        "", "an object with ASQA's answers under a key such as 'predictions'",
        "Leave that key out: write the inner object, {key: answer}", _is_wrapped_answers,
    ),
    _Shape(
        "", "an answer and its key in an object of their own",
        "For evaluate_asqa, put all of them into one object, {key: answer}", _is_lone_answer,
    ),
    _Shape("", "a table by columns, as Hugging Face and pandas write it", _BY_ROWS, is_columnar),
)  # fmt: skip


def other_shape(value: Any, *, wanted: str) -> Problem | None:
    """What ``value``, which is not in the format ``wanted``, is instead; None if nobody knows.

    >>> str(other_shape([{"id": "5", "question": "who"}], wanted="asqa"))
    'this is a list of questions as AmbigNQ has it. Import it with import_ambigqa.'
    """
    for shape in _SHAPES:
        if shape.name != wanted and shape.fits(value):
            return Problem(f"this is {shape.what}", shape.fix)
    return None
