"""Systems and the leaderboard."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from rest_framework import serializers

from annotator.systems.evaluation.leaderboard.board import Board, PeopleRow, SystemRow
from annotator.systems.evaluation.leaderboard.hidden_scores import ShownScore, is_read_by_submitter
from annotator.systems.evaluation.leaderboard.references import References
from annotator.systems.evaluation.models import BaselineKind, Leaderboard, Part, ScoredFile
from annotator.systems.evaluation.retrieval.queries import scores_of as encoder_scores_of
from annotator.systems.evaluation.retrieval.table import Difference
from annotator.systems.evaluation.scoring.score import code_version
from annotator.workspace.jobs.models import Job
from api.responses.pagination import LARGEST_ID
from api.serializers.jobs import JobOutput
from api.serializers.output import Output, reads
from api.serializers.strict import StrictInput


class SystemInput(StrictInput):
    """A system's predictions for one split of the project.

    `file` is in the official format of the project's data set. `found`, only for ASQA, is what a
    reader found in the answers. `split` is one of the project's (`all`: the examples without one).
    `non_null_annotations`, only for Natural Questions, is how many annotations with an answer make
    an example answerable. `passages`, only for ASQA: from a file of passages, this many of each
    question are its answer. `without_context`, only for ASQA: the slug of a project that you lead,
    whose annotators saw the question alone; their answers get a row among the people.
    """

    file = serializers.FileField()
    found = serializers.FileField(required=False)
    name = serializers.CharField(max_length=100)
    notes = serializers.CharField(max_length=2000, default="", allow_blank=True)
    split = serializers.CharField(max_length=20)
    non_null_annotations = serializers.IntegerField(min_value=1, max_value=1000, default=2)
    passages = serializers.IntegerField(min_value=1, max_value=1000, default=1)
    without_context = serializers.CharField(max_length=100, default="", allow_blank=True)


class ScoreAgainInput(StrictInput):
    """The split whose systems are scored again."""

    split = serializers.CharField(max_length=20)


class SystemChangeInput(StrictInput):
    """Whether a system is on the leaderboard that everybody can read, once it is published."""

    is_published = serializers.BooleanField()


class LeaderboardQuery(StrictInput):
    """Which split, and the metric that decides the order; with `-` before it the least first.

    `against` is a system that all others are compared with on the same examples. Systems and people
    face draws of five references, or `all_annotations` of an example, which are not compared.
    """

    split = serializers.CharField(max_length=20, required=False)
    order = serializers.CharField(max_length=60, required=False)
    against = serializers.IntegerField(min_value=1, max_value=LARGEST_ID, required=False)
    all_annotations = serializers.BooleanField(default=False)


class PublicationInput(StrictInput):
    """Whether everybody may read the leaderboard."""

    is_published = serializers.BooleanField()


class PublicationOutput(Output[Leaderboard]):
    """Since when everybody may read it; null if nobody outside may."""

    published_at = serializers.DateTimeField(allow_null=True)


@dataclass(frozen=True, slots=True)
class OfferedFile:
    """A file of a score, and the address at which the viewer may download it."""

    file: ScoredFile
    url: str | None


class ScoredFileOutput(Output[OfferedFile]):
    """An uploaded file, with its address for people who may download it."""

    part = serializers.ChoiceField(source="file.part", choices=Part.choices)
    name = serializers.CharField(source="file.name")
    sha256 = serializers.CharField(source="file.sha256")
    url = serializers.CharField(allow_null=True)


class ReceiptOutput(Output[ShownScore]):
    """What a score came from. `receipt` is the sha256 of all of it, for `verify_score`.

    `gold_sha256` is null on the hidden split, except for its stewards.
    """

    receipt = serializers.CharField(source="score.receipt")

    @reads(serializers.CharField(allow_null=True))
    def gold_sha256(self, shown: ShownScore) -> str | None:
        # With the sha256 of hidden answers, guesses at them could be checked.
        return shown.score.gold.sha256 if shown.is_exact else None

    code_sha256 = serializers.CharField(source="score.code_sha256")
    parameters = serializers.DictField(source="score.parameters")


class EndsField(serializers.ListField):
    """The two ends of a 95% interval."""

    def __init__(self, **kwargs: Any) -> None:
        """Two numbers, or null if there is no interval."""
        bounds = {"min_length": 2, "max_length": 2, "allow_null": True}
        super().__init__(child=serializers.FloatField(), **{**bounds, **kwargs})


class DifferenceOutput(Output[Mapping[str, Any] | Difference]):
    """How much greater a metric is than the other system's, with the ends of its 95% interval."""

    difference = serializers.FloatField()
    interval = EndsField()


class AnswerableOutput(Output[Mapping[str, float]]):
    """The share of examples that is answerable, by the kind of answer."""

    long = serializers.FloatField()
    short = serializers.FloatField()


class ReferencesOutput(Output[References]):
    """What a score of Natural Questions is against: the `least` and the `most` references of an
    example, null where an older score has not kept them, and the share that is `answerable` with
    them, null there and on the hidden split, except for its stewards. `drawn`: so many were drawn
    of more annotations; null means all of a system's, or all others of a person's.
    """

    drawn = serializers.IntegerField(allow_null=True)
    least = serializers.IntegerField(allow_null=True)
    most = serializers.IntegerField(allow_null=True)
    answerable = AnswerableOutput(allow_null=True)


