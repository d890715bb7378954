"""How able each annotator is, by annotator models.

For Dawid and Skene's model and MACE, a question is good or bad and an answer is there or not; one
of the two may be rare. For candidates, MACE has one even habit over the page's own. All of them
assume one truth for each example, so their posteriors don't say where a page is ambiguous: see
``majorities``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.material.corpus.models import Example
from annotator.measures.annotator_models import (
    Decisions,
    estimate_choices,
    fit_dawid_skene,
    fit_mace,
)
from annotator.quality.reports.context import Parameters
from annotator.quality.reports.figures import Cell, Column, Missing, Table
from annotator.quality.reports.sections.agreement.fields import Compared
from annotator.quality.reports.sections.agreement.people import is_person
from annotator.workspace.projects.models import Project

MODELLED = ("quality", "null", "long")

LEAST_OF_ANNOTATOR = 40
"""How many examples somebody needs before the model's ability of them is shown: of fewer, most of
what people seem to differ by is chance. In simulations with three annotations of each example,
abilities from 20 examples correlated with the true ones by 0.61, from 50 by 0.80.
"""

LEAST_EXAMPLES = LEAST_OF_ANNOTATOR
"""Examples with two annotations of a decision, before a model is fitted."""

LEAST_OF_RARER = 20
"""On how many annotations of the rarer label MACE's competence rests, by the shares of their
examples: of fewer, habits and knowledge are hard to tell apart.
"""

_DIGITS = 9
_TOLERANCE = 1e-11
"""Close enough to the maximum that the third digit of an ability stays."""

_RESTARTS = 3
_ITERATIONS = 50
_BUDGET = 20_000_000
"""Decisions times steps that MACE may take for a field: some seconds."""

Floats = NDArray[np.float64]


def candidate_counts(project: Project, parameters: Parameters) -> Mapping[str, Any]:
    """How many candidates the page of each example has that may get several annotations."""
    rows = (
        Example.objects.filter(
            project=project,
            is_published=True,
            purpose__in=parameters.hidden_split.purposes,
            overlap__gt=1,
        )
        .order_by("pk")
        .values_list("pk", "page__candidate_count")
    )
    examples, counts = zip(*rows, strict=True) if rows else ((), ())
    return {"examples": list(examples), "candidates": [each or 0 for each in counts]}


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """Of one decision: by annotator (places in the sorted keys) abilities by model, and in how many
    of the examples they decided. ``missing`` says why nothing could be fitted.
    """

    abilities: Mapping[str, Floats]
    decided: NDArray[np.int64]
    missing: Missing | None = None


def fit(compared: Compared, name: str, inputs: Mapping[str, Any], *, seed: int) -> Fitted:
    """Fit the models of one decision."""
    field = compared.fields[name]
    sizes = np.bincount(compared.unit[field.rows], minlength=len(compared))
    kept = sizes[compared.unit[field.rows]] > 1
    rows, values = field.rows[kept], field.values[kept]
    people, who = np.unique(compared.of(compared.columns.annotator), return_inverse=True)
    annotators = who[rows].astype(np.int64)
    decided = np.bincount(annotators, minlength=len(people))
    missing = _missing(compared, rows, values, decided)
    if missing:
        return Fitted({}, decided, missing)
    units, at = np.unique(compared.unit[rows], return_inverse=True)
    at = at.reshape(-1).astype(np.int64)
    if name == "long":
        counts = _option_counts(compared.examples[units], inputs)
        return Fitted(_choices(counts, at, annotators, values, people=len(people)), decided)
    abilities = _labels(at, annotators, values, len(people), seed)
    abilities["mace"][_rarer(at, annotators, values, len(people)) < LEAST_OF_RARER] = np.nan
    return Fitted(abilities, decided)


def _rarer(
    units: NDArray[np.int64],
    annotators: NDArray[np.int64],
    values: NDArray[np.int64],
    people: int,
) -> Floats:
    """By annotator, the sum over their units of the share of decisions for the rarer label."""
    is_rarer = values != np.bincount(values).argmax()
    shares = np.bincount(units, weights=is_rarer) / np.bincount(units)
    return np.bincount(annotators, weights=shares[units], minlength=people).astype(np.float64)


def _labels(
    units: NDArray[np.int64],
    annotators: NDArray[np.int64],
    values: NDArray[np.int64],
    people: int,
    seed: int,
) -> dict[str, Floats]:
    """What both models say of annotators."""
    decisions = Decisions(units, annotators, values, int(units.max()) + 1, people, 2)
    skene = fit_dawid_skene(decisions, tolerance=_TOLERANCE)
    steps = max(1, _BUDGET // len(units))
    iterations = min(_ITERATIONS, max(10, steps // _RESTARTS))
    mace = fit_mace(decisions, seed=seed, restarts=_RESTARTS, iterations=iterations, even=False)
    return {"dawid_skene": skene.ability, "mace": mace.competence}


def _choices(
    counts: NDArray[np.int64],
    units: NDArray[np.int64],
    annotators: NDArray[np.int64],
    options: NDArray[np.int64],
    *,
    people: int,
) -> dict[str, Floats]:
    """What MACE with even guesses among the page's candidates and NULL says of annotators."""
    most = np.zeros(len(counts), dtype=np.int64)
    np.maximum.at(most, units, options)
    found = estimate_choices(
        units, annotators, options, np.maximum(counts, most + 1), annotator_count=people
    )
    return {"choices": found.competence}


