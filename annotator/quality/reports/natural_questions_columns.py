"""NQ annotations of a chunk or a project as arrays."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Self

import numpy as np
from django.db.models import QuerySet
from numpy.typing import NDArray

from annotator.collecting.annotations.models import Annotation, QuestionQuality, Source, YesNoAnswer
from annotator.collecting.annotations.submission_order import SUBMITTED_AT, earliest_first

QUALITIES = {None: -1, QuestionQuality.BAD: 0, QuestionQuality.GOOD: 1}
YES_NO = {YesNoAnswer.NONE: 0, YesNoAnswer.YES: 1, YesNoAnswer.NO: 2}
TAGS = ("P", "Table", "Tr", "Ul", "Ol", "Dl", "Li", "Dd", "Dt")
"""The tags of long answers; a tag's code is its place here, and -1 means none."""

SOURCES = (Source.HUMAN, Source.IMPORTED, Source.SIMULATED)


@dataclass(frozen=True, slots=True, eq=False)
class NaturalQuestionsColumns:
    """N annotations, ordered as ``earliest_first`` has them.

    ``example``, ``annotation`` and ``annotator`` are keys; ``submitted_at`` is when somebody first
    submitted it, in microseconds since 1970, UTC. ``quality``: -1 if a file doesn't say, 0 bad, 1
    good. ``after_page``: 1 for a question called bad after its page was shown. ``long``: 0 for
    NULL, else the candidate's index plus 1.
    ``top_level``: -1 without a long answer. ``short``: 0 for NULL, else a number from 1 for each
    distinct short answer of the example, yes and no among them. ``spans``: how many the short
    answer has. ``seconds``: N × 3 of active time (question, long answer, short answer), NaN where
    it wasn't measured. ``guideline``: its version, 0 for none. ``source``: the place in
    ``SOURCES``. The tokens of annotation i's spans are rows ``span_offsets[i]`` to
    ``span_offsets[i + 1]`` of ``span_tokens``: first and last (exclusive).
    """

    example: NDArray[np.int64]
    annotation: NDArray[np.int64]
    annotator: NDArray[np.int64]
    submitted_at: NDArray[np.int64]
    quality: NDArray[np.int8]
    after_page: NDArray[np.int8]
    long: NDArray[np.int32]
    tag: NDArray[np.int8]
    top_level: NDArray[np.int8]
    short: NDArray[np.int32]
    spans: NDArray[np.int16]
    yes_no: NDArray[np.int8]
    seconds: NDArray[np.float64]
    guideline: NDArray[np.int32]
    source: NDArray[np.int8]
    span_offsets: NDArray[np.int64]
    span_tokens: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.example)

    @property
    def imported(self) -> NDArray[np.bool_]:
        """Which annotations are from files."""
        return np.asarray(self.source == SOURCES.index(Source.IMPORTED))

    @property
    def coded(self) -> Self:
        """Themselves: their answers are codes, which several people's may share."""
        return self

    def take(self, rows: NDArray[np.intp]) -> Self:
        """The annotations in these rows, in the rows' order."""
        sizes = np.diff(self.span_offsets)[rows]
        ends = _offsets(sizes)
        spans = np.arange(ends[-1]) + np.repeat(self.span_offsets[rows] - ends[:-1], sizes)
        columns = {
            each.name: getattr(self, each.name)[rows]
            for each in fields(self)
            if not each.name.startswith("span_")
        }
        return replace(self, **columns, span_offsets=ends, span_tokens=self.span_tokens[spans])

    @classmethod
    def join(cls, chunks: Sequence[Mapping[str, NDArray[Any]]]) -> Self:
        """The arrays of several chunks, in their order, as one."""
        if not chunks:
            return cls(**pack_rows([]))
        joined = {
            each.name: np.concatenate([chunk[each.name] for chunk in chunks])
            for each in fields(cls)
            if each.name != "span_offsets"
        }
        counts = [np.diff(chunk["span_offsets"]) for chunk in chunks]
        return cls(**joined, span_offsets=_offsets(np.concatenate(counts)))


def read_rows(annotations: "QuerySet[Annotation]") -> list[tuple[Any, ...]]:
    """What ``pack_rows`` needs of each annotation, in order."""
    answer = "natural_questions_answer__"
    return list(
        earliest_first(annotations).values_list(
            "example_id",
            "pk",
            "annotator_id",
            SUBMITTED_AT,
            f"{answer}question_quality",
            f"{answer}candidate_index",
            f"{answer}long_answer_tag",
            f"{answer}long_answer_top_level",
            f"{answer}short_answers",
            f"{answer}yes_no_answer",
            f"{answer}seconds_question",
            f"{answer}seconds_long_answer",
            f"{answer}seconds_short_answer",
            "guideline__version",
            "source",
            f"{answer}bad_reason",
        )
    )


def pack_rows(rows: Sequence[tuple[Any, ...]]) -> dict[str, NDArray[Any]]:
    """The arrays of ``NaturalQuestionsColumns`` for rows of ``read_rows``."""
    columns: list[Any] = list(zip(*rows, strict=True)) if rows else [()] * 16
    example, key, annotator, at, quality, candidate, tag, top, shorts, yes_no = columns[:10]
    counts = np.array([len(spans) for spans in shorts], dtype=np.int64)
    tokens = [span[2:4] for spans in shorts for span in spans]
    tags = {name: code for code, name in enumerate(TAGS)}
    return {
        "example": np.array(example, dtype=np.int64),
        "annotation": np.array(key, dtype=np.int64),
        "annotator": np.array(annotator, dtype=np.int64),
        "submitted_at": np.array(
            [moment.replace(tzinfo=None) for moment in at], dtype="datetime64[us]"
        ).astype(np.int64),
        "quality": np.array([QUALITIES[each] for each in quality], dtype=np.int8),
        "after_page": np.array([each != "" for each in columns[15]], dtype=np.int8),
        "long": np.array([0 if each is None else each + 1 for each in candidate], dtype=np.int32),
        "tag": np.array([tags.get(each, -1) for each in tag], dtype=np.int8),
        "top_level": np.array([-1 if each is None else int(each) for each in top], dtype=np.int8),
        "short": np.array(_short_codes(example, shorts, yes_no), dtype=np.int32),
        "spans": counts.astype(np.int16),
        "yes_no": np.array([YES_NO[each] for each in yes_no], dtype=np.int8),
        "seconds": np.array(columns[10:13], dtype=np.float64).T.reshape(-1, 3),
        "guideline": np.array([each or 0 for each in columns[13]], dtype=np.int32),
        "source": np.array([SOURCES.index(each) for each in columns[14]], dtype=np.int8),
        "span_offsets": _offsets(counts),
        "span_tokens": np.array(tokens, dtype=np.int32).reshape(-1, 2),
    }


def _short_codes(
    examples: Sequence[int], shorts: Sequence[list[list[int]]], yes_no: Sequence[str]
) -> list[int]:
    """Equal short answers of an example get the same code; spans count in any order, by bytes."""
    codes: list[int] = []
    known: dict[Hashable, int] = {}
    current = None
    for example, spans, answer in zip(examples, shorts, yes_no, strict=True):
        if example != current:
            known, current = {}, example
        if answer != YesNoAnswer.NONE:
            said: Hashable = answer
        elif not spans:
            codes.append(0)
            continue
        else:
            said = frozenset((start, end) for start, end, *_ in spans)
        codes.append(known.setdefault(said, len(known) + 1))
    return codes


def _offsets(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
