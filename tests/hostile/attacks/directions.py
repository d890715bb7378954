"""Text that shows itself in another order, another place or not at all."""
# ruff: noqa: E501 -- an attack is easier to read in one piece

ATTACKS = {
    "an override that nothing ends": "\u202edesrever\u202d and on",
    "an override by number": "&#x202e;desrever and on",
    "embeddings without end": "\u202a\u202b" * 200 + "x",
    "isolates without end": "\u2066\u2067\u2068" * 200 + "x",
    "isolates that were not open": "\u2069\u202c" * 200 + "x",
    "an element that overrides": "<bdo dir=rtl>desrever<p>x</p>",
    "a body in the other direction": "<body dir=rtl><html dir=rtl>x",
    "a direction by style": "<p style='unicode-bidi:bidi-override;direction:rtl'>desrever</p>",
    "marks that can't be seen": "a\u200b\u200c\u200d\u2060\ufeffb\u00adc",
    "tags that can't be seen": "x\U000e0001\U000e0073\U000e0063\U000e007fy",
    "letters under hundreds of marks": "x" + "\u0301\u0489" * 500 + "y",
    "a word without a place to break": "x" * 20000,
    "text moved out of sight": "<p style='position:absolute;left:-9999px;top:-9999px'>x</p>",
    "text moved over the rest": (
        "<div style='position:absolute;top:0;left:0;width:9999px;height:9999px'>x</div>"
    ),
    "text of no size": "<p style='font-size:0;line-height:0;opacity:0'>x</p>",
    "text of a gigantic size": "<p style='font-size:99999px;transform:scale(9999)'>x</p>",
    "a box that is not shown": "<p style='display:none'>x y z</p><p style='visibility:hidden'>a b</p>",
    "a box that is hidden": "<p hidden>x</p><p inert>y</p><p aria-hidden=true>z</p>",
    "a margin that pulls everything up": "<p style='margin-top:-99999px'>x</p>",
    "a space that goes on": "x" + "&nbsp;&emsp;\u3000" * 500 + "y",
    "writing from top to bottom": "<div style='writing-mode:vertical-rl;text-orientation:upright'>x</div>",
}
