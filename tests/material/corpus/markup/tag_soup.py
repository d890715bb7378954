"""Strategies for HTML as it comes: soup, foreign content, badly nested formatting, attacks."""

from hypothesis import strategies as st

_NAMES = """
    a b i p div span table tbody tr td th caption ul ol li dl dt dd h1 h2 pre br hr img form input
    button select option textarea title style script noscript template svg math mi mtext mglyph
    malignmark annotation annotation-xml foreignObject desc semantics iframe noembed xmp plaintext
    object nobr font ruby rt rp details summary head body html frameset frame isindex image xxx
    col colgroup marquee center section main sup sub listing audio video
""".split()

_FRAGMENTS = (
    " x ",
    "word",
    "\n",
    "\n\n",
    "\r\n",
    "&amp;",
    "&lt;script&gt;",
    "&#39;",
    "&nbsp;",
    "&#13;",
    "&#0;",
    '"',
    "'",
    "<",
    ">",
    "</",
    "<!",
    "<!--",
    "-->",
    "--!>",
    "<![CDATA[",
    "]]>",
    "<?php",
    "\x00",
    "é漢\U0001f600",
    "\u202e",
    "=",
    "/>",
)

_ATTRIBUTES = (
    "",
    "",
    "",
    " class=a",
    ' class="a  b"',
    " id='x'",
    ' title="a>b"',
    ' title="</style><img src=x onerror=alert(1)>"',
    " onclick=alert(1)",
    " href=javascript:alert(1)",
    ' href="#x"',
    ' href="/wiki/x"',
    ' style="color: red; background: url(x)"',
    ' style="width:1px"',
    ' data-t="1" data-c="2"',
    " colspan=2",
    ' colspan="9999"',
    ' src="data:image/png;base64,AAAA"',
    ' src="http://x/y.png"',
    ' lang="he" dir=rtl',
    " encoding=text/html",
    " xlink:href=javascript:x",
    ' class="mw-editsection"',
    " =x",
    ' "',
    "/",
)


@st.composite
def _tags(draw: st.DrawFn) -> str:
    name = draw(st.sampled_from(_NAMES))
    if draw(st.booleans()):
        return f"</{name}>"
    attributes = "".join(draw(st.lists(st.sampled_from(_ATTRIBUTES), max_size=2)))
    return f"<{name}{attributes}>"


tag_soup = st.lists(
    st.one_of(_tags(), _tags(), st.sampled_from(_FRAGMENTS), st.text(max_size=5)), max_size=40
).map("".join)
