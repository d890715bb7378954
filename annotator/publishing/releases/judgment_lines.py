"""``annotations/judgments/``: answers that experts judged, with every vote and the consensus."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from annotator.exchange.exports.pseudonymiser import Pseudonymiser
from annotator.publishing.releases.contents import Contents
from annotator.publishing.releases.features import TIMESTAMP, Features
from annotator.publishing.releases.lines import Line
from annotator.publishing.releases.people import released_names
from annotator.quality.judgments.models import (
    JudgedAnswer,
    JudgedAnswerQuerySet,
    Judgment,
    Phase,
)

COLUMNS: Features = {
    "round": "int64",
    "target": "string",
    "number": "int64",
    "draws": "int64",
    "example_id": "string",
    "split": "string",
    "annotation_id": "string",
    "label": "int64",
    "votes": [
        {
            "expert": "string",
            "verdict": "string",
            "justification": "string",
            "decided_at": TIMESTAMP,
        }
    ],
    "verdict": "string",
    "agreed": "bool",
    "justification": "string",
    "decided_at": TIMESTAMP,
}


def rows_of(contents: Contents, split: str = "") -> JudgedAnswerQuerySet:
    """The judged answers that are released, of finished rounds that nobody cancelled."""
    return JudgedAnswer.objects.filter(
        round__project=contents.project,
        round__phase=Phase.FINISHED,
        round__cancelled_at__isnull=True,
        annotation__in=contents.annotations(split),
    )


class Lines:
    """Makes the lines of judged answers, without the words of people who are left out."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._hide = Pseudonymiser(contents.project).hide

    def __call__(self, keys: Sequence[int]) -> Iterator[Line]:
        related = ("round", "annotation__example", "consensus")
        rows = JudgedAnswer.objects.filter(pk__in=keys).select_related(*related).order_by("pk")
        votes = defaultdict(list)
        given = Judgment.objects.filter(answer__in=keys, verdict__isnull=False)
        for vote in given.select_related("expert").order_by("expert__number"):
            votes[vote.answer_id].append(vote)
        voters = {vote.expert.user_id for every in votes.values() for vote in every}
        names = released_names(self._contents, voters)
        for row in rows:
            kept = [vote for vote in votes[row.pk] if vote.expert.user_id in names]
            yield row.pk, self._line(row, [self._vote(each, names) for each in kept])

    def _line(self, row: JudgedAnswer, votes: list[dict[str, Any]]) -> dict[str, Any]:
        annotation, consensus = row.annotation, row.consensus
        is_left_out = consensus.decided_by_id in self._contents.left_out.people
        return self._hide(
            {
                "round": row.round.number,
                "target": row.round.target,
                "number": row.number,
                "draws": row.draws,
                "example_id": str(annotation.example.example_id),
                "split": annotation.example.split,
                "annotation_id": annotation.annotation_id,
                "label": annotation.pk,
                "votes": votes,
                "verdict": consensus.verdict,
                "agreed": consensus.agreed,
                "justification": "" if is_left_out else consensus.justification,
                "decided_at": consensus.decided_at.isoformat(),
            }
        )

    def _vote(self, vote: Judgment, names: dict[int, str]) -> dict[str, Any]:
        return self._hide(
            {
                "expert": names[vote.expert.user_id],
                "verdict": vote.verdict,
                "justification": vote.justification,
                "decided_at": vote.decided_at.isoformat() if vote.decided_at else None,
            }
        )
