"""What a lead deletes, and can restore until its days in the bin are over."""

from typing import TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


class Deletable(models.Model):
    """Rows that a lead can delete: ``objects`` has those that are not, ``ever`` all."""

    deleted_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class Standing(models.Manager[Row]):
    """The rows that nobody has deleted."""

    def get_queryset(self) -> "models.QuerySet[Row]":
        """Without those in the bin."""
        return super().get_queryset().filter(deleted_at__isnull=True)
