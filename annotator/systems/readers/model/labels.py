"""The one answer that an example teaches, of what its annotators gave."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from annotator.measures.answer_match import NON_NULL_ANNOTATIONS, Answer, Span
from annotator.systems.readers.model.pages import Passage, Reading


@dataclass(frozen=True, slots=True)
class Label:
    """The right passage, None for no answer, and the first and last word of its short answer."""

    passage: Passage | None = None
    words: tuple[int, int] | None = None


def label_of(reading: Reading) -> Label:
    """The most frequent long answer with its shortest short answer.

    Where an example has two annotations or more, two of them must have a long answer, as in the
    evaluation. Of equally frequent ones the earliest on the page counts. A long answer inside
    of a top-level candidate stands for the whole of that. The shortest span is what the paper
    trains Document-QA on (NQ paper, section 6.2); a span that isn't read teaches no short answer.
    """
    annotations = reading.boxed.gold.annotations
    answered = [each for each in annotations if each.long_answer is not None]
    if len(answered) < min(NON_NULL_ANNOTATIONS, max(1, len(annotations))):
        return Label()
    placed = [(_holder(reading, each.long_answer), each) for each in answered]
    counts = Counter(passage.order for passage, _ in placed if passage is not None)
    if not counts:
        return Label()
    order = min(counts, key=lambda each: (-counts[each], each))
    chosen = [each for passage, each in placed if passage is not None and passage.order == order]
    passage = next(each for each in reading.page.passages if each.order == order)
    return Label(passage, _shortest(passage, chosen))


def _holder(reading: Reading, span: Span | None) -> Passage | None:
    return reading.page.holding(span) if span is not None else None


def _shortest(passage: Passage, answers: Sequence[Answer]) -> tuple[int, int] | None:
    """The shortest short answer, if at least half of the annotations have one."""
    spans = [span for each in answers for span in each.short_answers]
    if 2 * sum(bool(each.short_answers) for each in answers) < len(answers):
        return None
    found = [words for span in spans if (words := passage.words_of(span)) is not None]
    return min(found, key=lambda words: (words[1] - words[0], words[0]), default=None)
