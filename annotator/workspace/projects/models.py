"""Projects, who takes part in them, and their guidelines."""

from datetime import datetime

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from annotator.foundation.names.name_keys import NameKey
from annotator.workspace.projects.kinds import Kind


class Role(models.TextChoices):
    """What somebody does in a project."""

    ANNOTATOR = "annotator", "Annotator"
    EXPERT = "expert", "Expert"
    LEAD = "lead", "Lead"


class Regime(models.TextChoices):
    """What an annotator of ASQA sees (ASQA paper, sections 3.2 and 5.2)."""

    FULL = "full", "Disambiguations, context and pages"
    NO_CONTEXT = "no_context", "The question alone"


class QueueOrder(models.TextChoices):
    """The order in which a project's examples are handed out."""

    IMPORTED = "imported", "As imported"
    RANDOM = "random", "Random, by the project's seed"
    PRIORITY = "priority", "By priority"
    SPLIT = "split", "By split"


class QueueWithin(models.TextChoices):
    """What decides between examples of one priority, or of one split."""

    IMPORTED = "imported", "As imported"
    RANDOM = "random", "Random, by the project's seed"


class Standing(models.TextChoices):
    """Whether people work in a project."""

    ACTIVE = "active", "Active"
    PAUSED = "paused", "Paused"
    ARCHIVED = "archived", "Archived"


class InvitationState(models.TextChoices):
    """Whether an invitation can still be accepted, and why not."""

    OPEN = "open"
    USED = "used"
    EXPIRED = "expired"
    REVOKED = "revoked"


class MailState(models.TextChoices):
    """What became of an invitation's mail."""

    NONE = "none"
    QUEUED = "queued"
    SENT = "sent"
    FAILED = "failed"


