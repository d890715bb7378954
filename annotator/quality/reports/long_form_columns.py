"""ASQA annotations of a chunk or a project as arrays."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import combinations, pairwise
from typing import Any, NamedTuple, Self

import numpy as np
from django.db.models import BigIntegerField, F, QuerySet
from django.db.models.functions import Cast
from numpy.typing import NDArray

from annotator.collecting.annotations.models import Annotation, KnowledgePiece, Source
from annotator.collecting.annotations.submission_order import SUBMITTED_AT, earliest_first
from annotator.material.corpus.models import ContextPassage, Disambiguation
from annotator.material.corpus.shown_context import shown_context
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.rouge import rouge_l_f1, rouge_tokens
from annotator.measures.seeds import seeded
from annotator.measures.short_answer_presence import missing_disambiguations
from annotator.measures.support import SupportDocument, coverage, disambiguation_text
from annotator.measures.word_count import count_words
from annotator.workspace.projects.models import Project, Regime

MOST_PAIRS = 4000
"""How many pairs of a chunk get their ROUGE-L computed, which takes a few milliseconds each. If
there are more, this many are drawn, always the same ones.
"""

_MODULUS = 1_000_003
_OFFSETS = {"presence_offsets": "presence", "text_offsets": "text"}


class LongFormRow(NamedTuple):
    """An annotation as ``read_rows`` finds it. ``support`` is what its annotator could cite;
    ``readings`` the short answers of each disambiguation, whether it was shown or not.
    """

    example: int
    annotation: int
    annotator: int
    submitted_at: Any
    text: str
    words: int
    coverage: float | None
    concern: str
    confirmed: int
    seconds: float | None
    regime: str
    source: str
    pieces: int
    support: SupportDocument
    readings: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class LongFormColumns:
    """N annotations, ordered as ``earliest_first`` has them.

    ``example``, ``annotation``, ``annotator`` and ``submitted_at`` as for NQ. ``has_text``,
    ``has_concern``, ``without_context`` (the regime) and ``imported`` are truth values; files say
    nothing about concerns, confirmations or time. ``words`` is the answer's length, ``confirmed``
    how many disambiguations were confirmed as included in other words, ``pieces`` how many
    knowledge pieces there are, ``seconds`` the active time, NaN where it wasn't measured.
    ``coverage`` is what was stored on submission, ``coverage_without`` the same without the
    disambiguations: NaN where the text has no tokens. ``support_words`` and
    ``support_words_without`` are the support document's lengths.

    Whether each disambiguation is present in annotation i (1 or 0; nothing without a text) is in
    ``presence[presence_offsets[i] : presence_offsets[i + 1]]``, its text as UTF-8 in ``text`` in
    the same way. A pair has an example, the two annotations' keys and their ROUGE-L F1;
    ``pairs_of`` counts those that annotation i makes with later ones, computed or not.
    """

    example: NDArray[np.int64]
    annotation: NDArray[np.int64]
    annotator: NDArray[np.int64]
    submitted_at: NDArray[np.int64]
    has_text: NDArray[np.bool_]
    has_concern: NDArray[np.bool_]
    without_context: NDArray[np.bool_]
    imported: NDArray[np.bool_]
    words: NDArray[np.int32]
    confirmed: NDArray[np.int16]
    pieces: NDArray[np.int16]
    seconds: NDArray[np.float64]
    coverage: NDArray[np.float64]
    coverage_without: NDArray[np.float64]
    support_words: NDArray[np.int32]
    support_words_without: NDArray[np.int32]
    presence_offsets: NDArray[np.int64]
    presence: NDArray[np.int8]
    text_offsets: NDArray[np.int64]
    text: NDArray[np.uint8]
    pairs_of: NDArray[np.int32]
    pair_example: NDArray[np.int64]
    pair_first: NDArray[np.int64]
    pair_second: NDArray[np.int64]
    pair_rouge_l: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.example)

    @property
    def coded(self) -> None:
        """None: no two people write the same."""
        return

    @property
    def texts(self) -> list[str]:
        """The answers, in order; empty if there is a concern alone."""
        bounds = self.text_offsets.tolist()
        return [self.text[start:end].tobytes().decode() for start, end in pairwise(bounds)]

    @classmethod
    def join(cls, chunks: Sequence[Mapping[str, NDArray[Any]]]) -> Self:
        """The arrays of several chunks, in their order, as one."""
        if not chunks:
            return cls(**pack_rows([]))
        joined: dict[str, Any] = {
            each.name: np.concatenate([chunk[each.name] for chunk in chunks])
            for each in fields(cls)
            if each.name not in _OFFSETS
        }
        offsets: dict[str, Any] = {
            name: _offsets(np.concatenate([np.diff(chunk[name]) for chunk in chunks]))
            for name in _OFFSETS
        }
        return cls(**joined, **offsets)


def read_rows(annotations: "QuerySet[Annotation]") -> list[tuple[Any, ...]]:
    """What ``pack_rows`` needs of each annotation, in order; three queries.

    Contexts are those shown by the annotation's own threshold; in the regime without context
    nothing was shown.
    """
    knowledge = _knowledge_of(annotations)
    disambiguations = _disambiguations_of(annotations)
    answer = "long_form_answer__"
    found = earliest_first(annotations).values_list(
        "example_id",
        "pk",
        "annotator_id",
        SUBMITTED_AT,
        "source",
        *(f"{answer}{name}" for name in ("text", "word_count", "coverage", "concern", "missing")),
        *(f"{answer}{name}" for name in ("seconds_writing", "regime", "context_threshold")),
    )
    rows: list[tuple[Any, ...]] = []
    for example, key, annotator, at, source, text, words, covered, concern, missing, *seen in found:
        seconds, regime, threshold = seen
        readings, pieces = disambiguations[example], knowledge[key]
        shown = [] if regime == Regime.NO_CONTEXT else readings
        contexts = (shown_context(each, threshold=threshold).text for each in shown)
        rows.append(
            LongFormRow(
                example=example,
                annotation=key,
                annotator=annotator,
                submitted_at=at,
                text=text,
                words=words,
                coverage=covered,
                concern=concern,
                confirmed=len(missing),
                seconds=seconds,
                regime=regime,
                source=source,
                pieces=len(pieces),
                support=SupportDocument(
                    tuple(disambiguation_text(each.question, each.short_answers) for each in shown),
                    (*(context for context in contexts if context), *filter(None, pieces)),
                ),
                readings=tuple(
                    tuple(each.short_answers) for each in readings if each.short_answers
                ),
            )
        )
    return rows


def read_surroundings(project: Project) -> "QuerySet[ContextPassage]":
    """The found context passages, which another search can replace.

    Each has its ``example``, and numbers for its place and similarity.
    """
    found = ContextPassage.objects.filter(disambiguation__example__project=project)
    return found.annotate(
        example=F("disambiguation__example_id"),
        place=(F("page_id") * 31 + F("start_byte") * 7 + F("end_byte")) % _MODULUS,
        # Passages that change places with each other have another sum.
        mixed=(F("start_byte") + 1) * (F("pk") % _MODULUS) % _MODULUS,
        millionths=Cast(F("similarity") * 1_000_000, BigIntegerField()),
    )


def pack_rows(rows: Sequence[tuple[Any, ...]]) -> dict[str, NDArray[Any]]:
    """The arrays of ``LongFormColumns`` for rows of ``read_rows``."""
    found = [LongFormRow(*row) for row in rows]
    texts = [row.text.encode() for row in found]
    presence = [_presence(row) for row in found]
    bare = [SupportDocument((), row.support.passages) for row in found]

    def column(values: list[Any], kind: Any) -> NDArray[Any]:
        return np.array(values, dtype=kind)

    return {
        "example": column([row.example for row in found], np.int64),
        "annotation": column([row.annotation for row in found], np.int64),
        "annotator": column([row.annotator for row in found], np.int64),
        "submitted_at": column(
            [row.submitted_at.replace(tzinfo=None) for row in found], "datetime64[us]"
        ).astype(np.int64),
        "has_text": column([bool(row.text) for row in found], np.bool_),
        "has_concern": column([bool(row.concern) for row in found], np.bool_),
        "without_context": column([row.regime == Regime.NO_CONTEXT for row in found], np.bool_),
        "imported": column([row.source == Source.IMPORTED for row in found], np.bool_),
        "words": column([row.words for row in found], np.int32),
        "confirmed": column([row.confirmed for row in found], np.int16),
        "pieces": column([row.pieces for row in found], np.int16),
        "seconds": column([row.seconds for row in found], np.float64),
        "coverage": column([row.coverage for row in found], np.float64),
        "coverage_without": column(
            [_coverage(row.text, document) for row, document in zip(found, bare, strict=True)],
            np.float64,
        ),
        "support_words": column([_length(row.support) for row in found], np.int32),
        "support_words_without": column([_length(document) for document in bare], np.int32),
        "presence_offsets": _offsets(column([len(each) for each in presence], np.int64)),
        "presence": column([each for row in presence for each in row], np.int8),
        "text_offsets": _offsets(column([len(text) for text in texts], np.int64)),
        "text": np.frombuffer(b"".join(texts), dtype=np.uint8),
        **_pairs(found),
    }


def _knowledge_of(annotations: "QuerySet[Annotation]") -> dict[int, list[str | None]]:
    pieces: dict[int, list[str | None]] = defaultdict(list)
    rows = KnowledgePiece.objects.filter(annotation__in=annotations.order_by())
    for key, content in rows.order_by("annotation_id", "number").values_list(
        "annotation_id", "content"
    ):
        pieces[key].append(content)
    return pieces


def _disambiguations_of(annotations: "QuerySet[Annotation]") -> dict[int, list[Disambiguation]]:
    readings: dict[int, list[Disambiguation]] = defaultdict(list)
    rows = Disambiguation.objects.filter(example__in=annotations.order_by().values("example"))
    for row in rows.select_related("context_passage__page").order_by("example_id", "number"):
        readings[row.example_id].append(row)
    return readings


def _presence(row: LongFormRow) -> list[int]:
    if not row.text:
        return []
    missing = set(missing_disambiguations(row.text, row.readings))
    return [int(number not in missing) for number in range(len(row.readings))]


def _coverage(text: str, document: SupportDocument) -> float | None:
    """None if there is no token to cover."""
    try:
        return coverage(text, document)
    except UndefinedMeasureError:
        return None


def _length(document: SupportDocument) -> int:
    return sum(count_words(part) for part in (*document.disambiguations, *document.passages))


def _pairs(rows: Sequence[LongFormRow]) -> dict[str, NDArray[Any]]:
    """ROUGE-L F1 of the answers of each example, two by two."""
    by_example: dict[int, list[int]] = defaultdict(list)
    for place, row in enumerate(rows):
        # One in Greek, say, has no tokens to share.
        if rouge_tokens(row.text):
            by_example[row.example].append(place)
    pairs = [pair for places in by_example.values() for pair in combinations(places, 2)]
    pairs_of = np.bincount([first for first, _ in pairs], minlength=len(rows)).astype(np.int32)
    if len(pairs) > MOST_PAIRS:
        chosen = seeded(0).choice(len(pairs), MOST_PAIRS, replace=False)
        pairs = [pairs[place] for place in sorted(chosen.tolist())]
    scored = [(*pair, rouge_l_f1(*(rows[place].text for place in pair))) for pair in pairs]
    firsts, seconds, scores = zip(*scored, strict=True) if scored else ((), (), ())
    return {
        "pairs_of": pairs_of,
        "pair_example": np.array([rows[place].example for place in firsts], dtype=np.int64),
        "pair_first": np.array([rows[place].annotation for place in firsts], dtype=np.int64),
        "pair_second": np.array([rows[place].annotation for place in seconds], dtype=np.int64),
        "pair_rouge_l": np.array(scores, dtype=np.float64),
    }


def _offsets(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
