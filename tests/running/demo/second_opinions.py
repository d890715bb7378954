"""The demo's figures that are in no section of the statistics, computed by other libraries."""

from collections.abc import Sequence
from typing import Any

import krippendorff
import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

from annotator.measures.agreement_summary import Agreement
from annotator.quality.comparisons.models import Comparison, ComparisonStudy
from annotator.quality.comparisons.results import results_of as results_of_study
from annotator.quality.judgments.models import Consensus, Judgment, JudgmentRound
from annotator.quality.judgments.report import report_of
from annotator.systems.error_analysis.models import AnswerLabels, ErrorAnalysis
from annotator.systems.error_analysis.results import results_of

EXACT = 1e-12


def check_agreement(found: Agreement, table: Sequence[Sequence[Any]]) -> None:
    """``table`` has a row for each unit and a column for each person, without gaps."""
    codes = np.unique(np.array(table), return_inverse=True)[1].reshape(np.shape(table))
    if np.all(codes == codes[0, 0]):
        assert found.krippendorff_alpha.value is None
        return
    alpha = krippendorff.alpha(reliability_data=codes.T, level_of_measurement="nominal")
    assert found.krippendorff_alpha.value == pytest.approx(alpha, abs=EXACT)
    kappa = fleiss_kappa(aggregate_raters(codes)[0])
    assert found.fleiss_kappa.value == pytest.approx(kappa, abs=EXACT)
    for pair in found.pairs:
        if pair.kappa is not None:
            cohen = cohen_kappa_score(codes[:, pair.first], codes[:, pair.second])
            assert pair.kappa == pytest.approx(cohen, abs=EXACT)


def check_rounds() -> None:
    """Finished rounds: precision by draws with pandas, agreement on first votes."""
    for round_ in JudgmentRound.objects.filter(phase="finished"):
        answers = pd.DataFrame(round_.answers.values("pk", "draws"))
        final = pd.DataFrame(Consensus.objects.filter(answer__round=round_).values())
        drawn = answers.merge(final, left_on="pk", right_on="answer_id")
        shares = drawn.loc[drawn.index.repeat(drawn["draws"]), "verdict"].value_counts(
            normalize=True
        )
        report = report_of(round_)
        assert report.precision is not None
        psi = shares.get("C", 0) + shares.get("C_d", 0)
        assert report.precision.psi.value == pytest.approx(psi, abs=EXACT)
        for name, share in (("correct", "C"), ("debatable", "C_d"), ("wrong", "W")):
            value = getattr(report.precision, name).value
            assert value == pytest.approx(shares.get(share, 0), abs=EXACT)
        votes = pd.DataFrame(
            Judgment.objects.filter(answer__round=round_).values(
                "answer__number", "expert__number", "verdict"
            )
        ).pivot_table("verdict", "answer__number", "expert__number", aggfunc="first")
        check_agreement(report.agreement, votes.to_numpy().tolist())


def check_analyses() -> None:
    """Finished analyses: the mean of each label over labellings, agreement on it and on all."""
    for analysis in ErrorAnalysis.objects.exclude(finished_at=None):
        rows = AnswerLabels.objects.filter(answer__analysis=analysis)
        labels = pd.DataFrame(rows.values("answer__number", "labeller__number", "labels"))
        found = results_of(analysis)
        assert found.by_label is not None
        for place, (share, agreement) in enumerate(zip(found.shares, found.by_label, strict=True)):
            labels["has"] = [place in each for each in labels["labels"]]
            assert share.value == pytest.approx(labels["has"].mean(), abs=EXACT)
            given = labels.pivot_table("has", "answer__number", "labeller__number", aggfunc="first")
            check_agreement(agreement, given.to_numpy(dtype=int).tolist())


def check_comparisons() -> None:
    """Finished studies: the columns of Table 4 as means of a long table."""
    for study in ComparisonStudy.objects.exclude(finished_at=None):
        made = Comparison.objects.filter(pair__study=study, submitted_at__isnull=False)
        rows = []
        for each in made.select_related("pair__left__system", "pair__right__system"):
            for side, other in (("left", "right"), ("right", "left")):
                system = getattr(each.pair, side).system.name
                captured = getattr(each, f"{side}_captured") / each.pair.disambiguation_count
                points = {
                    column: {side: 1.0, other: 0.0, "tie": 0.5}[getattr(each, respect)]
                    for column, respect in (
                        ("comp", "ambiguity"),
                        ("flue", "fluency"),
                        ("ho", "overall"),
                    )
                }
                rows.append({"system": system, "acc": captured, **points})
        means = 100 * pd.DataFrame(rows).groupby("system").mean()
        for system in results_of_study(study).systems:
            for column, estimate in system.estimates.items():
                assert estimate.value == pytest.approx(means.loc[system.name, column], abs=1e-10)
