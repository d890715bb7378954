"""Figure 4 and footnote 9 of a round whose examples were annotated further (NQ, section 4.4)."""

from dataclasses import dataclass

from annotator.measures.variability import Bar, Footnote9, figure_4, footnote_9, mu
from annotator.quality.judgments.gathering import answers_in_order, gather
from annotator.quality.judgments.models import JudgmentRound
from annotator.quality.judgments.overview import Gathering, gathering_of, variability_of

MOST_MISSING = 50


@dataclass(frozen=True, slots=True)
class Incomplete:
    """A judged answer whose example has ``have`` annotations, fewer than were asked for."""

    number: int
    question: str
    have: int


@dataclass(frozen=True, slots=True)
class Variability:
    """How far the further annotations are, and what they show so far.

    ``draws`` is the basis of the figures: the draws of answers that have a consensus and complete
    examples. ``bars`` and ``footnote`` are None while there are none. ``missing`` lists the first
    50 answers whose examples are incomplete.
    """

    annotations: int
    gathering: Gathering
    missing: list[Incomplete]
    draws: int
    bars: list[Bar] | None
    footnote: Footnote9 | None


def variability_figures(judgment_round: JudgmentRound) -> Variability | None:
    """Figure 4 and footnote 9 by draws, over complete examples; None if none were asked for.

    μ is the share of an example's annotations with an answer of the round's target, exactly.
    """
    asked, gathering = variability_of(judgment_round), gathering_of(judgment_round)
    if asked is None or gathering is None:
        return None
    missing, mus, verdicts, draws = [], [], [], []
    for each in gather(answers_in_order(judgment_round), judgment_round=judgment_round):
        values, answer = each.of(judgment_round.target), each.answer
        if len(values) < asked.annotations:
            question = answer.annotation.example.question.text
            missing.append(Incomplete(answer.number, question, len(values)))
        elif consensus := getattr(answer, "consensus", None):
            mus.append(mu(values))
            verdicts.append(consensus.verdict)
            draws.append(answer.draws)
    return Variability(
        annotations=asked.annotations,
        gathering=gathering,
        missing=missing[:MOST_MISSING],
        draws=sum(draws),
        bars=figure_4(mus, verdicts, draws) if mus else None,
        footnote=footnote_9(mus, verdicts, draws) if mus else None,
    )
