"""Find a Chromium for the browser tests, or install one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from scripts.bootstrap import install_debian_packages, say, works

# The one without a user interface of its own needs half the processor time of the others.
SYSTEM_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "google-chrome",
    "google-chrome-stable",
    "chromium-browser",
)
DEBIAN_PACKAGES = ("chromium-headless-shell", "chromium")


def find_chromium() -> str | None:
    """The path of a Chromium that starts: `CHROMIUM`, the system's, else Playwright's own."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    for name in SYSTEM_NAMES:
        path = shutil.which(name)
        # Ubuntu's chromium-browser may be a stub that only says to install something else.
        if path is not None and works([path, "--version"]):
            return path
    downloaded = playwright_chromium()
    return str(downloaded) if downloaded and works([str(downloaded), "--version"]) else None


def playwright_chromium() -> Path | None:
    """Where Playwright keeps the Chromium it downloaded, None without such a download."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return path if path.exists() else None


def install_chromium() -> str | None:
    """Install a Debian package, else download Playwright's; its path, None when all failed."""
    say("Installing Chromium for the browser tests")
    for package in DEBIAN_PACKAGES:
        if install_debian_packages(package) and (found := find_chromium()):
            return found
    playwright = [sys.executable, "-m", "playwright", "install"]
    if os.geteuid() == 0:
        playwright.append("--with-deps")
    subprocess.run([*playwright, "chromium"], check=False)
    return find_chromium()


def main() -> int:
    """Print the path of Chromium, installed first if need be. Without one the tests say so."""
    path = find_chromium() or install_chromium()
    if path is None:
        print("No Chromium found and none could be installed: sudo apt-get install chromium")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
