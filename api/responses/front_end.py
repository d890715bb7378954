"""The files of the front end while versions change: the document of this process's own version, and
the assets of every version that was collected. docs/decisions/upgrades.md says why.
"""

import os
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from csp.decorators import csp_exempt
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedStaticFilesStorage

ASSETS = "/static/assets/"


@cache
def read_document(folder: Path) -> str:
    """The document of the front end that was built in ``folder``, as it was at the first call.

    A later build belongs to the process that starts next. Raises ``FileNotFoundError`` where
    nothing is built; that is not kept.
    """
    return (folder / "index.html").read_text("utf-8")


class CollectedFiles(CompressedStaticFilesStorage):  # type: ignore[misc]
    """Collects files without a hash in their names whenever a version starts.

    Those of a newer version look newer than its own, and Django passes over what looks newer.
    """

    def get_modified_time(self, name: str) -> datetime:
        """When a hashed file was collected; of any other the time says nothing."""
        if f"{settings.STATIC_URL}{name}".startswith(ASSETS):
            modified: datetime = super().get_modified_time(name)
            return modified
        raise NotImplementedError


class FrontEndFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """Serves static files as WhiteNoise does, and assets too that were collected since the start.

    Someone whose document comes from a newer process may ask an older one for its assets.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """List the static files, and take the document before another build replaces it."""
        super().__init__(*args, **kwargs)
        if (settings.FRONTEND_DIST / "index.html").is_file():
            read_document(settings.FRONTEND_DIST)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Serve a static file, or pass the request on."""
        url = request.path_info
        if url.startswith(ASSETS) and url not in self.files:
            self._add_asset(url)
        response: HttpResponseBase = super().__call__(request)
        return response

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponseBase:
        """The file. An asset has no Content-Security-Policy: the document around it has one, and
        the header would be as large as many an asset.
        """
        serve = WhiteNoiseMiddleware.serve
        if request.path_info.startswith(ASSETS):
            serve = csp_exempt()(serve)
        response: HttpResponseBase = serve(static_file, request)
        return response

    def _add_asset(self, url: str) -> None:
        """Add the file that ``url`` names, if it is there: directly in the folder of assets."""
        name = url.removeprefix(ASSETS)
        path = f"{settings.STATIC_ROOT}/assets/{name}"
        # Path.is_file() raises for a name that is too long.
        if "/" not in name and os.path.isfile(path):  # noqa: PTH113
            self.add_file_to_dictionary(url, path)
