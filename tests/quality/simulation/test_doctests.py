"""The examples in the docstrings of the model hold."""

import doctest
import importlib
import pkgutil

import pytest

from annotator.quality.simulation import model
from tests.quality.simulation import pluralities

MODULES = [found.name for found in pkgutil.walk_packages(model.__path__, f"{model.__name__}.")]
MODULES.append(pluralities.__name__)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
