"""What a screen reader has to say, read from Chromium's accessibility tree."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

Node = dict[str, Any]

NAMELESS = {"RootWebArea", "generic"}
"""What has the focus where nothing else has."""


@dataclass(frozen=True)
class Focus:
    """What has the focus; ``element`` tells two apart that are called the same."""

    element: int
    role: str
    name: str
    dialog: str

    def __str__(self) -> str:
        """As the docs write it; a dialog is named on the way to what has the focus in it."""
        own = f"{self.role} *{self.name}*"
        return f"dialog *{self.dialog}*, {own}" if self.dialog else own


class Ears:
    """Hears a tab: what the focus moves to, and what live regions announce."""

    def __init__(self, page: Page) -> None:
        """Listen from now on."""
        self._devtools = page.context.new_cdp_session(page)
        self._focus: Focus | None = None
        self._announced: list[str] = []
        self.heard()

    def heard(self) -> list[str]:
        """What was to be heard since the last time: first the focus, if it has moved, and then
        the announcements that are new.
        """
        tree = _Tree(self._devtools.send("Accessibility.getFullAXTree")["nodes"])
        focus, announced = tree.focus(), tree.announced()
        moved = [str(focus)] if focus and focus != self._focus else []
        news = [f"*{text}*" for text in announced if text not in self._announced]
        self._focus, self._announced = focus, announced
        return moved + news

    def names(self, *roles: str) -> list[str]:
        """Everything of these roles, in the order of the page."""
        tree = _Tree(self._devtools.send("Accessibility.getFullAXTree")["nodes"])
        return [f"{role} *{name}*" for role, name in tree.named() if name and role in roles]


class _Tree:
    def __init__(self, nodes: list[Node]) -> None:
        self._nodes = {node["nodeId"]: node for node in nodes}

    def focus(self) -> Focus | None:
        found = [node for node in self._nodes.values() if _property(node, "focused")]
        named = [node for node in found if _role(node) not in NAMELESS]
        if not named:
            return None
        node = named[-1]
        return Focus(
            node.get("backendDOMNodeId", 0), _role(node), _name(node), self._dialog_around(node)
        )

    def announced(self) -> list[str]:
        live = [node for node in self._nodes.values() if _property(node, "live")]
        texts = [
            " ".join(
                _name(each).strip() for each in self._within(node) if _role(each) == "StaticText"
            )
            for node in live
        ]
        return [text for text in texts if text]

    def named(self) -> Iterator[tuple[str, str]]:
        for node in self._within(next(iter(self._nodes.values()))):
            yield _role(node), _name(node)

    def _dialog_around(self, node: Node) -> str:
        around = self._nodes.get(node.get("parentId", ""))
        while around and _role(around) != "dialog":
            around = self._nodes.get(around.get("parentId", ""))
        return _name(around) if around else ""

    def _within(self, node: Node) -> Iterator[Node]:
        """A node and what is in it, in the order of the page, without what nobody hears."""
        if not node["ignored"]:
            yield node
        for child in node.get("childIds", ()):
            if child in self._nodes:
                yield from self._within(self._nodes[child])


def _role(node: Node) -> str:
    return str(node.get("role", {}).get("value", ""))


def _name(node: Node) -> str:
    return str(node.get("name", {}).get("value", ""))


def _property(node: Node, name: str) -> bool:
    """Whether a node has a property that is neither false nor off."""
    return any(
        each["name"] == name and each["value"].get("value") not in {False, "off", ""}
        for each in node.get("properties", ())
    )
