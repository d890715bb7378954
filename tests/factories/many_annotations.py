"""Examples that many annotators answered, and rounds judged by hand: rows written at once."""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from annotator.collecting.annotations.models import Annotation, NaturalQuestionsAnswer, Source
from annotator.collecting.assignments.models import Assignment, AssignmentState, Slot, SlotState
from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token
from annotator.material.corpus.models import Example, Page
from annotator.material.corpus.queries import candidates_of, tokens_of
from annotator.quality.judgments.models import (
    Consensus,
    JudgedAnswer,
    Judgment,
    JudgmentRound,
    Phase,
    Target,
    VariabilityRound,
)
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, make_examples, make_page, make_project
from tests.factories.judgments import make_round, seats_of


class Given(NamedTuple):
    """What an annotator answers: a candidate's index, and words of it or YES or NO.

    ``words`` are pairs of the first word's place in the candidate and that after the last.
    """

    candidate: int | None
    words: tuple[tuple[int, int], ...] = ()
    yes_no: str = "NONE"


NULL = Given(None)
LONG = Given(0)


def non_null(count: int, total: int = 25) -> list[Given]:
    """The same long answer ``count`` times, then NULL; the judged annotation is the first."""
    return [LONG] * count + [NULL] * (total - count)


def make_three_splits() -> Project:
    """A project with an annotated example in each of *train*, *dev* and *test*."""
    project = make_project("dev", overlap=5)
    annotate_at_once(project, [[LONG] * 2] * 3)
    for example, split in zip(
        project.examples.order_by("pk"), ("train", "dev", "test"), strict=True
    ):
        Example.objects.filter(pk=example.pk).update(split=split)
    return project


def put_on_pages_of_their_own(project: Project) -> None:
    """Examples that share a page are no observations of their own."""
    for example in project.examples.all():
        page = make_page(title=f"Plumb bob {example.example_id}")
        Example.objects.filter(pk=example.pk).update(page=page)


def annotate_at_once(
    project: Project,
    answers: Sequence[Sequence[Given]],
    *,
    page: Page | None = None,
    source: Source = Source.HUMAN,
) -> list[Annotation]:
    """A new example for each row, answered by a new annotator for each column, one second after
    the other; the first annotation of each example. The project's overlap has room for them.
    """
    page = page or make_page()
    examples = make_examples(project, len(answers), page=page)
    people = _people(max(map(len, answers)))
    rows = [
        (example, person, slot, given)
        for example, row in zip(examples, answers, strict=True)
        for person, slot, given in zip(people, _fill_slots(example, len(row)), row, strict=False)
    ]
    assignments = Assignment.objects.bulk_create(
        Assignment(
            example=example,
            annotator=person,
            project=project,
            slot=slot,
            state=AssignmentState.SUBMITTED,
            created_at=AT,
            submitted_at=AT + timedelta(seconds=slot.number),
        )
        for example, person, slot, _ in rows
    )
    annotations = Annotation.objects.bulk_create(
        Annotation(
            assignment=assignment,
            example=example,
            annotator=person,
            project=project,
            annotation_id=str(10**18 + assignment.pk),
            created_at=assignment.submitted_at,
            source=source,
        )
        for assignment, (example, person, _, _) in zip(assignments, rows, strict=True)
    )
    parts = candidates_of(page), tokens_of(page)
    NaturalQuestionsAnswer.objects.bulk_create(
        answer_row(annotation, given, *parts)
        for annotation, (_, _, _, given) in zip(annotations, rows, strict=True)
    )
    firsts: dict[int, Annotation] = {}
    for annotation in annotations:
        firsts.setdefault(annotation.example_id, annotation)
    return [firsts[example.pk] for example in examples]


def _people(count: int) -> list[User]:
    names = [f"annotator-{number}" for number in range(count)]
    known = set(User.objects.filter(username__in=names).values_list("username", flat=True))
    User.objects.bulk_create(User(username=name) for name in names if name not in known)
    found = {user.username: user for user in User.objects.filter(username__in=names)}
    return [found[name] for name in names]


def _fill_slots(example: Example, count: int) -> list[Slot]:
    slots = list(example.slots.order_by("number")[:count])
    if len(slots) < count:
        raise AssertionError(f"{example} has {len(slots)} slots for {count} annotations")
    Slot.objects.filter(pk__in=[slot.pk for slot in slots]).update(state=SlotState.FILLED)
    return slots


def answer_row(
    annotation: Annotation,
    given: Given,
    candidates: Sequence[LongAnswerCandidate],
    tokens: Sequence[Token],
) -> NaturalQuestionsAnswer:
    """The row of an answer on the page with these candidates and tokens, not stored yet."""
    answer = NaturalQuestionsAnswer(
        annotation=annotation, question_quality="good", yes_no_answer=given.yes_no
    )
    if given.candidate is None:
        return answer
    candidate = candidates[given.candidate]
    answer.candidate_index = given.candidate
    answer.long_start_byte, answer.long_end_byte = candidate.start_byte, candidate.end_byte
    answer.long_start_token, answer.long_end_token = candidate.start_token, candidate.end_token
    for first, last in given.words:
        start, end = candidate.start_token + 1 + first, candidate.start_token + 1 + last
        words = tokens[start:end]
        answer.short_answers.append([words[0].start_byte, words[-1].end_byte, start, end])
        answer.short_answer_texts.append(" ".join(word.token for word in words))
    answer.short_answer_count = len(answer.short_answers)
    return answer


def make_settled_round(
    annotations: Sequence[Annotation],
    consensus: Sequence[str | None],
    *,
    votes: Sequence[Sequence[str]] | None = None,
    draws: Sequence[int] | None = None,
    target: Target = Target.LONG,
    asked: int | None = None,
) -> JudgmentRound:
    """A round over ``annotations`` whose consensus is set by hand, finished unless one is None.

    ``votes`` has a row for each answer, a verdict for each expert; without them everybody voted
    for the consensus. With ``asked``, so many annotations of each example were asked for.
    """
    rows = votes or [[verdict or "C"] * 4 for verdict in consensus]
    judged = make_round(
        annotations[0].example.project,
        annotations=annotations,
        experts=len(rows[0]),
        target=target,
        draws=draws,
    )
    answers = list(JudgedAnswer.objects.filter(round=judged).order_by("number"))
    Judgment.objects.bulk_create(
        Judgment(answer=answer, expert=seat, verdict=vote, decided_at=AT, version=1)
        for answer, row in zip(answers, rows, strict=True)
        for seat, vote in zip(seats_of(judged), row, strict=True)
    )
    Consensus.objects.bulk_create(
        Consensus(answer=answer, verdict=verdict, agreed=len(set(row)) == 1, decided_at=AT)
        for answer, row, verdict in zip(answers, rows, consensus, strict=True)
        if verdict
    )
    judged.experts.update(closed_at=AT)
    judged.phase, judged.consensus_at = Phase.CONSENSUS, AT
    if all(consensus):
        judged.phase, judged.finished_at = Phase.FINISHED, AT
    judged.save(update_fields=["phase", "consensus_at", "finished_at"])
    if asked:
        VariabilityRound.objects.create(round=judged, annotations=asked, requested_at=AT)
    return judged
