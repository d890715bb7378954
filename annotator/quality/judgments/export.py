"""All that a round has, an answer a line: as JSON objects, or as rows of one flat table.

Experts are numbers here as they are in the round; nobody is named.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from annotator.collecting.annotations.models import NaturalQuestionsAnswer
from annotator.quality.judgments.gathering import Counts, Gathered, answers_in_order, gather
from annotator.quality.judgments.models import (
    JudgedAnswer,
    Judgment,
    JudgmentRound,
    MeetingNote,
    Target,
)
from annotator.quality.judgments.overview import variability_of
from annotator.quality.judgments.sheet import BETWEEN_SPANS, AnswerTexts

Line = dict[str, Any]


def export_lines(judgment_round: JudgmentRound, splits: Sequence[str] = ()) -> Iterator[Line]:
    """A round's answers in the experts' order with everything, ready for JSON; those of ``splits``
    where some are named.

    Each line has the round's own facts under ``round``, so that it is complete. Use it only after
    phase 1, since it has every vote. docs/data-formats.md has the keys.
    """
    facts, writer = _round(judgment_round), _LineWriter(judgment_round)
    answers = answers_in_order(judgment_round, splits)
    for each in gather(answers, judgment_round=judgment_round):
        yield {"round": facts, **writer.line(each)}


def table_columns(judgment_round: JudgmentRound) -> list[str]:
    """The columns of the flat table; experts have four each."""
    numbers = judgment_round.experts.order_by("number").values_list("number", flat=True)
    return [
        *(f"round_{name}" for name in _FLAT_ROUND),
        *_FLAT_ANSWER,
        *(f"expert_{number}_{name}" for number in numbers for name in _FLAT_VOTE),
        *(f"consensus_{name}" for name in _FLAT_CONSENSUS),
        "notes",
        *_FLAT_VARIABILITY,
    ]


def table_rows(judgment_round: JudgmentRound, splits: Sequence[str] = ()) -> Iterator[list[Any]]:
    """The rows of the flat table, in the order of ``table_columns``; None is an empty cell."""
    columns = table_columns(judgment_round)
    for line in export_lines(judgment_round, splits):
        flat = _flat(line)
        yield [flat.get(column) for column in columns]


def _round(judgment_round: JudgmentRound) -> Line:
    each, asked = judgment_round, variability_of(judgment_round)
    return {
        "project": each.project.slug,
        "number": each.number,
        "title": each.title,
        "target": each.target,
        "size": each.size,
        "seed": each.seed,
        "population_size": each.population_size,
        "population_sha256": each.population_sha256,
        "phase": each.phase,
        "opened_at": _time(each.opened_at),
        "consensus_at": _time(each.consensus_at),
        "finished_at": _time(each.finished_at),
        "experts": each.experts.count(),
        "annotations_asked_for": asked.annotations if asked else None,
        "guidelines": each.guidelines,
    }


class _LineWriter:
    """Writes lines; what belongs to all answers of the round is read once."""

    def __init__(self, judgment_round: JudgmentRound) -> None:
        self._texts = AnswerTexts()
        experts = judgment_round.experts.values_list("user", "number")
        self._numbers: dict[int | None, int] = dict(experts)
        self._draws = defaultdict(list)
        for number, annotation in enumerate(judgment_round.drawn):
            self._draws[annotation].append(number)
        self._votes = defaultdict(list)
        votes = Judgment.objects.filter(answer__round=judgment_round, verdict__isnull=False)
        for vote in votes.select_related("expert").order_by("expert__number"):
            self._votes[vote.answer_id].append(vote)
        self._notes = defaultdict(list)
        for note in MeetingNote.objects.filter(answer__round=judgment_round).order_by("pk"):
            self._notes[note.answer_id].append(note)

    def line(self, gathered: Gathered) -> Line:
        """A line without the round's own facts."""
        answer = gathered.answer
        example = answer.annotation.example
        page = example.page
        return {
            "number": answer.number,
            "draws": answer.draws,
            "draw_numbers": self._draws[answer.annotation_id],
            "example_id": example.example_id,
            "question": example.question.text,
            "page": {"title": page.title, "url": page.url, "sha256": page.sha256} if page else None,
            "annotation_id": int(answer.annotation.annotation_id),
            **self._answer(answer),
            "votes": [_vote(vote) for vote in self._votes[answer.pk]],
            "consensus": self._consensus(answer),
            "notes": [self._note(note) for note in self._notes[answer.pk]],
            "annotations": {target.value: gathered.counts(target)._asdict() for target in Target},
        }

    def _answer(self, judged: JudgedAnswer) -> Line:
        answer: NaturalQuestionsAnswer = judged.annotation.natural_questions_answer
        page = judged.annotation.example.page
        long = None
        if answer.candidate_index is not None:
            long = {
                "candidate_index": answer.candidate_index,
                "start_byte": answer.long_start_byte,
                "end_byte": answer.long_end_byte,
                "start_token": answer.long_start_token,
                "end_token": answer.long_end_token,
                "text": self._texts.long(answer, page),
            }
        names = ("start_byte", "end_byte", "start_token", "end_token")
        spans = [
            {**dict(zip(names, row, strict=True)), "text": text}
            for row, text in zip(answer.short_answers, self._texts.spans(answer, page), strict=True)
        ]
        return {
            "long_answer": long,
            "short_answers": spans,
            "yes_no_answer": answer.yes_no_answer,
        }

    def _consensus(self, answer: JudgedAnswer) -> Line | None:
        found = getattr(answer, "consensus", None)
        if found is None:
            return None
        return {
            "verdict": found.verdict,
            "justification": found.justification,
            "agreed": found.agreed,
            "decided_at": _time(found.decided_at),
            "expert": self._numbers.get(found.decided_by_id),
        }

    def _note(self, note: MeetingNote) -> Line:
        return {
            "expert": self._numbers.get(note.author_id),
            "text": note.text,
            "created_at": _time(note.created_at),
        }


