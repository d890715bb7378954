"""An example's place in the queue: one number, so that one index finds the next example."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from annotator.material.corpus.models import Example
from annotator.workspace.projects.models import Project, QueueOrder, QueueWithin

HIGHEST_PRIORITY = 1000
MOST_SPLITS = 100

_KEY_BITS = 42
_PRIORITY_BITS = 11


@dataclass(frozen=True, slots=True)
class Ranking:
    """How a project orders its queue. ``turns`` maps the splits that have a turn to it.

    Two that are equal rank all examples alike.
    """

    seed: int
    by_priority: bool
    is_random: bool
    turns: Mapping[str, int]

    @classmethod
    def of(cls, project: Project) -> Self:
        """The order that ``project`` asks for."""
        order = project.queue_order
        by_split = order == QueueOrder.SPLIT
        by_priority = by_split or order == QueueOrder.PRIORITY
        is_random = order == QueueOrder.RANDOM or (
            by_priority and project.queue_within == QueueWithin.RANDOM
        )
        with_turn = project.splits.filter(turn__isnull=False)
        return cls(
            seed=project.seed if is_random else 0,
            by_priority=by_priority,
            is_random=is_random,
            turns={name: turn or 0 for name, turn in with_turn.values_list("name", "turn")}
            if by_split
            else {},
        )

    def rank(self, *, example_id: int, position: int, priority: int = 0, split: str = "") -> int:
        """An example's rank, lowest first.

        From bit 53 on it holds the split's turn (splits without one come last), from bit 42 on the
        ``priority`` (-1,000 to 1,000, high first), below that the position, or a hash by the seed.
        If the order ignores splits or priorities, all examples have the same there.
        """
        turn = self.turns.get(split, len(self.turns))
        urgency = HIGHEST_PRIORITY - (priority if self.by_priority else 0)
        key = self._draw(example_id) if self.is_random else position
        return (turn << _PRIORITY_BITS | urgency) << _KEY_BITS | key

    def rank_of(self, example: Example) -> int:
        """The rank of an example by what it has now."""
        return self.rank(
            example_id=example.example_id,
            position=example.position,
            priority=example.priority,
            split=example.split,
        )

    def _draw(self, example_id: int) -> int:
        digest = hashlib.sha256(f"{self.seed}:{example_id}".encode()).digest()
        return int.from_bytes(digest[:8], "big") >> (64 - _KEY_BITS)
