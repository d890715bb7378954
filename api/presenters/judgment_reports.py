"""Reports, figures and sheets of judgment rounds as the API shows them."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from annotator.measures.agreement_summary import Agreement
from annotator.measures.intervals import Proportion
from annotator.measures.variability import Bar
from annotator.quality.judgments.figures import Variability
from annotator.quality.judgments.models import JudgmentRound
from annotator.quality.judgments.report import METHOD, Report
from annotator.quality.judgments.sheet import SheetAnswer, SheetEntry
from api.presenters.judgment_rounds import expert_names


def present_report(report: Report, *, role: str) -> dict[str, Any]:
    """A round's report as a viewer in ``role`` sees it: leads see names, others numbers."""
    names = expert_names(report.experts, role=role)
    numbers = [expert.number for expert in report.experts]
    precision = report.precision
    return {
        "draws": report.draws,
        "answers": report.answers,
        "settled": report.settled,
        "precision": {name: present_proportion(each) for name, each in precision._asdict().items()}
        if precision
        else None,
        "method": METHOD,
        "agreement": present_agreement(report.agreement, numbers),
        "per_expert": [
            {"number": expert.number, "name": names[expert.pk], **votes}
            for expert, votes in zip(report.experts, report.votes, strict=True)
        ],
        "moved": [
            {"from": each.first, "to": each.consensus, "count": each.count} for each in report.moved
        ],
        "changed_majority": report.changed_majority,
        "published": asdict(report.published),
    }


def present_agreement(agreement: Agreement, numbers: Sequence[int]) -> dict[str, Any]:
    """How far people agreed; ``numbers`` are how they are called, in their order."""
    return {
        "fleiss_kappa": asdict(agreement.fleiss_kappa),
        "krippendorff_alpha": asdict(agreement.krippendorff_alpha),
        "observed": agreement.observed,
        "pairs": [
            {**pair._asdict(), "first": numbers[pair.first], "second": numbers[pair.second]}
            for pair in agreement.pairs
        ],
    }


def present_proportion(share: Proportion) -> dict[str, Any]:
    """A share with its interval, or with the reason why it has none."""
    values = share._asdict()
    withheld = values.pop("withheld")
    return {**values, "no_interval": withheld.reason if withheld else ""}


def present_variability(variability: Variability) -> dict[str, Any]:
    """Figure 4 and footnote 9."""
    gathering, bars, footnote = variability.gathering, variability.bars, variability.footnote
    return {
        "annotations": variability.annotations,
        "examples": gathering.examples,
        "complete": gathering.complete,
        "missing": [asdict(each) for each in variability.missing],
        "draws": variability.draws,
        "bars": None if bars is None else [_present_bar(bar) for bar in bars],
        "footnote": footnote._asdict() if footnote else None,
    }


def _present_bar(bar: Bar) -> dict[str, Any]:
    verdicts = {verdict: share._asdict() for verdict, share in bar.by_verdict.items()}
    return {
        "low": bar.low,
        "high": bar.high,
        "count": bar.count,
        "share": bar.share,
        "verdicts": verdicts,
    }


def present_sheet_entry(entry: SheetEntry, judgment_round: JudgmentRound) -> dict[str, Any]:
    """An entry of Figure 6."""
    number, example = entry.answer.number, entry.answer.annotation.example
    page = example.page
    passage = f"/api/v1/judgment-rounds/{judgment_round.pk}/answers/{number}/passage/"
    return {
        "number": number,
        "question": example.question.text,
        "page": {"title": page.title if page else "", "url": page.url if page else ""},
        "long": {**_present_sheet_answer(entry.long), "passage_url": passage},
        "short": _present_sheet_answer(entry.short),
    }


def _present_sheet_answer(answer: SheetAnswer) -> dict[str, Any]:
    return {"text": answer.text, "verdict": answer.verdict, **answer.counts._asdict()}
