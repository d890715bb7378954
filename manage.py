#!/usr/bin/env python
"""Plumbline's commands: ``python manage.py help`` lists them."""

import os
import sys

# First of all: it refuses a Python that is too old in one sentence.
from annotator.running.operations.starting import say_what_is_missing

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    with say_what_is_missing():
        from django.core.management import execute_from_command_line

        execute_from_command_line(sys.argv)