class SystemRowOutput(Output[SystemRow]):
    """A system's score on the split. `metrics` are the official evaluator's, by its names.

    `baseline` is the kind of a baseline that was run here, else empty. `is_simulated`: the
    annotations that it was scored against are simulated ones.
    `references` is null for ASQA.
    `is_read_by_submitter`, only for ASQA: Disambig-F1 and what follows from it rest on a file in
    which the submitter says what a reader found.
    `intervals` has the ends of the 95% intervals of metrics that have one. `differences` are those
    to the requested system, null if the two were not scored on the same annotations. Changes
    since it was scored: `annotations_since` of the split came in (only stewards are told for the
    hidden split), and `is_code_changed` says whether the scoring code has changed. A system that
    was trained here `has_card`, for experts and leads.
    """

    system = serializers.IntegerField(source="shown.score.system.pk")
    name = serializers.CharField(source="shown.score.system.name")
    notes = serializers.CharField(source="shown.score.system.notes", allow_blank=True)
    baseline = serializers.ChoiceField(
        source="shown.score.system.baseline", choices=BaselineKind.choices, allow_blank=True
    )
    is_published = serializers.BooleanField(source="shown.score.system.is_published")
    examples = serializers.IntegerField(source="shown.score.examples")
    unannotated = serializers.IntegerField(source="shown.score.unannotated")
    is_simulated = serializers.BooleanField(source="shown.score.gold.is_simulated")
    metrics = serializers.DictField(source="shown.metrics", child=serializers.FloatField())
    references = ReferencesOutput(allow_null=True)

    @reads(serializers.BooleanField())
    def is_read_by_submitter(self, row: SystemRow) -> bool:
        return is_read_by_submitter(row.shown.score, row.shown.metrics)

    intervals = serializers.DictField(source="shown.intervals", child=EndsField())
    differences = serializers.DictField(child=DifferenceOutput(), allow_null=True)
    scored_at = serializers.DateTimeField(source="shown.score.scored_at")
    annotations_since = serializers.IntegerField(allow_null=True)

    @reads(serializers.BooleanField())
    def is_code_changed(self, row: SystemRow) -> bool:
        return row.shown.score.code_sha256 != code_version()

    @reads(serializers.BooleanField())
    def has_card(self, row: SystemRow) -> bool:
        return row.shown.score.system_id in self.context["trained"]

    uploaded_by = serializers.CharField(allow_null=True)
    receipt = ReceiptOutput(source="shown")

    @reads(ScoredFileOutput(many=True))
    def files(self, row: SystemRow) -> list[OfferedFile]:
        folder = f"/api/v1/projects/{row.board.project.slug}/scored-files"
        return [
            OfferedFile(file, f"{folder}/{file.pk}/" if is_offered else None)
            for file, is_offered in row.files
        ]


class PeopleRowOutput(Output[PeopleRow]):
    """How well people do on the split, answerable by the same rule as for systems.

    `intervals` and `references` as there; ASQA's people have none.
    """

    who = serializers.CharField()
    non_null_annotations = serializers.IntegerField()
    examples = serializers.IntegerField()
    metrics = serializers.DictField(child=serializers.FloatField())
    intervals = serializers.DictField(child=EndsField())
    references = ReferencesOutput(allow_null=True)


class MissingPeopleOutput(Output[PeopleRow]):
    """Of whom the annotations do not suffice to say it, and why."""

    who = serializers.CharField()
    non_null_annotations = serializers.IntegerField()
    reason = serializers.CharField()


class LeaderboardOutput(Output[Board]):
    """The systems of a split, the best first, and people beside them.

    `splits` are those with scores, `available_splits` those that the caller can have systems scored
    on (for leads; else empty). `can_read_results`: results on single examples are open to the
    caller. `people` belong to the newest annotations that one of `systems` was scored
    against. `can_show_all_annotations`: a system was scored on draws of references and also against
    all of them, which the table shows if it is one of `all_annotations`. `is_rounded`: the split is
    hidden from the caller, so that scores are rounded and some are left out. `is_simulated`: all
    systems were scored against simulated ones. `has_encoders`: there is also a table of retrieval.
    `reads_answers`: the site has a reader for ASQA's answers.
    `job` is the newest scoring job, for leads.
    """

    project = serializers.CharField(source="project.slug")
    title = serializers.CharField(source="project.title")
    kind = serializers.CharField(source="project.kind")
    published_at = serializers.DateTimeField(allow_null=True)
    split = serializers.CharField(allow_null=True)
    splits = serializers.ListField(child=serializers.CharField())
    available_splits = serializers.ListField(child=serializers.CharField())
    can_read_results = serializers.BooleanField()
    order = serializers.CharField()
    metrics = serializers.ListField(child=serializers.CharField())
    against = serializers.IntegerField(allow_null=True)
    can_show_all_annotations = serializers.BooleanField()
    all_annotations = serializers.BooleanField()
    is_rounded = serializers.BooleanField()
    is_simulated = serializers.BooleanField()

    @reads(serializers.BooleanField())
    def has_encoders(self, board: Board) -> bool:
        return encoder_scores_of(board.project, is_public=board.role is None).exists()

    @reads(serializers.BooleanField())
    def reads_answers(self, _board: Board) -> bool:
        return bool(settings.ANSWER_READER)

    systems = SystemRowOutput(many=True)
    people = PeopleRowOutput(many=True)
    missing_people = MissingPeopleOutput(many=True)

    @reads(JobOutput(allow_null=True))
    def job(self, _board: Board) -> Job | None:
        job: Job | None = self.context["job"]
        return job
