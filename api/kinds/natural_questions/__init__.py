"""Questions whose answers are marked on a page, in the API. mypy holds its part to its protocol."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from api.kinds.natural_questions import presenting
    from api.presenters.kinds import Presenting

    _presenting: Presenting = presenting