def _vote(vote: Judgment) -> Line:
    return {
        "expert": vote.expert.number,
        "verdict": vote.verdict,
        "justification": vote.justification,
        "decided_at": _time(vote.decided_at),
        "context_opened_at": _time(vote.context_opened_at),
    }


def _time(at: datetime | None) -> str | None:
    return at.isoformat().replace("+00:00", "Z") if at else None


_FLAT_ROUND = (
    "number title target size seed population_size population_sha256 phase opened_at consensus_at"
    " finished_at annotations_asked_for"
).split()
_FLAT_ANSWER = (
    "number draws draw_numbers example_id question page_title page_url page_sha256 annotation_id"
    " long_answer long_answer_bytes short_answer short_answer_bytes"
).split()
_FLAT_VOTE = "verdict justification decided_at context_opened_at".split()
_FLAT_CONSENSUS = "verdict justification agreed decided_at expert".split()
_FLAT_VARIABILITY = [f"{target}_{name}" for target in Target.values for name in Counts._fields]


def _flat(line: Line) -> Line:
    """A line's values by column."""
    page: Mapping[str, Any] = line["page"] or {}
    long, spans = line["long_answer"], line["short_answers"]
    flat = {
        **{f"round_{name}": line["round"][name] for name in _FLAT_ROUND},
        **{name: line[name] for name in ("number", "draws", "example_id", "question")},
        "draw_numbers": " ".join(map(str, line["draw_numbers"])),
        **{f"page_{name}": value for name, value in page.items()},
        "annotation_id": line["annotation_id"],
        "long_answer": long and long["text"],
        "long_answer_bytes": long and f"{long['start_byte']}-{long['end_byte']}",
        "short_answer": _short_answer(line),
        "short_answer_bytes": " ".join(f"{row['start_byte']}-{row['end_byte']}" for row in spans),
        "notes": "\n".join(map(_flat_note, line["notes"])),
    }
    for vote in line["votes"]:
        flat |= {f"expert_{vote['expert']}_{name}": vote[name] for name in _FLAT_VOTE}
    for name, value in (line["consensus"] or {}).items():
        flat[f"consensus_{name}"] = value
    for target, counts in line["annotations"].items():
        flat |= {f"{target}_{name}": value for name, value in counts.items()}
    return flat


def _short_answer(line: Line) -> str:
    if line["yes_no_answer"] != "NONE":
        return str(line["yes_no_answer"])
    return BETWEEN_SPANS.join(row["text"] for row in line["short_answers"])


def _flat_note(note: Mapping[str, Any]) -> str:
    author = f"Expert {note['expert']}" if note["expert"] else "Lead"
    return f"{author}, {note['created_at']}: {note['text']}"
