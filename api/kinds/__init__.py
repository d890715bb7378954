"""The rooms in the API: what of it is one kind's alone. mypy holds each part to its protocol."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from api.kinds.asqa import presenting as asqa_presenting
    from api.kinds.natural_questions import presenting
    from api.presenters.kinds import Presenting

    _presenting: tuple[Presenting, ...] = (presenting, asqa_presenting)
