"""People under adaptive overlap, some of whom came when only further annotations were left."""

from dataclasses import replace

import numpy as np

from annotator.quality.reports.agreement_sample import USUAL_SHARE
from annotator.quality.reports.context import ExampleColumns
from annotator.quality.reports.natural_questions_columns import NaturalQuestionsColumns
from annotator.quality.reports.planned import planned_rows
from annotator.quality.simulation.model.draws import draw_annotations
from annotator.quality.simulation.model.populations import draw_examples
from benchmarks._coverage_adaptive import CAP, asked
from benchmarks._coverage_people import PEOPLE, Setting, columns_of, draw_pool, on_days

EXAMPLES, FIRST, LATE = 1_000, 2, 4


def late_columns(*, late: int, seed: int) -> dict[str, NaturalQuestionsColumns]:
    """All annotations of a project of steady people, and those that the page counts.

    Every example first gets two annotations. The last ``late`` of the people give none of these,
    and most of the further ones.
    """
    generator = np.random.default_rng(seed)
    pool, early = draw_pool(Setting(), generator, seed), np.arange(PEOPLE - late)
    person = np.empty((EXAMPLES, CAP), dtype=np.int64)
    for example in range(EXAMPLES):
        person[example, :FIRST] = generator.permutation(early)[:FIRST]
        others = np.setdiff1d(np.arange(PEOPLE), person[example, :FIRST])
        turns = 1.2 * generator.random(len(others)) - (others >= len(early))
        person[example, FIRST:] = others[np.argsort(turns)][: CAP - FIRST]
    example, who = np.repeat(np.arange(EXAMPLES), CAP), person.ravel()
    drawn = draw_annotations(
        draw_examples(EXAMPLES, seed=seed), pool, assigned=(example, who), seed=seed
    )
    is_further = np.tile(np.arange(CAP), EXAMPLES) >= FIRST
    columns = columns_of(drawn, who, np.arange(len(who)) + len(who) * is_further, drawn.seconds)
    sampled = np.arange(EXAMPLES) < USUAL_SHARE * EXAMPLES
    sizes = np.where(sampled, CAP, asked(columns, FIRST))
    every = columns.take(np.flatnonzero(np.tile(np.arange(CAP), EXAMPLES) < sizes.repeat(CAP)))
    examples = ExampleColumns(
        example=np.arange(EXAMPLES) + 1,
        split=np.zeros(EXAMPLES, np.int16),
        overlap=sizes.astype(np.int32),
        splits=("",),
        first=np.where(sizes > FIRST, FIRST, 0).astype(np.int32),
        sampled=sampled,
        page=np.arange(EXAMPLES),
    )
    counted = every.take(np.flatnonzero(planned_rows(every, examples, with_sample=True)))
    return {
        name: replace(own, submitted_at=on_days(own.annotator, own.submitted_at))
        for name, own in (("all annotations", every), ("those that count", counted))
    }
