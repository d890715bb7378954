"""Figure 6 of the NQ paper: judged answers, and how many annotators gave the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from annotator.collecting.annotations.models import NaturalQuestionsAnswer, YesNoAnswer
from annotator.material.corpus.markup.passages import cut_passage
from annotator.material.corpus.markup.spans import Token, TokenSpan
from annotator.material.corpus.models import Page
from annotator.material.corpus.queries import html_of, tokens_of
from annotator.quality.judgments.gathering import Counts, gather
from annotator.quality.judgments.models import Consensus, JudgedAnswer, JudgmentRound, Phase, Target

BETWEEN_SPANS = "; "


@dataclass(frozen=True, slots=True)
class SheetAnswer:
    """The long or short ``answer``: its text (None is NULL), verdict if it has one, and counts."""

    answer: JudgedAnswer
    text: str | None
    verdict: str | None
    counts: Counts


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """An entry of Figure 6."""

    answer: JudgedAnswer
    long: SheetAnswer
    short: SheetAnswer


def sheet_entries(
    answers: Sequence[JudgedAnswer], *, judgment_round: JudgmentRound
) -> list[SheetEntry]:
    """The entries of some of a round's answers (``answers_in_order``), in their order.

    The answer of the round's own target has its consensus as verdict. The other one has the
    consensus of the last finished round, if any, that judged it.
    """
    texts = AnswerTexts()
    verdicts = _verdicts(answers, judgment_round)
    entries = []
    for each in gather(answers, judgment_round=judgment_round):
        annotation = each.answer.annotation
        answer, page = annotation.natural_questions_answer, annotation.example.page
        shown = {
            Target.LONG: texts.long(answer, page),
            Target.SHORT: texts.short(answer, page),
        }
        found = {
            target: SheetAnswer(
                each.answer, text, verdicts.get((annotation.pk, target)), each.counts(target)
            )
            for target, text in shown.items()
        }
        entries.append(SheetEntry(each.answer, found[Target.LONG], found[Target.SHORT]))
    return entries


def _verdicts(
    answers: Sequence[JudgedAnswer], judgment_round: JudgmentRound
) -> dict[tuple[int, str], str]:
    """The consensus by annotation and target, where there is one."""
    elsewhere = (
        Consensus.objects.filter(
            answer__annotation__in=[answer.annotation_id for answer in answers],
            answer__round__project=judgment_round.project_id,
            answer__round__phase=Phase.FINISHED,
        )
        .exclude(answer__round__target=judgment_round.target)
        .order_by("answer__round__finished_at", "answer__round")
        .values_list("answer__annotation", "answer__round__target", "verdict")
    )
    found: dict[tuple[int, str], str] = {
        (int(annotation), target): verdict for annotation, target, verdict in elsewhere
    }
    for answer in answers:
        if consensus := getattr(answer, "consensus", None):
            found[answer.annotation_id, judgment_round.target] = consensus.verdict
    return found


def marked_spans(answer: JudgedAnswer) -> list[TokenSpan]:
    """The marks in the passage: the short answer, in rounds of these."""
    if answer.round.target != Target.SHORT:
        return []
    rows = answer.annotation.natural_questions_answer.short_answers
    return [TokenSpan(row[2], row[3]) for row in rows]


class AnswerTexts:
    """Answers as the page has them, white space folded. Keeps the pages that it read last."""

    def __init__(self) -> None:
        self._read = lru_cache(maxsize=4)(_read_page)

    def long(self, answer: NaturalQuestionsAnswer, page: Page | None) -> str | None:
        """The whole long answer; None for NULL."""
        start, end = answer.long_start_token, answer.long_end_token
        if start is None or end is None:
            return None
        return self._cut(page, start, end) or answer.long_answer_preview

    def spans(self, answer: NaturalQuestionsAnswer, page: Page | None) -> list[str]:
        """Each span of the short answer."""
        return [
            self._cut(page, row[2], row[3]) or text
            for row, text in zip(answer.short_answers, answer.short_answer_texts, strict=True)
        ]

    def short(self, answer: NaturalQuestionsAnswer, page: Page | None) -> str | None:
        """The short answer's spans, YES or NO; None for NULL."""
        if answer.yes_no_answer != YesNoAnswer.NONE:
            return str(answer.yes_no_answer)
        return BETWEEN_SPANS.join(self.spans(answer, page)) or None

    def _cut(self, page: Page | None, start: int, end: int) -> str | None:
        if page is None:
            return None
        html, tokens = self._read(page)
        passage = cut_passage(html, tokens, start_token=start, end_token=end)
        return passage.text if passage else None


def _read_page(page: Page) -> tuple[bytes, list[Token]]:
    return html_of(page), tokens_of(page)
