"""Opening a study: the draw of questions, pairs, sides and loads, written as rows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from random import Random

from django.db import transaction
from django.db.models import Count

from annotator.exceptions import InvalidInputError
from annotator.foundation.names.naming import describe_flaw
from annotator.material.corpus.models import Disambiguation
from annotator.quality.comparisons.dealing import (
    NoFairDealError,
    deal_pairs,
    draw_questions,
    make_pairs,
)
from annotator.quality.comparisons.models import (
    AnswerPair,
    ComparedSystem,
    Comparison,
    ComparisonStudy,
    SystemAnswer,
)
from annotator.quality.comparisons.sources import (
    FoundAnswer,
    SystemSource,
    answers_of,
    check_systems,
    keys_of,
    unknown_key,
)
from annotator.quality.reviews.opening import (
    AT_ONCE,
    create_review,
    possible_members,
    seat_members,
)
from annotator.quality.reviews.working import record
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Membership, Project, Role

MOST_QUESTIONS = 10_000
LONGEST_INSTRUCTIONS = 20_000


@dataclass(frozen=True, slots=True)
class StudyPlan:
    """What a lead decides about a study. ``comparers`` are experts of the project."""

    title: str
    seed: int
    question_count: int
    comparers_per_pair: int
    instructions: str
    comparers: Sequence[Membership]
    systems: Sequence[SystemSource]


@transaction.atomic
def open_study(
    *, project: Project, plan: StudyPlan, at: datetime, actor: User | None
) -> ComparisonStudy:
    """Draw a study by its plan and write it, with every comparison that is to be made.

    Questions are drawn without replacement among those that every system has answered. Raises
    ``InvalidInputError`` with the field and the fix if systems, comparers or numbers don't fit: too
    few questions, fewer comparers than a pair needs, or no equal loads without giving somebody
    their own answer.
    """
    # Before anything is read: a lead may be hiding the split of some of the questions.
    project = lock_project(project)
    check_systems(project, plan.systems)
    check_comparers(project, plan)
    keys, answers = keys_of(project), answers_of(plan.systems)
    _check_keys(plan.systems, keys)
    common = [key for key in keys if all(key in each for each in answers)]
    _check_count(plan, keys, answers, len(common))
    random = Random(plan.seed)  # noqa: S311 - a draw is to be made again, not kept secret
    drawn = draw_questions(range(len(common)), plan.question_count, random)
    study = create_study(
        project=project,
        at=at,
        actor=actor,
        title=plan.title,
        seed=plan.seed,
        question_count=plan.question_count,
        questions_left_out=len(keys) - len(common),
        comparers_per_pair=plan.comparers_per_pair,
        instructions=plan.instructions,
    )
    systems = create_systems(study, plan.systems)
    rows = [
        [
            SystemAnswer(system=system, example_id=keys[key], text=text, author_id=author)
            for system, found in zip(systems, answers, strict=True)
            for text, author in [found[key]]
        ]
        for key in (common[number] for number in drawn)
    ]
    sides = [
        (row[pair.left], row[pair.right])
        for row in rows
        for pair in make_pairs(range(len(row)), random)
    ]
    pairs = write_pairs(study, enumerate(sides, start=1), spare=chain.from_iterable(rows))
    deal(study, pairs, plan, random)
    record(study, "opened", at, actor, questions=plan.question_count, pairs=len(pairs))
    return study


def create_study(
    *, project: Project, title: str, at: datetime, actor: User | None, **values: object
) -> ComparisonStudy:
    """A study with the next number of the project, which the caller has locked.

    Raises ``InvalidInputError`` for a title that can't be shown.
    """
    if fix := describe_flaw(title):
        raise InvalidInputError(
            "invalid_title", "This title can't be shown.", fields={"title": fix}
        )
    return create_review(
        ComparisonStudy, project=project, title=title, at=at, actor=actor, **values
    )


def disambiguation_counts(examples: Sequence[int]) -> dict[int, int]:
    """How many disambiguations each example has, by its id."""
    rows = Disambiguation.objects.filter(example__in=examples).order_by().values("example")
    return {row["example"]: row["number"] for row in rows.annotate(number=Count("pk"))}


def check_comparers(project: Project, plan: StudyPlan) -> None:
    """Raise ``InvalidInputError`` if somebody can't compare, or there are too few."""
    found = possible_members(project).filter(pk__in=[each.pk for each in plan.comparers])
    possible = set(found.values_list("pk", flat=True))
    experts = [each for each in plan.comparers if each.pk in possible]
    fix = ""
    if len(experts) < len(plan.comparers):
        fix = "Choose active experts of this project: leads know the systems."
    elif _who_sees_annotations(plan):
        fix = (
            "Don't choose site administrators, or leads of a project whose annotations are"
            " compared: they see who wrote what."
        )
    elif len({each.user_id for each in experts}) < len(experts):
        fix = "Choose each person only once."
    elif not 1 <= plan.comparers_per_pair <= len(experts):
        fix = f"Choose at least {max(plan.comparers_per_pair, 1)}, as many as compare each pair."
    if fix:
        raise InvalidInputError("invalid", "These people can't compare.", fields={"comparers": fix})


