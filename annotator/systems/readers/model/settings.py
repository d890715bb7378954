"""What decides a training besides its data. The defaults suit some hundreds of examples."""

from dataclasses import dataclass
from typing import Literal, get_args

System = Literal["docqa", "pipeline"]
SYSTEMS: tuple[System, ...] = get_args(System)


@dataclass(frozen=True, slots=True)
class Settings:
    """``system`` is *docqa* (NQ paper, section 6.2) or *pipeline* (6.3).

    ``null_weight`` is the paper's η: how much less an example without a long answer, and a long
    answer without a short one, counts than others do. ``passages`` are read of each question
    by *docqa* while training: the right one, and a new draw of others in each epoch. A span may
    have ``most_answer_words``.
    """

    system: System
    seed: int = 0
    epochs: int = 12
    batch: int = 15
    passages: int = 4
    embedding: int = 64
    hidden: int = 48
    learning_rate: float = 0.003
    dropout: float = 0.2
    null_weight: float = 0.5
    most_answer_words: int = 17
