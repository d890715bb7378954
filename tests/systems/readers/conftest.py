"""Tests of training compile the same programs again and again: one compilation serves them all."""

import importlib.util

import pytest


@pytest.fixture(autouse=True, scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep what XLA has compiled, for the other tests of this run."""
    if importlib.util.find_spec("jax") is None:
        return
    import jax

    jax.config.update("jax_compilation_cache_dir", str(tmp_path_factory.mktemp("compiled")))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
