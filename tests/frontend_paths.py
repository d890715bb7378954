"""The addresses of the front end's pages, as its router's code has them."""

import re

from scripts.bootstrap import FRONTEND

ROUTES = FRONTEND / "src" / "app" / "routes.tsx"


def route_paths() -> list[str]:
    """Every route's path, in order; those of a project's pages have no slash in front."""
    return re.findall(r'(?:\bpath: |\bpage\(\s*)"([^"]+)"', ROUTES.read_text("utf-8"))
