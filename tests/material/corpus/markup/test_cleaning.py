import pytest
from hypothesis import example, given

from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.page_error import PageError
from tests.material.corpus.markup.tag_soup import tag_soup
from tests.shared_data import shared_path

PAGES = (
    "docling_wiki_duck",
    "goquery_gowiki",
    "nq_Axial-tilt",
    "nq_Carbon-cycle",
    "nq_Continent",
    "nq_Crust-geology",
    "nq_Earth",
    "nq_Inner-core",
    "nq_Mantle-geology",
    "nq_Plate-tectonics",
    "readability_wikipedia-2",
    "trafilatura_en_tsne",
)


def body_of(html: str, **options: str) -> str:
    """The cleaned body of ``html``."""
    cleaned = clean_page(html.encode(), **options).decode()
    return cleaned[cleaned.index("<BODY>\n") + 7 : cleaned.index("\n</BODY>")]


def refusal_of(html: bytes, **options: int) -> tuple[str, str]:
    """Code and problem of the error that ``html`` is refused with."""
    with pytest.raises(PageError) as refused:
        clean_page(html, **options)
    return refused.value.code, refused.value.problem


def test_clean_page_writes_a_whole_document_in_the_style_of_natural_questions():
    page = b"""\xef\xbb\xbf<!doctype html><html class="client-js" lang=en dir='ltr'><head>
        <meta charset=utf-8><title>A &amp; B's</title><script>x("<body>")</script></head>
        <body class="skin"><h1>A&nbsp;"b"</h1><table><tr><td colspan=2>1<td>2</table>
        <p>it's <img src="//x.org/a.png" alt="a b" width=20><br>x &lt; y</body></html>"""
    assert clean_page(page).decode() == (
        "<!DOCTYPE html>\n"
        '<HTML lang="en" dir="ltr"><HEAD>\n<TITLE>A &amp; B&#39;s</TITLE>\n</HEAD>\n'
        "<BODY>\n"
        "<H1>A\xa0&quot;b&quot;</H1>"
        '<TABLE><TBODY><TR><TD colspan="2">1</TD><TD>2</TD></TR></TBODY></TABLE>\n'
        '        <P>it&#39;s <IMG width="20" alt="a b" /><BR />x &lt; y</P>\n'
        "</BODY></HTML>\n"
    )


def test_clean_page_prefers_the_title_it_is_given():
    assert b"<TITLE>Given &lt;1&gt;</TITLE>" in clean_page(
        b"<title>Own</title><p>text", title="Given\n <1>"
    )


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a<script>b</script>c", "ac"),
        ("a<style>b</style>c", "ac"),
        ("a<!-- b -->c", "ac"),
        ("a<noscript><p>b</p></noscript>c", "ac"),
        ("a<iframe>b</iframe>c", "ac"),
        ("a<svg><text>b</text></svg>c", "ac"),
        ("a<select><option>b</select>c", "ac"),
        ("a<form action=/x>b<input name=q>c</form>", "abc"),
        ("<center><font color=red>a</center>", '<CENTER><FONT color="red">a</FONT></CENTER>'),
        ("<xmp>a<b></xmp>", "<PRE>a&lt;b&gt;</PRE>"),
        ("<pre>\n\n a\n</pre>", "<PRE> a\n</PRE>"),
    ],
)
def test_clean_page_keeps_what_was_read_and_drops_what_was_run(source, expected):
    assert body_of(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<a href='/wiki/X' onclick=y>a</a>", '<A href="/wiki/X">a</A>'),
        ("<a href='#cite'>a</a>", '<A href="#cite">a</A>'),
        ("<a href='javascript:x'>a</a>", "<A>a</A>"),
        ("<a href=' java&#9;script:x'>a</a>", "<A>a</A>"),
        ("<a href='data:text/html,x'>a</a>", "<A>a</A>"),
        ("<p data-t=1 data-c=2 data-mw='{}'>a</p>", "<P>a</P>"),
        ("<p style='color:red;position:fixed'>a</p>", '<P style="color: red">a</P>'),
        ("<p style='background:url(//x)'>a</p>", "<P>a</P>"),
        ("a<img srcset='//x 2x' src='http://x/y.png' alt=b>", 'a<IMG alt="b" />'),
        (
            "a<img src='data:image/png;base64, iVBO Rw0='>",
            'a<IMG src="data:image/png;base64,iVBORw0=" />',
        ),
        ("a<img src='data:image/svg+xml;base64,iVBORw0='>", "a<IMG />"),
        ("<table><td colspan=99999>a</table>", "<TABLE><TBODY><TR><TD>a</TD></TR></TBODY></TABLE>"),
    ],
)
def test_clean_page_keeps_attributes_that_lay_out_and_drops_those_that_act(source, expected):
    assert body_of(source) == expected