def _who_sees_annotations(plan: StudyPlan) -> bool:
    """Whether a comparer can read the compared annotations under their authors' names."""
    users = {each.user_id for each in plan.comparers}
    sources = {each.annotations_of.pk for each in plan.systems if each.annotations_of is not None}
    leads = Membership.objects.filter(
        user__in=users, project__in=sources, role=Role.LEAD, is_active=True
    )
    return leads.exists() or User.objects.filter(pk__in=users, is_superuser=True).exists()


def _check_keys(systems: Sequence[SystemSource], keys: Mapping[str, int]) -> None:
    """A file whose keys were checked against another project, or before questions went."""
    for number, system in enumerate(systems):
        unknown = [key for key in (system.file.answers if system.file else ()) if key not in keys]
        if unknown and system.file:
            name, line = system.file.name, system.file.lines[unknown[0]]
            found = unknown_key(name, line)
            raise InvalidInputError(
                "invalid_file",
                f"{name}:{line}: {unknown[0]}: {found.problem}.",
                fields={f"systems[{number}]": f"{found.fix}."},
            )


def _check_count(
    plan: StudyPlan,
    keys: Mapping[str, int],
    answers: Sequence[Mapping[str, FoundAnswer]],
    common: int,
) -> None:
    if 1 <= plan.question_count <= min(common, MOST_QUESTIONS):
        return
    fields = {"question_count": f"Choose 1 to {min(common, MOST_QUESTIONS):,}."}
    for number, (system, found) in enumerate(zip(plan.systems, answers, strict=True)):
        missing = [key for key in keys if key not in found]
        if missing:
            fields[f"systems[{number}]"] = (
                f"{system.name} has no answer to {len(missing):,} of {len(keys):,} questions,"
                f" such as {', '.join(missing[:3])}."
            )
    noun = "question" if common == 1 else "questions"
    raise InvalidInputError(
        "too_few_questions",
        f"Every system has an answer to {common:,} {noun} of the project.",
        fields=fields,
    )


def create_systems(study: ComparisonStudy, sources: Iterable[SystemSource]) -> list[ComparedSystem]:
    """The study's systems, numbered from 1 in the order of ``sources``."""
    return ComparedSystem.objects.bulk_create(
        ComparedSystem(
            study=study,
            number=number,
            name=source.name,
            annotations_of=source.annotations_of,
            annotation_number=source.annotation_number,
        )
        for number, source in enumerate(sources, start=1)
    )


def write_pairs(
    study: ComparisonStudy,
    pairs: Iterable[tuple[int, tuple[SystemAnswer, SystemAnswer]]],
    spare: Iterable[SystemAnswer] = (),
) -> list[AnswerPair]:
    """Write answers in pairs, left and right, by the pairs' numbers; the pairs.

    Those of ``spare`` that are in no pair are written, too.
    """
    numbered = list(pairs)
    answers = {id(each): each for each in chain(*(sides for _, sides in numbered), spare)}
    SystemAnswer.objects.bulk_create(answers.values(), batch_size=AT_ONCE)
    counts = disambiguation_counts([left.example_id for _, (left, _) in numbered])
    return AnswerPair.objects.bulk_create(
        (
            AnswerPair(
                study=study,
                number=number,
                example_id=left.example_id,
                left=left,
                right=right,
                disambiguation_count=counts[left.example_id],
            )
            for number, (left, right) in numbered
        ),
        batch_size=AT_ONCE,
    )


def deal(
    study: ComparisonStudy, pairs: Sequence[AnswerPair], plan: StudyPlan, random: Random
) -> None:
    """Write who compares which pairs in which order; raises ``InvalidInputError``."""
    users = [each.user_id for each in plan.comparers]
    authors = [
        {each.author_id for each in (pair.left, pair.right) if each.author_id is not None}
        for pair in pairs
    ]
    try:
        hands = deal_pairs(authors, users, plan.comparers_per_pair, random)
    except NoFairDealError as error:
        fix = "Choose other comparers, other systems or another seed."
        raise InvalidInputError("no_fair_deal", str(error), fields={"comparers": fix}) from error
    seats = seat_members(study, plan.comparers)
    Comparison.objects.bulk_create(
        (
            Comparison(pair=pairs[pair], comparer=seat, position=position)
            for seat, hand in zip(seats, hands.values(), strict=True)
            for position, pair in enumerate(hand)
        ),
        batch_size=AT_ONCE,
    )
