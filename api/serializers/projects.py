"""Projects, members, guidelines, progress."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from annotator.collecting.assignments.reach import OutOfReach
from annotator.collecting.guidance.markdown import render_markdown
from annotator.systems.error_analysis.waiting import WaitingReviews
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import (
    Guideline,
    Membership,
    Project,
    QueueOrder,
    Regime,
    Role,
    Standing,
)
from annotator.workspace.projects.services import LONGEST_GUIDELINES
from annotator.workspace.projects.shown_names import name_of_member
from api.serializers.adjudication import GoldAgreementOutput
from api.serializers.controls import ControlResultOutput
from api.serializers.names import NameField
from api.serializers.output import Output, reads
from api.serializers.strict import StrictInput


class ConductInput(StrictInput):
    """The rules of work in a project. A new project gets the usual ones of its kind; in changes,
    fields left out stay.
    """

    regime = serializers.ChoiceField(
        choices=Regime.choices,
        required=False,
        help_text="What annotators of ASQA see. Fixed once a question was handed out.",
    )
    minutes_per_question = serializers.IntegerField(
        min_value=1,
        max_value=24 * 60,
        allow_null=True,
        required=False,
        help_text="Limit of work on one question; null for none. ASQA: 60, NQ: none.",
    )
    recommended_per_day = serializers.IntegerField(
        min_value=1,
        max_value=1000,
        allow_null=True,
        required=False,
        help_text="Questions a day; null for no recommendation. ASQA: 10, NQ: none.",
    )
    requires_training = serializers.BooleanField(
        required=False, help_text="Whether annotators need training before the first question."
    )


class ProjectInput(ConductInput):
    """A new project."""

    slug = serializers.SlugField(max_length=64)
    kind = serializers.ChoiceField(choices=Kind.choices)
    title = serializers.CharField(max_length=200)
    overlap = serializers.IntegerField(min_value=1, max_value=1000)
    lease_minutes = serializers.IntegerField(min_value=1, max_value=10080, default=60)
    guidelines = serializers.CharField(
        default="", allow_blank=True, trim_whitespace=False, max_length=LONGEST_GUIDELINES
    )


class ProjectChangeInput(ConductInput):
    """What a lead may change."""

    title = serializers.CharField(max_length=200, required=False)
    overlap = serializers.IntegerField(min_value=1, max_value=1000, required=False)
    lease_minutes = serializers.IntegerField(min_value=1, max_value=10080, required=False)
    allows_revisions = serializers.BooleanField(
        required=False, help_text="Whether annotators may revise what they submitted."
    )
    revision_minutes = serializers.IntegerField(
        min_value=1,
        max_value=366 * 24 * 60,
        allow_null=True,
        required=False,
        help_text="For how many minutes after submitting; null for no limit.",
    )
    reviews_answers = serializers.BooleanField(
        required=False, help_text="Whether annotators review each answer before submitting it."
    )
    finds_question_words = serializers.BooleanField(
        required=False,
        help_text="Whether a key leads to the next box with words of the question.",
    )


class ProjectOutput(Output[Project]):
    """A project as a member sees it."""

    slug = serializers.SlugField()
    kind = serializers.ChoiceField(choices=Kind.choices)
    title = serializers.CharField()
    overlap = serializers.IntegerField()
    lease_minutes = serializers.IntegerField()
    queue_order = serializers.ChoiceField(choices=QueueOrder.choices)
    allows_revisions = serializers.BooleanField()
    revision_minutes = serializers.IntegerField(allow_null=True)
    reviews_answers = serializers.BooleanField()
    finds_question_words = serializers.BooleanField()
    regime = serializers.ChoiceField(choices=Regime.choices)
    minutes_per_question = serializers.IntegerField(allow_null=True)
    recommended_per_day = serializers.IntegerField(allow_null=True)
    requires_training = serializers.BooleanField()
    standing = serializers.ChoiceField(choices=Standing.choices)

    @reads(serializers.ChoiceField(choices=Role.choices))
    def role(self, project: Project) -> str:
        # Administrators lead every project.
        role: str = self.context["roles"].get(project.pk, Role.LEAD)
        return role

    guideline_version = serializers.IntegerField(allow_null=True)

    @reads(
        serializers.BooleanField(
            help_text="Whether the project has a hidden split, to which systems are submitted."
        )
    )
    def has_hidden_split(self, project: Project) -> bool:
        return project.hidden_split != ""

    has_competition = serializers.BooleanField(
        help_text="Whether stewards have opened a competition."
    )
    created_at = serializers.DateTimeField()


class MemberInput(StrictInput):
    """Somebody to add. With a password, a missing account is created."""

    username = serializers.CharField(max_length=150)
    role = serializers.ChoiceField(choices=Role.choices)
    password = serializers.CharField(
        required=False, default="", allow_blank=True, trim_whitespace=False
    )


class MemberChangeInput(StrictInput):
    """A change of role or activity."""

    role = serializers.ChoiceField(choices=Role.choices, required=False)
    is_active = serializers.BooleanField(required=False)
    is_steward = serializers.BooleanField(
        required=False, help_text="Whether this lead sees the hidden split. For stewards to change."
    )


class MemberOutput(Output[Membership]):
    """A member."""

    id = serializers.IntegerField()
    username = serializers.CharField(source="user.username")
    display_name = serializers.CharField(source="user.display_name")
    name = serializers.SerializerMethodField(help_text="The name that leads see.")
    pseudonym = serializers.CharField(help_text="The name that everybody except leads sees.")
    role = serializers.ChoiceField(choices=Role.choices)
    is_active = serializers.BooleanField()
    is_steward = serializers.BooleanField(help_text="Whether they see the hidden split.")
    joined_at = serializers.DateTimeField()

    def get_name(self, member: Membership) -> str:
        """The name by which leads see a member."""
        return name_of_member(member)


class GuidelineInput(serializers.Serializer[Any]):
    """A new version of the guidelines."""

    markdown = serializers.CharField(trim_whitespace=False, max_length=LONGEST_GUIDELINES)


class GuidelineOutput(Output[Guideline]):
    """The current guidelines. Version 0: the draft of a project whose leads wrote none yet."""

    version = serializers.IntegerField()
    markdown = serializers.CharField(allow_blank=True)

    @reads(serializers.CharField(allow_blank=True))
    def html(self, guideline: Guideline) -> str:
        return render_markdown(guideline.markdown, project=self.context["slug"])

    updated_at = serializers.DateTimeField(source="created_at", allow_null=True)


class OwnProgressOutput(Output[Mapping[str, Any]]):
    """The caller's own work."""

    submitted = serializers.IntegerField()
    submitted_today = serializers.IntegerField()
    open = serializers.IntegerField()
    parked = serializers.IntegerField()
    reopened = serializers.IntegerField()
    seconds_median = serializers.FloatField(allow_null=True)
    seconds_today = serializers.FloatField(
        help_text="Active seconds of what was submitted today (UTC)."
    )


