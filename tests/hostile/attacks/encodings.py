"""Characters that one reader sees and another does not. Invalid bytes are in ``bombs``."""
# ruff: noqa: E501 -- an attack is easier to read in one piece

ATTACKS = {
    "seven bits": "+ADw-script+AD4-boom()+ADw-/script+AD4-x",
    "seven bits with a mark": "+/v8-+ADw-img src=x onerror=boom()+AD4-x",
    "a byte order mark before a tag": "\ufeff<script>boom()</script>",
    "a byte order mark in a tag": "<\ufeffscript>boom()</script>x",
    "a NUL in a name": "<scr\x00ipt>boom()</scr\x00ipt>",
    "a NUL before a name": "<\x00script>boom()</script>x",
    "a NUL in a handler": "<img src=x on\x00error=boom()>x",
    "a NUL in a comment's end": "<!--x-\x00-><img src=x onerror=boom()>-->",
    "a NUL as text": "x\x00y &#0; &#x0;",
    "a NUL in an entity": "&#\x0060;img src=x onerror=boom()>",
    "control characters in a tag": "<img\x01src=x\x02onerror=boom()>x",
    "control characters as text": "a\x01\x02\x08\x0b\x0e\x1f\x7f\x80\x9fb",
    "a vertical tab instead of a space": "<img\x0bsrc=x\x0bonerror=boom()>x",
    "a next line instead of a space": "<img\x85src=x\x85onerror=boom()>x",
    "a no-break space instead of a space": "<img\xa0src=x\xa0onerror=boom()>x",
    "a line separator instead of a space": "<img\u2028src=x\u2028onerror=boom()>x",
    "an ideographic space instead of a space": "<img\u3000src=x\u3000onerror=boom()>x",
    "a carriage return alone": "<img\rsrc=x\ronerror=boom()\r>x",
    "wide brackets": "\uff1cscript\uff1eboom()\uff1c/script\uff1ex",
    "brackets that look alike": "\u2039script\u203aboom()\u2039/script\u203ax \u02c2img\u02c3",
    "letters of other scripts": "<\u0455\u0441r\u0456pt>boom()</\u0455\u0441r\u0456pt>x",
    "combining marks on a bracket": "<\u0338script>boom()</script>x",
    "a bracket with a selector": "<script\ufe0f>boom()</script\ufe0f>x",
    "a surrogate by number": "&#xD83C;&#xDF00;&#xDC00;<b>x</b>",
    "a character beyond Unicode": "&#x110000;&#99999999999;<b>x</b>",
    "numbers of Windows": "&#128;&#150;&#x8b;img src=x onerror=boom()&#x9b;",
    "characters that are none": "\ufffe\uffff\U0001fffe<b>x</b>",
    "private characters": "\ue000\U000f0000<b>x</b>",
    "percents": "%3Cscript%3Eboom()%3C/script%3E",
    "escapes of JavaScript": "\\u003cscript\\u003eboom()\\u003c/script\\u003e \\x3cimg\\x3e",
    "escapes of a terminal": "\x1b[2J\x1b]0;evil\x07<b>x</b>",
    "a template of a server": "{{boom()}} ${boom()} <%= boom() %> #{boom()} {% evil %}x",
    "a template of a browser": "<p ng-app ng-csp ng-click=boom() v-html=boom() x-init=boom()>{{boom()}}</p>",
    "a polyglot": (
        "jaVasCript:/*-/*`/*\\`/*'/*\"/**/(/* */oNcliCk=boom() )//%0D%0A%0d%0a//</stYle/</titLe/"
        "</teXtarEa/</scRipt/--!>\\x3csVg/<sVg/oNloAd=boom()//>\\x3e"
    ),
    "another polyglot": '\'">><marquee><img src=x onerror=boom()></marquee>"></plaintext\\></|\\><!--',
    "a language of the page": "<p lang='\"><img src=x onerror=boom()>' dir='\" x'>x</p>",
    "a namespace of XML": (
        "<html xmlns:x=http://www.w3.org/1999/xhtml><x:script>boom()</x:script>"
        "<svg:svg onload=boom()>x"
    ),
    "a style sheet of XML": "<?xml-stylesheet href='//evil.example/x.xsl' type='text/xsl'?>x",
    "an inclusion of XML": "<xi:include href=file:///etc/passwd parse=text></xi:include>x",
}
