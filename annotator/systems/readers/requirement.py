"""The packages that readers need beyond the platform's."""

import importlib.util

from annotator.installation import install

INSTALL = install("training")
PACKAGES = ("jax", "optax", "safetensors")


def missing_packages() -> list[str]:
    """The packages that readers need and that aren't installed."""
    return [each for each in PACKAGES if importlib.util.find_spec(each) is None]


def unavailable() -> str:
    """Why nothing can be trained here, as a sentence with the command that helps; else empty."""
    missing = missing_packages()
    if not missing:
        return ""
    return f"Training needs {' and '.join(missing)}, which this server lacks. Run {INSTALL}."
