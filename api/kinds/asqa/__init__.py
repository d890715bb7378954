"""Ambiguous questions with a long-form answer, in the API. mypy holds its part to its protocol."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from api.kinds.asqa import presenting
    from api.presenters.kinds import Presenting

    _presenting: Presenting = presenting