class Project(models.Model):
    """A collection of examples, annotated ``overlap`` times each under one set of guidelines."""

    slug = models.SlugField(max_length=64, unique=True)
    slug_key = NameKey(of="slug", max_length=64)
    kind = models.CharField(max_length=8, choices=Kind)
    title = models.CharField(max_length=200)
    overlap = models.PositiveSmallIntegerField(
        validators=[MinValueValidator(1), MaxValueValidator(1000)]
    )
    lease_minutes = models.PositiveIntegerField(
        default=60, validators=[MinValueValidator(1), MaxValueValidator(7 * 24 * 60)]
    )
    queue_order = models.CharField(max_length=10, choices=QueueOrder, default=QueueOrder.IMPORTED)
    queue_within = models.CharField(
        max_length=10,
        choices=QueueWithin,
        default=QueueWithin.IMPORTED,
        db_default=QueueWithin.IMPORTED,
    )
    seed = models.BigIntegerField(default=0)
    balance_pairs = models.BooleanField(default=False, db_default=False)
    # Counts the changes of the order: the one that was asked for, and the one that all examples
    # have. Where they differ, a job is on its way, or was stopped.
    order_wanted = models.PositiveIntegerField(default=0, db_default=0)
    order_reached = models.PositiveIntegerField(default=0, db_default=0)
    allows_revisions = models.BooleanField(default=True)
    # From the submission on, within which annotators revise where they may; null for no end.
    revision_minutes = models.PositiveIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(366 * 24 * 60)]
    )
    # Whether annotators see their answer once more before they submit it.
    reviews_answers = models.BooleanField(default=False, db_default=False)
    # Whether a key leads to the next box with words of the question.
    finds_question_words = models.BooleanField(default=True, db_default=True)
    # Whether a lead has ever chosen suggestions: only then anybody looks for them.
    has_suggestions = models.BooleanField(default=False, db_default=False)
    regime = models.CharField(
        max_length=10, choices=Regime, default=Regime.FULL, db_default=Regime.FULL
    )
    # Context passages whose similarity exceeds it are shown (ASQA paper, appendix A).
    context_threshold = models.FloatField(
        default=0.2, db_default=0.2, validators=[MinValueValidator(0), MaxValueValidator(1)]
    )
    # The limit of work on one question; null for none. A lease, in contrast, ends if somebody does
    # nothing.
    minutes_per_question = models.PositiveIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(24 * 60)]
    )
    recommended_per_day = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)]
    )
    requires_training = models.BooleanField(default=False, db_default=False)
    # If an example's answer is unsettled, annotations are asked for, this many at most and at a
    # time, until its posterior reaches the confidence; null: none are asked for.
    adaptive_cap = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(2), MaxValueValidator(100)]
    )
    adaptive_step = models.PositiveSmallIntegerField(
        default=1, db_default=1, validators=[MinValueValidator(1), MaxValueValidator(10)]
    )
    adaptive_confidence = models.FloatField(
        default=0.9, db_default=0.9, validators=[MinValueValidator(0.6), MaxValueValidator(0.99)]
    )
    # The agreement sample: the share of examples that get all annotations whatever their answers
    # are, drawn by the seed. Since when is null until there was one.
    adaptive_sample_share = models.FloatField(
        default=0.1, db_default=0.1, validators=[MinValueValidator(0), MaxValueValidator(1)]
    )
    adaptive_sample_seed = models.BigIntegerField(null=True, blank=True)
    adaptive_sample_since = models.DateTimeField(null=True, blank=True)
    # How many of 100 questions are controls, drawn by the seed; 0 for none. Annotators see neither.
    control_percent = models.PositiveSmallIntegerField(
        default=0, db_default=0, validators=[MaxValueValidator(50)]
    )
    control_seed = models.BigIntegerField(null=True, blank=True)
    created_at = models.DateTimeField()
    # The split that stewards alone see, "" for none, and since when.
    hidden_split = models.CharField(max_length=20, blank=True, default="", db_default="")
    hidden_since = models.DateTimeField(null=True, blank=True)
    # Since when nobody gets questions, nothing can be changed, and nobody sees it; null if not so.
    paused_at = models.DateTimeField(null=True, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)
    # Since when its rows are being erased; guards of rows let them go then.
    erasing_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(adaptive_cap__isnull=True) | models.Q(adaptive_cap__gte=2),
                name="project_adaptive_cap_at_least_2",
            ),
            models.CheckConstraint(
                condition=models.Q(adaptive_confidence__gte=0.6)
                & models.Q(adaptive_confidence__lte=0.99),
                name="project_adaptive_confidence_in_bounds",
            ),
            models.CheckConstraint(
                condition=models.Q(overlap__gte=1) & models.Q(overlap__lte=1000),
                name="project_overlap_between_1_and_1000",
            ),
            models.CheckConstraint(
                condition=models.Q(lease_minutes__gte=1), name="project_lease_is_positive"
            ),
            models.CheckConstraint(
                condition=models.Q(minutes_per_question__isnull=True)
                | models.Q(minutes_per_question__gte=1),
                name="project_limit_is_positive",
            ),
            models.CheckConstraint(
                condition=models.Q(revision_minutes__isnull=True)
                | models.Q(revision_minutes__gte=1),
                name="project_time_for_revisions_is_positive",
            ),
            models.CheckConstraint(
                condition=models.Q(context_threshold__gte=0) & models.Q(context_threshold__lte=1),
                name="project_threshold_between_0_and_1",
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def standing(self) -> Standing:
        """Whether people work in it."""
        if self.archived_at is not None:
            return Standing.ARCHIVED
        return Standing.ACTIVE if self.paused_at is None else Standing.PAUSED


class Split(models.Model):
    """A project's decisions for one of its splits: its turn in the queue, and its overlap.

    ``turn`` is null if it has none, ``overlap`` if it is the project's.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="splits")
    name = models.CharField(max_length=20)
    turn = models.PositiveSmallIntegerField(null=True)
    overlap = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(1000)]
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="one_turn_per_split"),
            models.CheckConstraint(
                condition=models.Q(overlap__isnull=True)
                | (models.Q(overlap__gte=1) & models.Q(overlap__lte=1000)),
                name="split_overlap_between_1_and_1000",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.project}"


class Membership(models.Model):
    """Somebody's part in a project. A membership that ended stays, inactive."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships"
    )
    role = models.CharField(max_length=10, choices=Role)
    is_active = models.BooleanField(default=True)
    # Whether a lead sees the hidden split. Others never do.
    is_steward = models.BooleanField(default=False, db_default=False)
    joined_at = models.DateTimeField()
    # When the training was passed. Decides only where the project requires training.
    qualified_at = models.DateTimeField(null=True)
    # People who may not know who the member is see this name. It never changes.
    pseudonym = models.CharField(max_length=40)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "user"], name="one_membership_per_project"),
            models.UniqueConstraint(
                fields=["project", "pseudonym"], name="one_member_per_pseudonym"
            ),
            models.CheckConstraint(
                condition=~models.Q(pseudonym=""), name="every_member_has_a_pseudonym"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} is {self.role} of {self.project}"


