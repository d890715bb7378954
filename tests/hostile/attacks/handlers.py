"""Event handler attributes: hand-written spellings, and every attribute that a browser knows."""
# ruff: noqa: E501 -- an attack is easier to read in one piece

SPELLINGS = {
    "an image that fails": "<img src=x onerror=boom()>",
    "an image that fails, with tabs": "<img src=x onerror\t=\tboom()>",
    "slashes instead of spaces": "<img/src=x/onerror=boom()>",
    "a new line inside the tag": "<img src=x\nonerror\n=\nboom()\n>",
    "a form feed inside the tag": "<img src=x\x0conerror=boom()>",
    "backticks as quotes": '<img src="x` `" onerror="boom()">',
    "no space after a quoted value": '<img src="x"onerror="boom()">',
    "a handler written with entities": "<img src=x onerror=&#98;oom&lpar;&rpar;>",
    "a handler written with entities without semicolons": "<img src=x onerror='&#98oom()'>",
    "a handler in capitals": "<IMG SRC=x ONERROR=boom()>",
    "a handler twice": "<img src=x onerror=boom() onerror=x>",
    "a handler behind an equals sign that names nothing": "<img =x src=x onerror=boom()>",
    "a handler after a quote in a name": "<img src=x \"onerror=boom() '=''>",
    "a handler after a greater-than sign in a value": "<img title='>' src=x onerror=boom()>",
    "a handler in a tag that nothing ends": "<p>x<img src=x onerror=boom() ",
    "a loaded raster image": (
        "<img onload=boom() src=data:image/gif;base64,"
        "R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==>"
    ),
    "the body": "<body onload=boom()>",
    "a second body's resize and focus": "<body onresize=boom() onfocus=boom() onpageshow=boom()>x",
    "the root element": "<html onclick=boom() onpointerenter=boom()>x",
    "a frameset": "<frameset onload=boom() onpageshow=boom()></frameset>",
    "a paragraph": "<p onmouseover=boom() onclick=boom()>x</p>",
    "a paragraph right after a quote": '<p title="x"onclick=boom()>y</p>',
    "a table cell": "<table onclick=boom()><td onclick=boom()>x</table>",
    "a link to nowhere": "<a href=# onclick=boom()>x</a>",
    "details that toggle": "<details open ontoggle=boom()>x</details>",
    "a marquee": "<marquee onstart=boom()>x</marquee>",
    "a marquee that ends": "<marquee loop=1 width=0 onfinish=boom()>x</marquee>",
    "a source of a video": "<video><source onerror=boom()></video>x",
    "a video's poster": "<video src=/evil/a.mp4 onerror=boom() onloadstart=boom()></video>x",
    "an audio without a source": "<audio src onerror=boom()>x",
    "a track": "<video><track default src=/evil/a.vtt onerror=boom()></video>x",
    "a style sheet's load": "<style onload=boom()>p{}</style>x",
    "a style sheet's failure": "<link rel=stylesheet href=/evil/x.css onerror=boom()>x",
    "an object that fails": "<object data=/evil/x onerror=boom()></object>x",
    "an embedded thing that loads": "<embed src=about:blank onload=boom()>x",
    "a frame that loads": "<iframe onload=boom()></iframe>x",
    "an input that takes the focus": "<input autofocus onfocus=boom()>x",
    "a button that takes the focus": "<button autofocus onfocus=boom()>x</button>",
    "a textarea that takes the focus": "<textarea autofocus onfocus=boom()>x</textarea>",
    "a choice that takes the focus": "<select autofocus onfocus=boom()><option>x</select>",
    "any element that takes the focus": "<div onfocus=boom() tabindex=0 autofocus>x</div>",
    "an editable element that takes the focus": "<div contenteditable autofocus onfocus=boom()>x</div>",
    "an access key": "<b accesskey=x onclick=boom()>x</b>",
    "a popover": (
        "<button popovertarget=pop onclick=boom()>x</button><div popover id=pop "
        "onbeforetoggle=boom()>y</div>"
    ),
    "an unknown element": "<plumb-line onclick=boom() onmouseenter=boom()>x</plumb-line>",
    "a dialog": "<dialog open onclick=boom() onclose=boom()>x</dialog>",
    "a formula": "<math><mi onclick=boom()>x</mi></math>",
    "a formula's link": "<math><mrow href=# onclick=boom() onfocus=boom() tabindex=0>x</mrow></math>",
}

NAMES = """
    onabort onafterprint onanimationcancel onanimationend onanimationiteration onanimationstart
    onauxclick onbeforecopy onbeforecut onbeforeinput onbeforematch onbeforepaste onbeforeprint
    onbeforetoggle onbeforeunload onbegin onblur oncancel oncanplay oncanplaythrough onchange
    onclick onclose oncommand oncontentvisibilityautostatechange oncontextlost oncontextmenu
    oncontextrestored oncopy oncuechange oncut ondblclick ondrag ondragend ondragenter ondragexit
    ondragleave ondragover ondragstart ondrop ondurationchange onemptied onend onended onerror
    onfinish onfocus onfocusin onfocusout onformdata onfullscreenchange onfullscreenerror
    ongotpointercapture onhashchange oninput oninvalid onkeydown onkeypress onkeyup
    onlanguagechange onload onloadeddata onloadedmetadata onloadstart onlostpointercapture
    onmessage onmessageerror onmousedown onmouseenter onmouseleave onmousemove onmouseout
    onmouseover onmouseup onmousewheel onoffline ononline onpagehide onpageshow onpaste onpause
    onplay onplaying onpointercancel onpointerdown onpointerenter onpointerleave onpointermove
    onpointerout onpointerover onpointerrawupdate onpointerup onpopstate onprogress onratechange
    onreadystatechange onrejectionhandled onrepeat onreset onresize onscroll onscrollend
    onscrollsnapchange onsearch onsecuritypolicyviolation onseeked onseeking onselect
    onselectionchange onselectstart onslotchange onstalled onstart onstorage onsubmit onsuspend
    ontimeupdate ontoggle ontouchcancel ontouchend ontouchmove ontouchstart ontransitioncancel
    ontransitionend ontransitionrun ontransitionstart onunhandledrejection onunload onvolumechange
    onwaiting onwebkitanimationend onwebkitfullscreenchange onwebkittransitionend onwheel
""".split()

# One attack for all of them on one element each: an attribute is either kept or it is not.
EVERY_NAME = {
    f"every handler from {names[0]} to {names[-1]} on {element}": (
        f"<{element} {' '.join(f'{name}=boom()' for name in names)}>x</{element}>"
    )
    for element in ("p", "td", "span", "a", "details", "mi")
    for names in (NAMES[:40], NAMES[40:80], NAMES[80:])
}

ATTACKS = {**SPELLINGS, **EVERY_NAME}
