"""Which example brings two annotators together who have shared few. Pure: no database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

LOOK_AHEAD = 32
"""So many open examples at the front of the order may be chosen from, and so often in a row may
the first of them be left for another one."""


@dataclass(frozen=True, slots=True)
class OpenExample:
    """An example with a free slot, and the annotators who answer or have answered it."""

    example: int
    present: Sequence[int]


def preferred_examples(
    window: Sequence[OpenExample], *, shared: Mapping[int, int], colleagues: int
) -> list[int]:
    """The ids of the examples in ``window``, the best for the caller first.

    ``window`` is in the order of the queue. ``shared``: with whom the caller has shared how many
    examples lately; ``colleagues``: how many others there are. The best is a begun example whose
    present annotators have shared the fewest with the caller, on average. Where even those are
    more than the caller's average, the first example that nobody has begun comes before them: it
    leaves room for colleagues whom the caller meets too seldom.
    """
    usual = sum(shared.values()) / colleagues if colleagues else 0.0

    def burden(entry: OpenExample) -> float:
        if not entry.present:
            return usual
        return sum(shared.get(other, 0) for other in entry.present) / len(entry.present)

    # Sorting is stable: among equals the order of the queue decides, begun ones first.
    ordered = sorted(window, key=lambda entry: (burden(entry), not entry.present))
    return [entry.example for entry in ordered]
