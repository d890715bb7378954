"""The passages of a page that are worth reading for a question (NQ paper, section 6.2)."""

from collections import Counter
from collections.abc import Sequence
from math import log, sqrt

from annotator.systems.readers.model.pages import Passage

MOST_PASSAGES = 16
"""The paper's number of passages with the highest TF-IDF similarity."""


def likely_passages(question: Sequence[str], passages: Sequence[Passage]) -> list[Passage]:
    """The 16 passages closest to the question, in the page's order; of equal ones the earlier.

    Closeness is the cosine of TF-IDF weighted words, where the page's passages are the documents
    (Clark and Gardner, 2018).
    """
    if len(passages) <= MOST_PASSAGES:
        return list(passages)
    counts = [Counter(each.words) for each in passages]
    having = Counter(word for count in counts for word in count)
    weight = {word: log(len(passages) / number) for word, number in having.items()}
    asked = {word: weight[word] for word in question if word in weight}
    closeness = [_cosine(asked, count, weight) for count in counts]
    order = sorted(range(len(passages)), key=lambda place: (-closeness[place], place))
    return [passages[place] for place in sorted(order[:MOST_PASSAGES])]


def _cosine(asked: dict[str, float], count: Counter[str], weight: dict[str, float]) -> float:
    """The cosine, but for the question's length, which is the same for all passages."""
    product = sum(asked[word] * count[word] * weight[word] for word in asked)
    length = sqrt(sum((number * weight[word]) ** 2 for word, number in count.items()))
    return product / length if length else 0.0
