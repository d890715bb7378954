"""The order of locks: the round first, then its seats by number."""

from annotator.exceptions import ConflictError, NotFoundError
from annotator.quality.judgments.models import JudgmentRound, Phase, RoundExpert


def lock_round(round_: JudgmentRound) -> JudgmentRound:
    """The round as it is now, locked against every other change of its phase and its meeting."""
    return (
        JudgmentRound.objects.select_for_update(no_key=True, of=("self",))
        .select_related("project")
        .get(pk=round_.pk)
    )


def lock_seat(seat: RoundExpert) -> RoundExpert:
    """The current seat, locked, so that an expert's verdicts change one after another.

    Lock the round first if you need both. Raises ``NotFoundError`` if a lead has removed the expert
    meanwhile.
    """
    found = (
        RoundExpert.objects.select_for_update(no_key=True, of=("self",))
        .select_related("round", "user")
        .filter(pk=seat.pk)
        .first()
    )
    if found is None:
        raise NotFoundError("not_found", "You are no longer in this round.")
    return found


def lock_meeting(round_: JudgmentRound) -> JudgmentRound:
    """The round as it is now, locked, if its meeting is under way.

    Raises ``ConflictError`` with code ``phase_open`` before all experts have closed phase 1, and
    ``round_finished`` afterwards.
    """
    round_ = lock_round(round_)
    if round_.phase == Phase.INDEPENDENT:
        raise ConflictError(
            "phase_open", "The meeting begins once every expert has closed their verdicts."
        )
    if round_.phase == Phase.FINISHED:
        raise ConflictError("round_finished", "The round is finished and can't be changed.")
    return round_
