"""People."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """Somebody who signs in, or an annotator that an import brought along (inactive)."""

    display_name = models.CharField(max_length=150, blank=True)
    may_create_projects = models.BooleanField(default=False)
    imported = models.BooleanField(default=False)

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.display_name or self.username
