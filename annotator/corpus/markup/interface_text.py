"""Text of Wikipedia's interface that Natural Questions' tokens leave out.

The elements are named by their id in the skin of 2017 and 2018. Their tags are tokens all the
same.
"""

import re

DROPPED_LABELS = frozenset(
    {
        # heading above the article
        "From Wikipedia, the free encyclopedia",
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

_MENU = re.compile(rb"""(?i)<div[^>]*? id="mw-navigation\"""")
_HIDING_ATTRIBUTE = re.compile(
    rb"""(?:^|\s)(?:id="(?:ca-talk|siteSub)"|class="nv-(?:view|talk|edit)")"""
)
_COLLAPSED_BOX_LINK = re.compile(rb"""(?i)\[<a [^>]*>show</a>\]</span>""")
_WHITE_SPACE = re.compile(r"\s+")


def menu_start(html: bytes) -> int:
    """The byte where the menus and the footer begin; past the end on a page without them."""
    at = html.rfind(b' id="mw-navigation"')
    return at if at >= 0 else len(html) + 1


def hides_text(attributes: bytes) -> bool:
    """Whether the text right after a tag with these attributes is dropped whatever it says.

    *From Wikipedia*, the tab *Talk* (unlike the link of that name), and *v t e*.
    """
    return bool(attributes) and _HIDING_ATTRIBUTE.search(attributes) is not None


def is_dropped_label(text: str) -> bool:
    """Whether ``text``, a whole entry of a menu or of the footer, is dropped."""
    return _WHITE_SPACE.sub(" ", text.strip()) in DROPPED_LABELS


def collapsed_box_link(html: bytes, span: re.Match[bytes]) -> int:
    """Where the link *[show]* of a collapsed box ends, if ``span`` opens one; else 0."""
    if b"collapseButton" not in span["attributes"]:
        return 0
    match = _COLLAPSED_BOX_LINK.match(html, span.end())
    return match.end() if match else 0
