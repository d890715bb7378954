"""MACE of ours and of crowd-kit against abilities that are known: who is nearer, and by how much.

`python -m benchmarks.annotator_models [--projects N] [--seed S]`. No database; needs crowd-kit
(the group `long`). Each project has 12 annotators with abilities from 0.3 to 0.98 and 300
examples with five annotations each. In the first world both labels are as common as each other, as
MACE has it; in the second one in ten is *bad*; in the third, as in ``simulation/model``, each
example has its own share of *bad*, so that there is no one truth. Methods are those of the paper
with variational Bayes or EM in both, then what the dashboards show beside crowd-kit's variational
Bayes. An error is the mean of |competence - ability| over a project's
annotators; a difference is ours less crowd-kit's, with a 95% interval over projects.
"""

import argparse
import warnings

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import t

from annotator.measures.annotator_models import Decisions, fit_mace

Floats = NDArray[np.float64]

ANNOTATORS, EXAMPLES, EACH = 12, 300, 5
RESTARTS = 3
METHODS = ("variational", "EM", "dashboards")
WORLDS = ("both labels as common", "one in ten bad", "each example its own share")


def main() -> None:
    """Print a line for each world and each pair of estimates."""
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--projects", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("| world | method | ours | crowd-kit | difference | ours nearer |")
    print("|---|---|---|---|---|---|")
    for number, world in enumerate(WORLDS):
        errors: dict[str, list[tuple[float, float]]] = {each: [] for each in METHODS}
        for project in range(options.projects):
            decisions, ability = drawn(number, np.random.default_rng([options.seed, project]))
            for method, found in errors.items():
                found.append(
                    (
                        float(np.abs(of_ours(decisions, method) - ability).mean()),
                        float(np.abs(of_crowd_kit(decisions, method) - ability).mean()),
                    )
                )
        for method, found in errors.items():
            print(f"| {world} | {method} | {_line(np.array(found))} |", flush=True)


def drawn(world: int, generator: np.random.Generator) -> tuple[Decisions, Floats]:
    """A project's decisions, 1 for *bad*, and the abilities of its annotators."""
    ability = generator.uniform(0.3, 0.98, ANNOTATORS)
    habit = generator.beta(1, 1 if world == 0 else 9, ANNOTATORS)
    if world < 2:
        bad = (generator.random(EXAMPLES) < (0.5, 0.1)[world]).astype(np.float64)
    else:
        bad = generator.beta(0.2, 1.8, EXAMPLES)
    who = np.argsort(generator.random((EXAMPLES, ANNOTATORS)), axis=1)[:, :EACH].reshape(-1)
    units = np.repeat(np.arange(EXAMPLES), EACH)
    knows = generator.random(len(units)) < ability[who]
    labels = generator.random(len(units)) < np.where(knows, bad[units], habit[who])
    decided = Decisions(units, who, labels.astype(np.int64), EXAMPLES, ANNOTATORS, 2)
    return decided, ability


def of_ours(decisions: Decisions, method: str) -> Floats:
    """Competences; those of the dashboards don't take both labels to be as common."""
    return fit_mace(
        decisions,
        seed=1,
        restarts=RESTARTS,
        variational=method != "EM",
        even=method != "dashboards",
    ).competence


def of_crowd_kit(decisions: Decisions, method: str) -> Floats:
    """crowd-kit's, of rows in which labels come in their order, as it needs them."""
    from crowdkit.aggregation import MACE

    frame = pd.DataFrame(
        {"task": decisions.units, "worker": decisions.annotators, "label": decisions.labels}
    )
    # It numbers annotators and labels by their first appearance, and adds up by their names.
    first = [frame.index[frame["label"] == label][0] for label in (0, 1)]
    order = [*first, *(row for row in frame.index if row not in first)]
    frame = frame.loc[order].reset_index(drop=True)
    names = pd.factorize(frame["worker"])[1]
    frame["worker"] = pd.factorize(frame["worker"])[0]
    model = MACE(n_restarts=1, n_iter=50, method="em" if method == "EM" else "vb")
    model.fit(frame)
    knows = np.empty(ANNOTATORS)
    knows[np.asarray(names)] = model.spamming_[:, 1] / model.spamming_.sum(axis=1)
    return knows


def _line(errors: Floats) -> str:
    ours, theirs = errors.T
    half = t.ppf(0.975, len(ours) - 1) * (ours - theirs).std(ddof=1) / np.sqrt(len(ours))
    middle = (ours - theirs).mean()
    nearer = int((ours < theirs).sum())
    return (
        f"{ours.mean():.3f} | {theirs.mean():.3f} | "
        f"{middle:+.3f} [{middle - half:+.3f}, {middle + half:+.3f}] | {nearer} of {len(ours)}"
    )


if __name__ == "__main__":
    main()
