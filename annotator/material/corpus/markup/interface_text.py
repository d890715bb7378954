"""Text of Wikipedia's interface that Natural Questions' tokens leave out.

The elements are named by their id in the skin of 2017 and 2018. Their tags are still tokens.
"""

import re

SITE_NAME = "Wikipedia"
"""At the end of a page's title it is lower-cased (on four of five real pages)."""

MENU_LABELS = frozenset(
    {
        # headings of the menus
        "Navigation menu", "Personal tools", "Namespaces", "Variants", "Views", "More", "Search",
        "Navigation", "Interaction", "Tools", "Print/export", "In other projects", "Languages",
        # entries of the menus
        "Not logged in", "Contributions", "Create account", "Log in", "Article", "Read", "Edit",
        "View history", "Main page", "Featured content", "Current events", "Random article",
        "Donate to Wikipedia", "Wikipedia store", "Help", "Community portal", "Recent changes",
        "Contact page", "What links here", "Related changes", "Upload file", "Special pages",
        "Permanent link", "Page information", "Wikidata item", "Cite this page", "Create a book",
        "Download as PDF", "Printable version", "Wikimedia Commons", "العربية",
        # footer
        "Privacy policy", "Disclaimers", "Contact Wikipedia", "Developers", "Cookie statement",
        "Mobile view", "Enable previews",
    }
)  # fmt: skip

_COMMON_TEXTS = frozenset(
    {
        "From Wikipedia, the free encyclopedia",
        "[show]",
        "v", "t", "e",
        "1", "2", "3", "4",
        "F", "M",
        "1974", "1975", "1983", "1987", "1996", "2004", "2010",
    }
)  # fmt: skip
# A block with only this text is always dropped. Odd, but true on three pages without an exception,
# while its neighbours (5, 1973, 2005) are always kept.

_LONGEST_DROPPED_TEXT = max(map(len, _COMMON_TEXTS | MENU_LABELS))
_TAB_TALK = b'id="ca-talk"'
_WHITE_SPACE = re.compile(r"\s+")


def menu_start(html: bytes) -> int:
    """The byte where the menus and the footer begin; past the end on a page without them."""
    at = html.rfind(b' id="mw-navigation"')
    return at if at >= 0 else len(html) + 1


def is_talk_tab(attributes: bytes) -> bool:
    """Whether a tag with these attributes opens the tab *Talk*, whose text is dropped.

    The link *Talk* of the personal tools stays, so the text alone isn't enough.
    """
    return _TAB_TALK in attributes


def is_dropped(text: str, *, in_menus: bool) -> bool:
    """Whether ``text``, all that a block says, is dropped."""
    if len(text) > 2 * _LONGEST_DROPPED_TEXT:
        return False
    text = _WHITE_SPACE.sub(" ", text.strip())
    return text in _COMMON_TEXTS or (in_menus and text in MENU_LABELS)