class Invitation(models.Model):
    """A link with which up to ``max_uses`` people join a project.

    The link's secret is not stored: ``secret_sha256`` recognises it, and the server can make it
    from ``seed`` and its own key.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=Role)
    seed = models.CharField(max_length=64)
    secret_sha256 = models.CharField(max_length=64, unique=True)
    email = models.EmailField(blank=True)
    note = models.CharField(max_length=200, blank=True)
    max_uses = models.PositiveIntegerField(default=1)
    uses = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    mail_state = models.CharField(max_length=10, choices=MailState, default=MailState.NONE)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(max_uses__gte=1) & models.Q(max_uses__lte=1000),
                name="invitation_between_1_and_1000_uses",
            ),
            models.CheckConstraint(
                condition=models.Q(uses__lte=models.F("max_uses")),
                name="invitation_never_used_too_often",
            ),
        ]
        indexes = [models.Index(fields=["project", "-id"], name="invitation_list")]

    def __str__(self) -> str:
        return f"Invitation {self.pk} to {self.project}"

    def state(self, *, at: datetime) -> InvitationState:
        """Its state at ``at``."""
        if self.revoked_at:
            return InvitationState.REVOKED
        if self.uses >= self.max_uses:
            return InvitationState.USED
        return InvitationState.EXPIRED if self.expires_at <= at else InvitationState.OPEN


class InvitationUse(models.Model):
    """Somebody joined by an invitation."""

    invitation = models.ForeignKey(Invitation, on_delete=models.CASCADE, related_name="used_by")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["invitation", "user"], name="one_use_of_an_invitation_per_person"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user} used {self.invitation}"


class Guideline(models.Model):
    """One version of a project's guidelines. Versions are never changed, only followed."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="guidelines")
    version = models.PositiveIntegerField()
    markdown = models.TextField()
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "version"], name="one_guideline_per_version")
        ]

    def __str__(self) -> str:
        return f"Guidelines {self.version} of {self.project}"


class GuidelineVisit(models.Model):
    """The versions of the guidelines that a member has seen.

    ``seen`` is the one that they read last; their answers are made under it. ``compared`` is the
    one up to which they were shown what changed; null before the first time.
    """

    membership = models.OneToOneField(
        Membership, primary_key=True, on_delete=models.CASCADE, related_name="guideline_visit"
    )
    seen = models.ForeignKey(Guideline, on_delete=models.CASCADE, related_name="+")
    compared = models.ForeignKey(Guideline, null=True, on_delete=models.CASCADE, related_name="+")
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.membership_id} has seen {self.seen_id}"


class SavedView(models.Model):
    """A table as somebody wants to see it again: its address, under a name of theirs.

    ``table`` is the page's address below the project's, ``query`` its filters, order and columns
    as they are in the address bar, without the question mark.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="saved_views")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_views"
    )
    table = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    query = models.CharField(max_length=1000)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "owner", "table", "name"], name="one_saved_view_per_name"
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.owner_id}"
