"""The column by which names are compared, in the same way on every database."""

from collections.abc import Sequence
from typing import Any

from django.db import models

from annotator.foundation.names.naming import name_key


class NameKey(models.CharField):  # type: ignore[type-arg]  # it takes none when it runs
    """A unique column with the ``name_key`` of the column ``of``; finds a name however it is
    written.

    It is saved with the row; to save ``of`` alone (``update_fields``), name both.
    """

    def __init__(self, *, of: str, **options: Any) -> None:
        super().__init__(**{"unique": True, "editable": False, **options})
        self._of = of

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        """As migrations write it."""
        name, path, arguments, options = super().deconstruct()
        return name, path, arguments, {**options, "of": self._of}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: FBT001, ARG002 - Django's signature
        """The key of the name as it is now."""
        key = name_key(getattr(model_instance, self._of))
        setattr(model_instance, self.attname, key)
        return key

    def get_prep_value(self, value: Any) -> Any:
        """A name is looked for by its key."""
        return name_key(value) if isinstance(value, str) else super().get_prep_value(value)
