"""The test database as a copy of the one that a run of the checks has migrated."""

import os
import shutil
from typing import Any

import pytest
from django.db.backends.base.base import BaseDatabaseWrapper

from scripts.migrated import DATABASE_VARIABLE, FILE_VARIABLE


def begin_with_copy(connection: BaseDatabaseWrapper, patch: pytest.MonkeyPatch) -> None:
    """Let the test database be made as a copy, if there is one to copy.

    Django migrates it all the same and finds nothing to do.
    """
    if connection.vendor == "postgresql":
        if name := os.environ.get(DATABASE_VARIABLE):
            test: Any = connection.settings_dict["TEST"]
            patch.setitem(test, "TEMPLATE", name)
    elif file := os.environ.get(FILE_VARIABLE):
        make = connection.creation._create_test_db  # type: ignore[attr-defined]

        def copy(*arguments: Any, **more: Any) -> str:
            name: str = make(*arguments, **more)
            shutil.copyfile(file, name)
            return name

        patch.setattr(connection.creation, "_create_test_db", copy)