def _option_counts(examples: NDArray[np.int64], inputs: Mapping[str, Any]) -> NDArray[np.int64]:
    known = np.array(inputs.get("examples", []), dtype=np.int64)
    candidates = np.array(inputs.get("candidates", []), dtype=np.int64)
    if not len(known):
        return np.ones(len(examples), dtype=np.int64)
    place = np.minimum(np.searchsorted(known, examples), len(known) - 1)
    return np.where(known[place] == examples, candidates[place] + 1, 1)


def _missing(
    compared: Compared,
    rows: NDArray[np.int64],
    values: NDArray[np.int64],
    decided: NDArray[np.int64],
) -> Missing | None:
    examples = len(np.unique(compared.unit[rows]))
    if examples < LEAST_EXAMPLES or np.count_nonzero(decided) <= 1:
        return Missing(
            "Annotator models need two annotators and more examples that both have answered.",
            f"They need at least {LEAST_EXAMPLES} examples with two annotations.",
            examples,
            LEAST_EXAMPLES,
        )
    if values.min() == values.max():
        return Missing("Everybody decides the same, so there is nothing to tell apart.")
    return None


ABILITIES = (
    ("quality", "dawid_skene"),
    ("quality", "mace"),
    ("null", "dawid_skene"),
    ("null", "mace"),
    ("long", "choices"),
)


def ability_table(compared: Compared, fitted: Mapping[str, Fitted]) -> Table:
    """What the models say of each annotator of the project, by their keys."""
    columns = [Column("annotator", "text"), Column("examples", "count")]
    columns += [Column(f"{model}_{name}", "share") for name, model in ABILITIES]
    people, place = np.unique(compared.of(compared.columns.annotator), return_inverse=True)
    annotating = np.bincount(place[is_person(compared)], minlength=len(people)) > 0
    known = [name for name in MODELLED if fitted[name].missing is None]
    rows: list[list[Cell]] = [
        [
            str(people[at]),
            int(fitted["null"].decided[at]),
            *(_ability(fitted[name], model, int(at)) for name, model in ABILITIES),
        ]
        for at in np.flatnonzero(annotating & (fitted["null"].decided >= LEAST_OF_ANNOTATOR))
        if known
    ]
    missing = None if rows else fitted["null"].missing or _nobody(fitted["null"].decided)
    return Table("abilities", columns, rows, missing=missing)


def _ability(fitted: Fitted, model: str, at: int) -> Cell:
    if model not in fitted.abilities or fitted.decided[at] < LEAST_OF_ANNOTATOR:
        return None
    value = float(fitted.abilities[model][at])
    return None if np.isnan(value) else round(value, _DIGITS)


def _nobody(decided: NDArray[np.int64]) -> Missing:
    most = int(decided.max(initial=0))
    return Missing(
        "No annotator of this project has enough examples that others answered too.",
        f"Abilities need at least {LEAST_OF_ANNOTATOR} such examples.",
        min(most, LEAST_OF_ANNOTATOR),
        LEAST_OF_ANNOTATOR,
    )
