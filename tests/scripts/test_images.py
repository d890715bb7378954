"""What `make outdated` makes of what the registry of images says."""

import pytest

from scripts import images
from scripts.images import Image, main, newest_of, pinned_images


def test_images_of_a_registry_are_found_with_their_kind() -> None:
    texts = [
        "FROM node:22.22.3-bookworm-slim AS frontend\nFROM nginx:1.30.1-trixie AS proxy\n",
        "  image: plumbline:0.1.0\n  image: redis:7.4.9-bookworm  # why\n",
        "FROM node:22.22.3-bookworm-slim AS again\n",
    ]
    assert pinned_images(texts) == [
        Image("nginx", "1.30.1", "-trixie"),
        Image("node", "22.22.3", "-bookworm-slim"),
        Image("redis", "7.4.9", "-bookworm"),
    ]


@pytest.mark.parametrize(
    ("image", "tags", "newest"),
    [
        (
            Image("redis", "7.4.9", "-bookworm"),
            ["7.4.10-bookworm", "7.4.10-alpine", "8.0.1-bookworm"],
            "7.4.10-bookworm",
        ),
        (Image("python", "3.11.15", "-slim"), ["3.11.16-slim", "3.14.1-slim"], "3.11.16-slim"),
        (Image("postgres", "17.11", "-bookworm"), ["17-bookworm", "latest"], "17.11-bookworm"),
    ],
)
def test_the_newest_tag_is_of_the_same_release_and_kind(
    image: Image, tags: list[str], newest: str
) -> None:
    assert newest_of(image, tags) == newest


def test_images_are_told_with_the_digest_to_pin(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(address: str) -> dict[str, object]:
        if "?" not in address:
            return {"digest": "sha256:abc"}
        return {"results": [{"name": "7.4.99-bookworm"}]}

    monkeypatch.setattr(images, "ask", answer)
    assert main() == 0
    (redis,) = (line for line in capsys.readouterr().out.splitlines() if line.startswith("redis:"))
    assert redis.endswith("behind 7.4.99-bookworm; pin redis:7.4.99-bookworm@sha256:abc")


def test_a_registry_that_cannot_be_asked_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(images, "REGISTRY", "http://127.0.0.1:1")
    assert main() == 1
    assert capsys.readouterr().out.startswith("NOT CHECKED: ")
