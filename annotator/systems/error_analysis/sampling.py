"""Which of a system's answers are analysed: a draw with a seed, without replacement."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from annotator.material.corpus.models import Example
from annotator.material.corpus.storage import unpack
from annotator.material.formats.asqa.predictions import read_long_form_answers
from annotator.systems.evaluation.gold.written_files import read_kept_gold, written
from annotator.systems.evaluation.models import Part, Result, Score
from annotator.workspace.projects.kinds import Kind

ANSWERED = (Result.RIGHT, Result.WRONG, Result.NEEDLESS)
"""What comes of examples that a system answers at its best threshold."""


class GivenAnswer(NamedTuple):
    """What a system answered to an example, as in ``AnalysedAnswer``."""

    example: int
    answer: dict[str, Any]


def answers_given(score: Score) -> list[GivenAnswer]:
    """All answers that a sample is drawn from, in the order of the examples' keys.

    Only those that were scored, and only answers: of Natural Questions' predictions those that
    count at the thresholds with the best F1, of long-form answers those that are not empty.
    """
    if score.system.project.kind == Kind.NQ:
        return _predictions(score)
    return _long_form_answers(score)


def _predictions(score: Score) -> list[GivenAnswer]:
    rows = score.scored_examples.order_by("example_id")
    long, short = rows.filter(long_result__in=ANSWERED), rows.filter(short_result__in=ANSWERED)
    answered = dict((long | short).values_list("example_id", "prediction"))
    with_long = set(long.values_list("example_id", flat=True))
    with_short = set(short.values_list("example_id", flat=True))
    return [
        GivenAnswer(
            example,
            {
                "long": given["long"] if example in with_long else None,
                "short": given["short"] if example in with_short else [],
                "yes_no": given["yes_no"] if example in with_short else "NONE",
            },
        )
        for example, given in answered.items()
    ]


def _long_form_answers(score: Score) -> list[GivenAnswer]:
    file = score.files.get(part=Part.PREDICTIONS)
    files: dict[str, tuple[str, bytes]] = {Part.PREDICTIONS: (file.name, unpack(file.content))}
    gold = read_kept_gold(Kind.ASQA, unpack(score.gold.content), score.split).examples
    with written(files) as paths:
        answers = read_long_form_answers(
            paths[Part.PREDICTIONS], keys=gold, passages=score.parameters.get("passages", 1)
        )
    scored = [key for key, each in gold.items() if each.annotations and answers[key].strip()]
    examples = dict(
        Example.objects.filter(
            project=score.system.project, ambiguous_question__isnull=False
        ).values_list("ambiguous_question__key", "pk")
    )
    found = [
        GivenAnswer(examples[key], {"text": answers[key]}) for key in scored if key in examples
    ]
    return sorted(found, key=lambda each: each.example)


def draw(population: Sequence[GivenAnswer], *, size: int, seed: int) -> list[GivenAnswer]:
    """``size`` of ``population``, each at most once, in the order in which they are shown.

    Each answer gets the next number of the ``random()`` of Python's ``random.Random(seed)``, in
    the order of the population. Those with the least numbers are drawn, the least first. Of
    Python's generator only ``random()`` gives the same numbers in every version.

    Raises ``ValueError`` where there are fewer.
    """
    if size > len(population):
        raise ValueError(f"{size} can't be drawn from {len(population)}")
    generator = Random(seed)  # noqa: S311 - a sample is to be drawn again, not kept secret
    places = sorted((generator.random(), place) for place in range(len(population)))
    return [population[place] for _, place in places[:size]]
