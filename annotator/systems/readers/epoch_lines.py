"""A training's course in words and characters, for terminals and jobs."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from annotator.systems.readers.model.learning import Epoch

_BLOCKS = "▁▂▃▄▅▆▇█"


def epoch_line(number: int, epochs: int, epoch: "Epoch") -> str:
    """The result of an epoch."""
    return (
        f"Epoch {number} of {epochs}: loss {epoch.loss:.3f}, F1 on dev: long answers "
        f"{epoch.long_f1:.1%}, short answers {epoch.short_f1:.1%}"
    )


def curve_line(losses: Sequence[float]) -> str:
    """The losses of all epochs as a row of blocks, the greatest one full.

    >>> curve_line([4.0, 2.0, 1.0, 1.0])
    'Loss 4.000 █▄▂▂ 1.000'
    """
    most = max(losses) or 1.0
    blocks = "".join(_BLOCKS[max(0, round(each / most * len(_BLOCKS)) - 1)] for each in losses)
    return f"Loss {losses[0]:.3f} {blocks} {losses[-1]:.3f}"