def test_clean_page_keeps_formulas_in_lower_case():
    source = (
        "<span class=mwe-math-element><math xmlns='http://www.w3.org/1998/Math/MathML' "
        "alttext='x^2'><semantics><msup><mi>x</mi><mn>2</mn></msup>"
        "<annotation encoding='application/x-tex'>x^{2}</annotation></semantics></math></span>"
    )
    assert body_of(source) == (
        '<SPAN class="mwe-math-element"><math alttext="x^2"><semantics><msup><mi>x</mi>'
        '<mn>2</mn></msup><annotation encoding="application/x-tex">x^{2}</annotation>'
        "</semantics></math></SPAN>"
    )


def test_clean_page_leaves_out_the_interface_of_the_wiki():
    source = (
        "<div id=mw-navigation><ul><li>Main page</ul></div>"
        "<div class='vector-dropdown x'><div>Tools</div></div>"
        "<h2>Name<span class=mw-editsection>[edit]</span></h2><p>Text</p>"
    )
    assert body_of(source) == "<H2>Name</H2><P>Text</P>"


@pytest.mark.parametrize(
    ("source", "code", "problem"),
    [
        (b"ab\xff", "page_not_utf8", "The page is not valid UTF-8: byte 2 is 0xff."),
        (
            b"",
            "page_without_text",
            "The page has no text once scripts, controls and interface are removed.",
        ),
        (
            b"<title>x</title><script>y</script><p> &amp;&nbsp;",
            "page_without_text",
            "The page has no text once scripts, controls and interface are removed.",
        ),
        (
            b'<!DOCTYPE html [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><p>x',
            "page_declares_entities",
            "The page's document type declares its own entities.",
        ),
        (
            b"<div>" * 100_000,
            "page_too_deep",
            "The page nests more than 512 elements (byte 2,560, <div>).",
        ),
        (
            b"<ul><li>" * 100_000,
            "page_too_deep",
            "The page nests more than 512 elements (byte 2,048, <ul>).",
        ),
        (
            b"<div><table><td></div>" * 100_000,
            "page_too_deep",
            "The page nests more than 512 elements (byte 3,752, <td>).",
        ),
        (
            b"<div title='></div>'>" * 100_000,
            "page_too_deep",
            "The page nests more than 512 elements (byte 10,752, <div>).",
        ),
        (
            b"<div><noscript></div></noscript>" * 100_000,
            "page_too_deep",
            "The page nests more than 512 elements (byte 16,384, <div>).",
        ),
    ],
)
def test_clean_page_refuses_a_page_and_says_where(source, code, problem):
    assert refusal_of(source) == (code, problem)


def test_clean_page_refuses_a_page_above_the_limit():
    assert refusal_of(b"x" * 11, max_bytes=10) == (
        "page_too_large",
        "The page has 11 bytes; the limit is 10.",
    )
    assert body_of("x" * 10) == "x" * 10


def test_clean_page_takes_thousands_of_elements_that_were_never_closed():
    assert body_of("<p>x" * 3000) == "<P>x</P>" * 3000
    assert body_of("<ul>" + "<li>x" * 3000) == "<UL>" + "<LI>x</LI>" * 3000 + "</UL>"


@given(tag_soup)
@example("<a>1<marquee><a>2")
@example("<pre>\n\n\n\n\n\n\n\n\n\n\n\nx")
@example("<form><div></form><div>x")
@example("<p><object><p>x</object>y")
@example("<math><mtext><table><mglyph><style><!--</style><img title='--&gt;<img src=1>'>x")
@example("<svg></p><style><a id='</style><img src=1 onerror=alert(1)>'>x")
@example("&#13;x&#13;&#10;")
@example("x<body>y</body>\n\n<p>z")
def test_cleaning_a_cleaned_page_changes_nothing(soup):
    cleaned = clean_page(b"x" + soup.encode("utf-8", "ignore"))
    assert clean_page(cleaned) == cleaned


@pytest.mark.parametrize("name", PAGES)
def test_cleaning_a_cleaned_real_page_changes_nothing(name):
    cleaned = clean_page(shared_path(f"pages/{name}.html").read_bytes())
    assert clean_page(cleaned) == cleaned
