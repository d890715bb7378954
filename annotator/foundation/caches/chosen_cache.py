"""Which cache the settings give to Django."""

from typing import Any

from annotator.configuration import Configuration


def chosen_cache(given: Configuration) -> dict[str, Any]:
    """An entry of Django's ``CACHES``: files in ``DATA_DIR``, or what ``REDIS_URL`` names."""
    if given.redis_url:
        return {
            "BACKEND": "annotator.foundation.caches.redis_cache.ForgivingRedisCache",
            "LOCATION": given.redis_url,
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
    return {
        "BACKEND": "annotator.foundation.caches.file_cache.ExactFileCache",
        "LOCATION": given.data_dir / "cache",
        # Beyond this, files are thrown away by lot, counts of failed sign-ins among them.
        "OPTIONS": {"MAX_ENTRIES": 5_000},
    }
