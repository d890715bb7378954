"""Common to blind reviews: a lead opens one with a seed, people in its seats work on it alone.

An instrument is a room whose models derive from these. It says what is drawn, what is shown, what
is asked and what is computed from the answers; everything else about a review is in this room.
"""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project


class Review(models.Model):
    """A review of a project. Its ``seed`` decides everything that is drawn by lot.

    ``SUBJECT`` is what history calls it, ``SEATS`` the name under which it has its seats.
    """

    SUBJECT: ClassVar[str]
    SEATS: ClassVar[str]

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    seed = models.BigIntegerField()
    opened_at = models.DateTimeField()
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    finished_at = models.DateTimeField(null=True)
    # Since when nobody works on it; a lead can open it again.
    cancelled_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.number} of {self.project_id}"

    @classmethod
    def seat_model(cls) -> Any:
        """The model of its seats, a ``Seat`` of the room's."""
        return cls._meta.get_field(cls.SEATS).related_model

    @property
    def seats(self) -> Any:
        """The manager of its seats, whatever the room calls them."""
        return getattr(self, self.SEATS)

    def facts(self) -> dict[str, Any]:
        """Details of every event about the review."""
        return {"number": self.number}


class Seat(models.Model):
    """A person's place in a review. Others see it as ``TITLE`` and its number: *Expert 2*.

    ``REVIEW`` is the name of its review; seats that are not ``SITTING`` count for nothing, and
    those that are ``WAITING`` have something to do as long as the review goes on. A room adds
    ``user``, which is None in reviews that came from a file.
    """

    TITLE: ClassVar[str]
    REVIEW: ClassVar[str]
    SITTING: ClassVar[Q] = Q()
    WAITING: ClassVar[Q]

    number = models.PositiveSmallIntegerField()
    user_id: int | None
    user: User | None

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.TITLE} {self.number} of {self.REVIEW} {getattr(self, f'{self.REVIEW}_id')}"
