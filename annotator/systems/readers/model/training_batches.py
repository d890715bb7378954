"""The batches of an epoch: which questions together, and which of their passages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from annotator.systems.readers.model.batches import Arrays, Group, Size, arrays_of, size_of
from annotator.systems.readers.model.labels import Label, label_of
from annotator.systems.readers.model.network import Targets
from annotator.systems.readers.model.pages import Passage, Reading
from annotator.systems.readers.model.pruning import MOST_PASSAGES, likely_passages
from annotator.systems.readers.model.settings import Settings
from annotator.systems.readers.model.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Lesson:
    """A question, its likely passages, and what is right; the right passage is among them."""

    question: tuple[str, ...]
    passages: tuple[Passage, ...]
    label: Label


def lesson_of(reading: Reading) -> Lesson:
    """What an example teaches."""
    label = label_of(reading)
    passages = likely_passages(reading.question, reading.page.passages)
    if label.passage is not None and label.passage not in passages:
        passages = [*passages[: MOST_PASSAGES - 1], label.passage]
    return Lesson(reading.question, tuple(passages), label)


def teaches(lesson: Lesson, settings: Settings) -> bool:
    """Whether a system trains on it: *docqa* on questions with an answer alone (section 6.2)."""
    return bool(lesson.passages) and (
        settings.system == "pipeline" or lesson.label.passage is not None
    )


def epoch_batches(
    lessons: Sequence[Lesson], vocabulary: Vocabulary, settings: Settings, epoch: int
) -> Iterator[tuple[Arrays, Targets]]:
    """The batches of an epoch: the same ones for the same seed and epoch, whatever came before.

    All are of one size, and the last one is filled up with rows that don't count: a step is
    compiled once, which takes as long as dozens of steps.
    """
    size = _size_of_all(lessons, settings)
    draw = np.random.default_rng([settings.seed, epoch])
    order = draw.permutation(len(lessons))
    for start in range(0, len(lessons), settings.batch):
        few = [lessons[place] for place in order[start : start + settings.batch]]
        groups = [Group(each.question, _drawn(each, settings, draw)) for each in few]
        arrays = arrays_of(groups, vocabulary, rows=settings.batch, size=size)
        yield arrays, _targets(few, groups, arrays.exists.shape[1], settings)


def _size_of_all(lessons: Sequence[Lesson], settings: Settings) -> Size:
    size = size_of([Group(each.question, each.passages) for each in lessons])
    if settings.system == "pipeline":
        return size
    return size._replace(passages=min(size.passages, settings.passages))


def _drawn(lesson: Lesson, settings: Settings, draw: np.random.Generator) -> list[Passage]:
    """The passages that are compared: all of them, or the right one among some others."""
    right = lesson.label.passage
    if settings.system == "pipeline" or right is None:
        return list(lesson.passages)
    others = [each for each in lesson.passages if each is not right]
    number = min(settings.passages - 1, len(others))
    chosen = draw.permutation(len(others))[:number]
    return [right, *(others[place] for place in chosen)]


def _targets(
    lessons: Sequence[Lesson], groups: Sequence[Group], passages: int, settings: Settings
) -> Targets:
    rows = settings.batch
    passage, first, last = (np.zeros(rows, np.int32) for _ in range(3))
    counts, reads = (np.zeros(rows, np.float32) for _ in range(2))
    for row, (lesson, group) in enumerate(zip(lessons, groups, strict=True)):
        right, words = lesson.label.passage, lesson.label.words
        if right is None:
            passage[row], counts[row] = passages, 1 - settings.null_weight
            continue
        place = next(place for place, each in enumerate(group.passages) if each is right)
        # START comes before the first word, END after the last one.
        begin, end = (words[0] + 1, words[1] + 1) if words else (0, len(right.words) + 1)
        passage[row], first[row], last[row] = place, begin, end
        counts[row] = 1
        is_null = words is None and settings.system == "pipeline"
        reads[row] = 1 - settings.null_weight if is_null else 1
    return Targets(passage, first, last, counts, reads)
