"""Pages of a wiki that only lead to another one, and that it shows instead of following them."""

import re

from annotator.material.corpus.markup.rendered_elements import attributes_of
from annotator.material.corpus.markup.scanner import Kind, Markup, scan

_MAY_BE_ONE = re.compile(r"mw:PageProp/redirect|redirectMsg", re.IGNORECASE)
# What a page may have before the box: it shows nothing.
_SHOWS_NOTHING = frozenset({"html", "head", "meta", "link", "base", "body", "div", "section"})


def redirect_in(html: str) -> str | None:
    """The address that a redirect leads to, as its page has it; None for any other page.

    Parsoid marks a redirect with a link. MediaWiki's older parser begins its page with a box.
    """
    if not _MAY_BE_ONE.search(html):
        return None
    source = html.encode()
    begins, in_box = True, False
    for each in scan(source):
        if each.kind != Kind.OPEN:
            begins = begins and not _shows(each, source)
            continue
        attributes = attributes_of(source[each.content_start : each.content_end])
        if _is_link_of_redirect(each, attributes) or (in_box and each.name == "a"):
            return attributes.get("href")
        if begins and "redirectMsg" in attributes.get("class", "").split():
            in_box = True
        begins = begins and each.name in _SHOWS_NOTHING
    return None


def _is_link_of_redirect(each: Markup, attributes: dict[str, str]) -> bool:
    names = attributes.get("rel", "").casefold().split()
    return each.name == "link" and "mw:pageprop/redirect" in names


def _shows(each: Markup, source: bytes) -> bool:
    """Whether readers see a piece of a page, other than an opening tag."""
    return each.kind == Kind.TEXT and bool(source[each.start : each.end].strip())
