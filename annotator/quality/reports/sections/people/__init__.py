"""Who needs help: annotators whose annotations differ from the others' by more than chance.

For leads only. Nobody is ranked: people without a signal are in the order of their keys. People are
identified by keys, and the page resolves names. Annotations from files are nobody's here.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.measures.expected_answers import Chances
from annotator.quality.reports.context import ReportContext
from annotator.quality.reports.either_kind import seconds_of_stages, total_seconds
from annotator.quality.reports.figures import (
    Cell,
    Column,
    Figure,
    Missing,
    Plot,
    Point,
    Section,
    Table,
)
from annotator.quality.reports.sections.people.details import details_of_people
from annotator.quality.reports.sections.people.evidence import (
    chances_of_annotations,
    charts_of,
    findings_of,
    noticed_after,
    relative_seconds,
)
from annotator.quality.reports.sections.people.inputs import read_people
from annotator.quality.reports.sections.people.judging import Judged, Sequences, judge
from annotator.quality.reports.sections.people.scores import scores_of, steps_of
from annotator.quality.reports.sections.people.signals import Signal, Source, signals_of

__all__ = ["compute", "details", "read_people"]

STAGES = ("seconds_question", "seconds_long_answer", "seconds_short_answer")
TWO = 2
"""Annotators who agree with each other just as often as the other way round."""
NOBODY = Missing("Nobody has annotated yet.", "Annotations of two people.", 0, 2)
NOT_COMPARED = Missing(
    "The others’ answers say too little yet about anybody’s.",
    "More examples with annotations of two people.",
)
FEWEST = 20
"""Annotations of one person without which the page doesn't say that nobody stands out."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def compute(context: ReportContext) -> Section:
    """The section *people*."""
    sequences = _sequences(context)
    judged = _judge_all(context, sequences)
    chances = chances_of_annotations(context.annotations)
    signals = _signals(context, sequences, judged, chances)
    return Section(
        name="people",
        figures=[
            *_head_figures(sequences, judged, signals),
            *_noticed(chances, sequences),
            *(_center(each) for each in judged),
        ],
        plots=[_funnel(each) for each in judged],
        tables=[_signal_table(signals), _people_table(context, sequences, judged, signals)],
        notes=_notes(context, judged),
    )


def details(context: ReportContext) -> dict[str, Any]:
    """By annotators' keys: charts over time, and the examples behind signals."""
    sequences = _sequences(context)
    judged = _judge_all(context, sequences)
    chances = chances_of_annotations(context.annotations)
    signals = _signals(context, sequences, judged, chances)
    return details_of_people(judged, signals, context.annotations.submitted_at)


def _sequences(context: ReportContext) -> Sequences:
    columns = context.annotations
    return Sequences.of(
        columns.annotator, columns.submitted_at, columns.annotation, columns.imported
    )


def _judge_all(context: ReportContext, sequences: Sequences) -> list[Judged]:
    return [judge(each, sequences) for each in scores_of(context.annotations)]


def _signals(
    context: ReportContext,
    sequences: Sequences,
    judged: Sequence[Judged],
    chances: Chances | None,
) -> list[Signal]:
    columns = context.annotations
    charts = charts_of(columns, sequences, chances)
    steps, totals = steps_of(seconds_of_stages(columns))
    seconds = np.where(steps > 0, totals, np.nan)
    source = Source(columns.example, columns.submitted_at, seconds, relative_seconds(columns))
    return signals_of(findings_of(charts, len(sequences.annotators)), judged, source)


def _head_figures(
    sequences: Sequences, judged: Sequence[Judged], signals: Sequence[Signal]
) -> list[Figure]:
    people = len(sequences.annotators)
    if not people:
        return [Figure(name, "count", missing=NOBODY) for name in ("annotators", "to_look_at")]
    annotators = Figure("annotators", "count", value=people, count=len(sequences.rows))
    if all(each.missing for each in judged):
        # The reason that shows soonest: finding no answer.
        missing = next((each.missing for each in judged if each.scores.name == "null"), None)
        return [annotators, Figure("to_look_at", "count", missing=missing or judged[0].missing)]
    most = int(np.diff(sequences.bounds).max())
    if not signals and most < FEWEST:
        return [annotators, Figure("to_look_at", "count", missing=_too_few(most))]
    looked_at = len({signal.annotator for signal in signals})
    return [annotators, Figure("to_look_at", "count", value=looked_at, count=people)]


def _noticed(chances: Chances | None, sequences: Sequences) -> list[Figure]:
    """Of what is done by answers: long-form answers are not compared."""
    if chances is None:
        return []
    number = noticed_after(chances, len(sequences.annotators))
    if number is None:
        return [Figure("noticed_after", "count", missing=NOT_COMPARED)]
    return [Figure("noticed_after", "count", value=round(number))]


def _center(judged: Judged) -> Figure:
    name = judged.scores.name
    if judged.center is None:
        return Figure(name, "share", missing=judged.missing)
    return Figure(name, "share", value=judged.center, count=judged.outcomes)