class DayOutput(Output[Mapping[str, Any]]):
    """Annotations of one day (UTC)."""

    date = serializers.DateField()
    annotations = serializers.IntegerField()


class LongFormFiguresOutput(Output[Mapping[str, Any]]):
    """Figures of long-form answers. Means are over those with a text."""

    concerns = serializers.IntegerField()
    confirmations = serializers.IntegerField()
    words_mean = serializers.FloatField(allow_null=True)
    coverage_mean = serializers.FloatField(allow_null=True)


class LongFormProgressOutput(LongFormFiguresOutput):
    """Figures of all of a project's long-form answers."""

    examples_with_concern = serializers.IntegerField()


class OutOfReachOutput(Output[OutOfReach]):
    """Annotations to go that the project's people can't make."""

    annotations = serializers.IntegerField()
    examples = serializers.IntegerField(help_text="In which these are.")
    annotators = serializers.IntegerField(help_text="Who are active.")
    missing = serializers.IntegerField(help_text="People who would have to join for all of them.")


class ProjectProgressOutput(Output[Mapping[str, Any]]):
    """The whole project's work, for leads."""

    examples = serializers.IntegerField()
    examples_complete = serializers.IntegerField()
    annotations_required = serializers.IntegerField()
    annotations_submitted = serializers.IntegerField()
    late = serializers.IntegerField()
    open_assignments = serializers.IntegerField()
    annotators = serializers.IntegerField()
    out_of_reach = OutOfReachOutput()
    examples_with_clauses = serializers.IntegerField(
        help_text="Imported on pages in a script without spaces, whose tokens are clauses."
    )
    by_day = DayOutput(many=True)
    long_form = LongFormProgressOutput(allow_null=True, help_text="Null in an NQ project.")
    as_of = serializers.DateTimeField(
        help_text="When this was counted: up to a minute ago in a project of 10,000 examples or"
        " more."
    )


class WaitingReviewsOutput(Output[WaitingReviews]):
    """In how many reviews there is something to do."""

    judgment_rounds = serializers.IntegerField()
    comparison_studies = serializers.IntegerField()
    error_analyses = serializers.IntegerField()


class ProgressOutput(Output[dict[str, Any]]):
    """Own progress, for leads the project's, and for experts the reviews that wait for them."""

    own = OwnProgressOutput(source="*")

    @reads(ProjectProgressOutput(allow_null=True))
    def project(self, _: object) -> object:
        return self.context["project"]

    @reads(WaitingReviewsOutput(allow_null=True))
    def waiting_reviews(self, _: object) -> object:
        return self.context["waiting"]


class AnnotatorOutput(Output[Mapping[str, Any]]):
    """An annotator's work in a project, for leads."""

    id = serializers.IntegerField(help_text="The name in reports.")
    username = serializers.CharField()
    display_name = serializers.CharField()
    name = NameField("id", allow_null=False, help_text="The name that leads see.")
    pseudonym = serializers.CharField(
        allow_null=True,
        help_text=("Null for annotators that came with an import: they are not members."),
    )
    submitted = serializers.IntegerField()
    open = serializers.IntegerField()
    last_at = serializers.DateTimeField(allow_null=True)
    seconds_median = serializers.FloatField(allow_null=True)
    null_share = serializers.FloatField(allow_null=True)
    bad_share = serializers.FloatField(allow_null=True)
    long_form = LongFormFiguresOutput(allow_null=True, help_text="Null in an NQ project.")

    @reads(
        GoldAgreementOutput(
            allow_null=True,
            help_text="Null without annotations of examples that a lead decided on.",
        )
    )
    def gold(self, row: Mapping[str, Any]) -> object:
        return self.context["gold"].get(row["id"])

    @reads(
        ControlResultOutput(allow_null=True, help_text="Null without answers to control questions.")
    )
    def controls(self, row: Mapping[str, Any]) -> object:
        return self.context["controls"].get(row["id"])

    @reads(
        serializers.DateTimeField(
            help_text="When answers were counted: up to a minute ago in a project of 10,000"
            " examples or more."
        )
    )
    def as_of(self, _: object) -> object:
        return self.context["as_of"]
