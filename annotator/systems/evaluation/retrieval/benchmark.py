"""A retrieval benchmark from a SQuAD file, and how an encoder does on it (ReQA, section 3)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from annotator.material.formats.squad.files import AskedParagraph
from annotator.measures.retrieval import Ranks, Scores, best_ranks, first_entries
from annotator.measures.sentences import split_sentences
from annotator.systems.evaluation.retrieval.kept_blocks import NOTHING_KEPT, KeptBlocks

BLOCK = 256
"""Questions that are scored together: 256 × 91,707 scores take 94 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class Benchmark:
    """Entries to retrieve, and questions with the entries that answer them.

    Entry i is the sentence ``sentences[i]`` of the paragraph ``paragraphs[paragraph_of[i]]``; the
    entries of a paragraph follow each other, from ``starts[p]`` on. Question i is right with any
    entry of ``right[i]``. Sentences, paragraphs and questions are distinct, but for sentences that
    stand in several paragraphs.
    """

    sentences: tuple[str, ...]
    paragraphs: tuple[str, ...]
    paragraph_of: NDArray[np.intp]
    starts: NDArray[np.intp]
    questions: tuple[str, ...]
    right: tuple[tuple[int, ...], ...]

    @property
    def texts(self) -> Iterator[str]:
        """All that an encoder sees, in order: questions, then sentences with their paragraphs."""
        yield from self.questions
        for pair in self.answers:
            yield from pair

    @property
    def answers(self) -> list[tuple[str, str]]:
        """Each entry as a sentence and its paragraph, as encoders take them."""
        return [
            (sentence, self.paragraphs[place])
            for sentence, place in zip(self.sentences, self.paragraph_of, strict=True)
        ]


class Scorer(Protocol):
    """Scores questions against a benchmark's entries and paragraphs, the greater the better.

    ``index_bytes`` is what it keeps of the entries in memory.
    """

    @property
    def index_bytes(self) -> int: ...

    def score(self, questions: Sequence[str]) -> tuple[Scores, Scores]:
        """Questions × entries, and questions × paragraphs."""


def build_benchmark(paragraphs: Sequence[AskedParagraph]) -> Benchmark:
    """The benchmark of a file's paragraphs.

    A question that occurs twice, by its text, is right with either answer. An answer's sentence
    counts in each paragraph where it stands. Questions without an answer are left out, and so are
    paragraphs without a question that has one: only the others enter ReQA's index.
    """
    sentences: list[str] = []
    contexts: dict[str, int] = {}
    paragraph_of: list[int] = []
    starts: list[int] = []
    wanted: dict[str, dict[str, None]] = {}
    for paragraph in paragraphs:
        if not any(asked.answer_starts for asked in paragraph.questions):
            continue
        spans = split_sentences(paragraph.context)
        texts = [paragraph.context[start:end] for start, end in spans]
        if spans and paragraph.context not in contexts:
            contexts[paragraph.context] = len(contexts)
            starts.append(len(sentences))
            distinct = list(dict.fromkeys(texts))
            sentences += distinct
            paragraph_of += [contexts[paragraph.context]] * len(distinct)
        for asked in paragraph.questions:
            for start in asked.answer_starts:
                for text, span in zip(texts, spans, strict=True):
                    if span[0] <= start < span[1]:
                        wanted.setdefault(asked.question, {})[text] = None
    places: dict[str, list[int]] = {}
    for place, sentence in enumerate(sentences):
        places.setdefault(sentence, []).append(place)
    return Benchmark(
        sentences=tuple(sentences),
        paragraphs=tuple(contexts),
        paragraph_of=np.array(paragraph_of, dtype=np.intp),
        starts=np.array(starts, dtype=np.intp),
        questions=tuple(wanted),
        right=tuple(
            tuple(place for text in texts for place in places[text]) for texts in wanted.values()
        ),
    )


class Ranking(NamedTuple):
    """The best ranks of each question, and its ``first`` entries, the best first.

    ``first`` has the shape (questions, as many as asked for or there are).
    """

    ranks: Ranks
    first: NDArray[np.intp]


def rank_answers(
    benchmark: Benchmark,
    scorer: Scorer,
    *,
    first: int = 0,
    kept: KeptBlocks = NOTHING_KEPT,
    on_block: Callable[[int], None] = lambda _: None,
) -> Ranking:
    """The best rank of each question's answers among all entries, and of their paragraphs.

    Blocks of ranks that are ``kept`` are not computed again. ``on_block`` is told after each block
    how many questions are done.
    """
    count = min(first, len(benchmark.sentences))
    makers = {}
    for start, questions in _blocks(benchmark.questions):
        right = benchmark.right[start : start + BLOCK]
        make = partial(_ranked, benchmark, scorer, questions, right, count)
        makers[f"ranks-{count}-{start:08}"] = make
    number = len(benchmark.questions)
    blocks = kept.all(makers, lambda done: on_block(min(done * BLOCK, number)))
    sentence, document, *entries = np.concatenate([np.empty((2 + count, 0)), *blocks], axis=1)
    places = np.array(entries, dtype=np.intp).reshape(count, len(sentence)).T
    return Ranking(Ranks(sentence, document), places)


def _ranked(
    benchmark: Benchmark,
    scorer: Scorer,
    questions: Sequence[str],
    right: Sequence[Sequence[int]],
    count: int,
) -> NDArray[np.float64]:
    """The ranks by entries, by paragraphs, and the first entries; shape (2 + count, questions)."""
    of_entries, of_paragraphs = scorer.score(questions)
    by_entries = best_ranks(of_entries, right)
    by_paragraphs = best_ranks(of_paragraphs, _paragraphs_of(benchmark, right))
    return np.stack([by_entries, by_paragraphs, *first_entries(of_entries, count).T])


def _blocks(questions: Sequence[str]) -> Iterator[tuple[int, Sequence[str]]]:
    for start in range(0, len(questions), BLOCK):
        yield start, questions[start : start + BLOCK]


def _paragraphs_of(benchmark: Benchmark, right: Sequence[Sequence[int]]) -> list[list[int]]:
    return [sorted({int(benchmark.paragraph_of[place]) for place in places}) for places in right]
