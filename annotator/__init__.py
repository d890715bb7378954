"""Plumbline's Django project and its domain."""

import sys

OLDEST_PYTHON = (3, 11)

if sys.version_info < OLDEST_PYTHON:
    # Whatever is imported next would end in a traceback.
    found = ".".join(map(str, sys.version_info[:2]))
    raise SystemExit(
        f"Python {found} is too old, 3.11 or newer is needed: PYTHON=python3.11 make run"
    )
