"""The parts of a saved wiki page that are the wiki's interface and not the article.

Menus, toolbars, edit links and footers of the skins Vector (2010 and 2022), Minerva and Monobook
would only add tokens that nobody reads. What is named here belongs to the skins alone: an article
can't write these ids and classes into its own text by its usual means.
"""

import re

_IDS = frozenset(
    """
    mw-navigation mw-head mw-head-base mw-page-base mw-panel mw-panel-toc siteNotice
    jump-to-nav footer footer-info footer-places catlinks column-one
    p-lang-btn vector-page-titlebar-toc vector-appearance vector-page-tools vector-toc
    mw-data-after-content mw-indicators page-actions mw-mf-page-left mw-mf-page-center__mask
    mw-hidden-catlinks mw-revision-info p-search
    """.split()
)
_CLASSES = frozenset(
    """
    mw-editsection editsection mw-indicators mw-jump-link mw-footer mw-footer-container
    mw-header printfooter catlinks vector-header-container vector-header vector-column-start
    vector-column-end vector-page-toolbar vector-sticky-header-container vector-sticky-header
    vector-dropdown vector-menu vector-page-titlebar-toc vector-toc-landmark
    vector-main-menu-landmark vector-settings vector-sticky-pinned-container
    vector-body-before-content minerva-header minerva-footer minerva__tab-container
    navigation-drawer vector-menu-content read-more-container navbar collapseButton toctoggle
    suggestions mwe-popups mw-collapsible-toggle
    """.split()
)
_CLASS_OR_ID = re.compile(r' (class|id)="([^"]*)"')
_HEADING_ROW = frozenset({"header", "h1"})


def is_interface(name: str, attributes: str) -> bool:
    """Whether the element ``name`` with the serialised ``attributes`` is interface."""
    if name in _HEADING_ROW or not attributes:
        return False
    for attribute, value in _CLASS_OR_ID.findall(attributes):
        if attribute == "id" and value in _IDS:
            return True
        if attribute == "class" and not _CLASSES.isdisjoint(value.split()):
            return True
    return False
