"""What `make outdated` makes of what registries say."""

import pytest

from scripts import outdated
from scripts.outdated import Check, Image, NotAskedError, main, newest_of, pinned_images


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


def test_images_are_told_with_the_digest_to_pin(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(address: str) -> dict[str, object]:
        if "?" not in address:
            return {"digest": "sha256:abc"}
        return {"results": [{"name": "7.4.99-bookworm"}]}

    monkeypatch.setattr(outdated, "ask", answer)
    (redis,) = (line for line in outdated.check_images() if line.startswith("redis:"))
    assert redis.endswith("behind 7.4.99-bookworm; pin redis:7.4.99-bookworm@sha256:abc")


def test_a_hole_and_an_unasked_registry_fail(capsys: pytest.CaptureFixture[str]) -> None:
    def unreachable() -> list[str]:
        raise NotAskedError("could not ask it")

    assert main([Check("Behind", lambda: ["a 1: 2"]), Check("Holes", list, is_hole=True)]) == 0
    assert main([Check("Holes", lambda: ["a 1: CVE"], is_hole=True)]) == 1
    assert main([Check("Images", unreachable)]) == 1
    assert "NOT CHECKED: could not ask it" in capsys.readouterr().out


def test_what_a_package_manager_cannot_ask_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotAskedError, match="gave no answer"):
        outdated.output_of(["/no/such/program"])
    with pytest.raises(NotAskedError, match="could not ask its registry: away"):
        outdated.output_of(["echo", '{"error": {"summary": "away"}}'])
    monkeypatch.setattr(outdated, "output_of", lambda *_: {"vulnerabilities": {}})
    assert outdated.check_node_holes() == []