def _funnel(judged: Judged) -> Plot:
    points = [
        Point(
            key=str(person.annotator),
            x=float(person.point.total),
            value=person.point.rate,
            low=person.point.low,
            high=person.point.high,
            count=person.point.total,
        )
        for person in judged.people
        if person.point is not None
    ]
    return Plot(
        name=judged.scores.name,
        unit="share",
        kind="funnel",
        x="number",
        points=points,
        missing=judged.missing,
    )


def _signal_table(signals: Sequence[Signal]) -> Table:
    columns = [
        Column("annotator", "text"),
        Column("measure", "text"),
        Column("way", "text"),
        Column("trigger", "text"),
        Column("rate", "share"),
        Column("expected", "share"),
        Column("low", "share"),
        Column("high", "share"),
        Column("outcomes", "count"),
        Column("earlier_rate", "share"),
        Column("run_rate", "share"),
        Column("earlier_seconds", "seconds"),
        Column("run_seconds", "seconds"),
        Column("run", "count"),
        Column("since", "date"),
        Column("until", "date"),
        Column("behind", "count"),
        Column("urgency", "coefficient"),
    ]
    rows: list[list[Cell]] = [
        [
            str(one.annotator),
            one.measure,
            "more_often" if one.upwards else "less_often",
            one.trigger,
            one.rate,
            one.expected,
            one.low,
            one.high,
            one.outcomes,
            one.earlier_rate,
            one.run_rate,
            one.earlier_seconds,
            one.run_seconds,
            one.run,
            _date(one.since),
            _date(one.until),
            one.behind,
            one.urgency,
        ]
        for one in signals
    ]
    return Table("signals", columns, rows)


def _date(moment: int | None) -> str | None:
    if moment is None:
        return None
    return (_EPOCH + timedelta(microseconds=moment)).date().isoformat()


def _people_table(
    context: ReportContext,
    sequences: Sequences,
    judged: Sequence[Judged],
    signals: Sequence[Signal],
) -> Table:
    stages = _stage_names(context)
    columns = [
        Column("annotator", "text"),
        Column("annotations", "count"),
        *(Column(each.scores.name, "share") for each in judged),
        *(Column(name, "seconds") for name in stages),
        Column("seconds", "seconds"),
        Column("exams", "count"),
        Column("exam_met", "share"),
        Column("feedback", "count"),
        Column("feedback_open", "count"),
        Column("reasons", "count"),
    ]
    reasons = {
        person: sum(signal.annotator == person for signal in signals)
        for person in {signal.annotator for signal in signals}
    }
    places = {int(person): place for place, person in enumerate(sequences.annotators)}
    from_files = {*context.annotations.annotator[context.annotations.imported].tolist()}
    members = {*map(int, context.inputs.get("members", {}))}
    everybody = sorted({*places} | (members - from_files))
    spent = seconds_of_stages(context.annotations)[:, : len(stages)]
    seconds = np.column_stack([spent, total_seconds(context.annotations)])
    rows = []
    for person in everybody:
        place = places.get(person)
        rows.append(
            [
                str(person),
                *_work(sequences, judged, seconds, place),
                *_guided(context.inputs, str(person)),
                reasons.get(person, 0),
            ]
        )
    return Table("annotators", columns, rows)


def _stage_names(context: ReportContext) -> tuple[str, ...]:
    return STAGES if context.annotations.seconds.ndim > 1 else ()


def _work(
    sequences: Sequences,
    judged: Sequence[Judged],
    seconds: NDArray[np.float64],
    place: int | None,
) -> list[Cell]:
    """Annotations, the rate of each measure, and the median of each column of ``seconds``."""
    if place is None:
        return [0, *[None] * (len(judged) + seconds.shape[1])]
    rows = sequences.of_place(place)
    rates = [_mean(each.people[place].outcomes) for each in judged]
    return [len(rows), *rates, *map(_median, seconds[rows].T)]


def _guided(inputs: Mapping[str, Any], person: str) -> list[Cell]:
    """Exams, share of criteria met, feedback, feedback not acknowledged."""
    exams = inputs.get("exams", {}).get(person, {"exams": 0, "met": 0, "graded": 0})
    feedback = inputs.get("feedback", {}).get(person, {"given": 0, "open": 0})
    met = exams["met"] / exams["graded"] if exams["graded"] else None
    return [exams["exams"], met, feedback["given"], feedback["open"]]


def _mean(values: NDArray[np.float64]) -> float | None:
    return float(values.mean()) if len(values) else None


def _median(values: NDArray[np.float64]) -> float | None:
    known = values[~np.isnan(values)]
    return float(np.median(known)) if len(known) else None


def _notes(context: ReportContext, judged: Sequence[Judged]) -> list[str]:
    # Files are others to agree with, so two people can differ.
    if context.annotations.imported.any():
        return ["imported_annotations"]
    agreeing = [each for each in judged if each.scores.name.startswith("agree")]
    pairs = [sum(len(person.outcomes) > 0 for person in each.people) for each in agreeing]
    return ["two_annotators"] if TWO in pairs else []


def _too_few(most: int) -> Missing:
    return Missing(
        "Nobody has annotated enough yet to differ from the others by more than chance.",
        f"{FEWEST} annotations of one person.",
        most,
        FEWEST,
    )
