"""The addresses of the front end's pages, as its router's code and the kinds' rooms have them."""

import re

from scripts.bootstrap import FRONTEND

APP = FRONTEND / "src" / "app"
ROOMS = FRONTEND / "src" / "kinds"


def route_paths() -> list[str]:
    """Every route's path, in order; those of a project's pages have no slash in front."""
    return [
        path
        for file in (
            APP / "routes.tsx",
            APP / "projectRoutes.tsx",
            *sorted(ROOMS.glob("*/pages.tsx")),
        )
        for path in re.findall(r'(?:\bpath: |\bpage\(\s*)"([^"]+)"', file.read_text("utf-8"))
    ]
