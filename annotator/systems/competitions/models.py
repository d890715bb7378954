"""A competition on a project's hidden split: its page, phases, teams and submissions."""

from datetime import datetime

from django.conf import settings
from django.db import models

from annotator.foundation.names.name_keys import NameKey
from annotator.systems.evaluation.models import System
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Project


class Competition(models.Model):
    """What a steward says about a competition on ``split``, as Markdown; ``page_published_at`` is
    null unless everybody may read it.

    The secret of the invitation's link is not stored: see ``Invitation``. ``invitation_sha256`` is
    null where there is no link.
    """

    project = models.OneToOneField(
        Project, primary_key=True, on_delete=models.CASCADE, related_name="competition"
    )
    split = models.CharField(max_length=20)
    summary = models.TextField(blank=True)
    task = models.TextField(blank=True)
    rules = models.TextField(blank=True)
    how_to_submit = models.TextField(blank=True)
    licence = models.TextField(blank=True)
    contact = models.TextField(blank=True)
    page_published_at = models.DateTimeField(null=True)
    invitation_seed = models.CharField(max_length=64, blank=True)
    invitation_sha256 = models.CharField(max_length=64, null=True, unique=True)
    invitation_expires_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"competition of {self.project_id}"


class ShownTo(models.TextChoices):
    """Who sees a team's scores before the results of the phase are published."""

    NOBODY = "nobody", "Nobody"
    TEAM = "team", "The team"
    EVERYBODY = "everybody", "Everybody"


class PhaseState(models.TextChoices):
    """Whether a phase takes submissions."""

    UPCOMING = "upcoming"
    OPEN = "open"
    ENDED = "ended"


class Phase(models.Model):
    """A time in which teams submit, from ``starts_at`` up to ``ends_at``, and its rules; null is
    *always* and *until it is ended*.

    A team may upload ``uploads_per_week`` in any seven days, and ``uploads_total`` in the phase
    (null: no limit); ``refused_per_week`` limits files that were refused. ``metric`` decides the
    order. With ``has_halves`` the public half is shown during the phase, and the private one
    decides. A new score is shown where it beats the team's best by more than ``ladder_step``, in
    per cent (null: always).
    """

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="phases")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=100)
    starts_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    uploads_per_week = models.PositiveSmallIntegerField(default=1)
    uploads_total = models.PositiveSmallIntegerField(null=True)
    refused_per_week = models.PositiveSmallIntegerField(default=5)
    metric = models.CharField(max_length=60)
    non_null_annotations = models.PositiveSmallIntegerField(default=2)
    shown_to = models.CharField(max_length=9, choices=ShownTo, default=ShownTo.TEAM)
    has_halves = models.BooleanField(default=False)
    ladder_step = models.FloatField(null=True)
    results_published_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="one_phase_per_number"),
            models.CheckConstraint(
                condition=models.Q(starts_at__isnull=True)
                | models.Q(ends_at__isnull=True)
                | models.Q(ends_at__gt=models.F("starts_at")),
                name="phase_ends_after_its_start",
            ),
            models.CheckConstraint(
                condition=models.Q(uploads_per_week__gte=1)
                & models.Q(refused_per_week__gte=1)
                & (models.Q(uploads_total__isnull=True) | models.Q(uploads_total__gte=1)),
                name="phase_limits_are_positive",
            ),
            models.CheckConstraint(
                condition=models.Q(ladder_step__isnull=True)
                | (models.Q(ladder_step__gt=0) & models.Q(ladder_step__lte=10)),
                name="phase_ladder_step_in_bounds",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.number}) of {self.competition_id}"

    def state(self, *, at: datetime) -> PhaseState:
        """Its state at ``at``. At its end it has ended."""
        if self.starts_at is not None and at < self.starts_at:
            return PhaseState.UPCOMING
        if self.ends_at is not None and self.ends_at <= at:
            return PhaseState.ENDED
        return PhaseState.OPEN


class Team(models.Model):
    """Who competes together. ``model_parameters`` counts the parameters of its model."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(max_length=60)
    name_key = NameKey(of="name", max_length=1200, unique=False)
    paper_url = models.CharField(max_length=500, blank=True)
    code_url = models.CharField(max_length=500, blank=True)
    model_url = models.CharField(max_length=500, blank=True)
    model_parameters = models.BigIntegerField(null=True)
    invitation_seed = models.CharField(max_length=64, blank=True)
    invitation_sha256 = models.CharField(max_length=64, null=True, unique=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["competition", "name_key"], name="one_team_per_name"),
            models.CheckConstraint(
                condition=models.Q(model_parameters__isnull=True)
                | models.Q(model_parameters__gte=1),
                name="team_model_parameters_are_positive",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Participant(models.Model):
    """Somebody who takes part, in at most one team. ``asks_for`` is the team that they would like
    to join.

    People who only submit have this row and no membership: of the project they see nothing.
    """

    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="participants"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="participations"
    )
    team = models.ForeignKey(Team, null=True, on_delete=models.SET_NULL, related_name="members")
    asks_for = models.ForeignKey(
        Team, null=True, on_delete=models.SET_NULL, related_name="requests"
    )
    joined_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "user"], name="one_participant_per_competition"
            ),
            models.CheckConstraint(
                condition=models.Q(team__isnull=True) | models.Q(asks_for__isnull=True),
                name="participant_in_a_team_asks_for_none",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.competition_id}"


class Submission(models.Model):
    """An upload of a team in a phase. ``job`` scores it, and says whether it was refused.

    ``scored_system`` has the score once there is one, until a lead deletes it.
    ``is_final``: the team chose it as the one that counts.
    """

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="submissions")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="submissions")
    name = models.CharField(max_length=100)
    system = models.OneToOneField(
        System, null=True, on_delete=models.SET_NULL, related_name="submission"
    )
    submitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    submitted_at = models.DateTimeField()
    job = models.OneToOneField(Job, null=True, on_delete=models.SET_NULL, related_name="submission")
    is_final = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["phase", "team"],
                condition=models.Q(is_final=True),
                name="one_final_submission_per_team_and_phase",
            )
        ]
        indexes = [models.Index(fields=["team", "-submitted_at"], name="submissions_of_team")]

    def __str__(self) -> str:
        return self.name

    @property
    def scored_system(self) -> System | None:
        """The system with its score, unless a lead has deleted it."""
        return self.system if self.system and self.system.deleted_at is None else None


class Audience(models.TextChoices):
    """Who may download a published file."""

    EVERYBODY = "everybody", "Everybody"
    PARTICIPANTS = "participants", "Participants"


class PublishedFile(models.Model):
    """A file of a split that visitors or participants may download; job ``made_by`` has made it."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="files")
    split = models.CharField(max_length=20)
    format = models.CharField(max_length=30)
    audience = models.CharField(max_length=12, choices=Audience)
    name = models.CharField(max_length=255)
    size = models.BigIntegerField()
    sha256 = models.CharField(max_length=64)
    made_by = models.UUIDField()
    published_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "split", "format"], name="one_published_file_per_format"
            )
        ]

    def __str__(self) -> str:
        return self.name
