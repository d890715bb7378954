"""The examples in the measures' docstrings hold, the published figures among them."""

import doctest
import importlib
import pkgutil

import pytest

import annotator.measures

MODULES = [
    found.name
    for found in pkgutil.walk_packages(annotator.measures.__path__, "annotator.measures.")
    if not found.ispkg
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
