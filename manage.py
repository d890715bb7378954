#!/usr/bin/env python
"""Plumbline's commands: ``python manage.py help`` lists them."""

import os
import sys

# First of all: it refuses a Python that is too old in one sentence.
from annotator.running.operations.starting import say_what_is_missing


def main() -> None:
    """Run the command that the arguments name."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    with say_what_is_missing():
        from django.core.management import execute_from_command_line

        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
