"""Links that run when they are followed, and what else makes a link dangerous."""
# ruff: noqa: E501 -- an attack is easier to read in one piece

ATTACKS = {
    "a script": "<a href=javascript:boom()>x</a>",
    "a script in the top": "<a href=javascript:boom() target=_top>x</a>",
    "a script with a tab inside": "<a href='jav&#x09;ascript:boom()'>x</a>",
    "a script with a raw tab inside": "<a href='java\tscript:boom()'>x</a>",
    "a script with a new line inside": "<a href='java\nscript:boom()'>x</a>",
    "a script with named whitespace inside": "<a href='java&NewLine;scr&Tab;ipt:boom()'>x</a>",
    "a script behind a control character": "<a href='&#1;javascript:boom()'>x</a>",
    "a script behind every control character": (
        "<a href='&#1;&#2;&#3;&#4;&#5;&#6;&#7;&#8;&#14;&#15;&#27;&#31; javascript:boom()'>x</a>"
    ),
    "a script behind whitespace": "<a href=' \njavascript:boom()'>x</a>",
    "a script in mixed case with a named colon": "<a href='JaVaScRiPt&colon;boom()'>x</a>",
    "a script in decimal entities": (
        "<a href='&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;boom()'>x</a>"
    ),
    "a script in long entities without semicolons": (
        "<a href='&#0000106&#0000097&#0000118&#0000097&#0000115&#0000099&#0000114&#0000105"
        "&#0000112&#0000116&#0000058boom()'>x</a>"
    ),
    "a script in hexadecimal entities": (
        "<a href='&#x6A;&#x61;&#x76;&#x61;&#x73;&#x63;&#x72;&#x69;&#x70;&#x74;:boom()'>x</a>"
    ),
    "a script in percents after its scheme": "<a href='javascript:%62oom()'>x</a>",
    "a script with its scheme in percents": "<a href='%6aavascript:boom()'>x</a>",
    "a script with a comment": "<a href='javascript://%0aboom()'>x</a>",
    "a script that looks like an address": "<a href='javascript://plumbline.test/%0Aboom()//'>x</a>",
    "a script with a byte order mark": "<a href='\ufeffjavascript:boom()'>x</a>",
    "a script with a soft hyphen": "<a href='java\xadscript:boom()'>x</a>",
    "a script with a letter of double width": "<a href='\uff4aavascript:boom()'>x</a>",
    "a script with a long s": "<a href='java\u017fcript:boom()'>x</a>",
    "a script with a NUL": "<a href='java\x00script:boom()'>x</a>",
    "a script after a question of scheme": "<a href='feed:javascript:boom()'>x</a>",
    "a script in a viewed source": "<a href='view-source:javascript:boom()'>x</a>",
    "a script of Visual Basic": "<a href='vbscript:boom()'>x</a>",
    "a script of a Netscape": "<a href='livescript:boom()'>x</a><a href='mocha:boom()'>x</a>",
    "a page of data": "<a href='data:text/html,<script>boom()</script>'>x</a>",
    "a page of data in the top": (
        "<a target=_top href='data:text/html;base64,PHNjcmlwdD5ib29tKCk8L3NjcmlwdD4='>x</a>"
    ),
    "a drawing of data": (
        "<a href=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' "
        "onload='boom()'/>\">x</a>"
    ),
    "a page of data that calls itself an image": (
        "<a href='data:image/png,text/html;base64,PHNjcmlwdD5ib29tKCk8L3NjcmlwdD4='>x</a>"
    ),
    "a blob": "<a href='blob:http://evil.example/x'>x</a>",
    "a file": "<a href='file:///etc/passwd'>x</a>",
    "a file system": "<a href='filesystem:http://evil.example/temporary/x'>x</a>",
    "an archive": "<a href='jar:http://evil.example/x.jar!/x.html'>x</a>",
    "a program of the desktop": "<a href='ms-msdt:/id x'>x</a><a href='shell:startup'>x</a>",
    "another page in the top": "<a href=//evil.example/top target=_top>x</a>",
    "another page in the parent": "<a href=//evil.example/parent target=_parent>x</a>",
    "another page in a new window": "<a href=//evil.example/new target=_blank rel=opener>x</a>",
    "another page with backslashes": "<a href='\\\\evil.example\\back' target=_top>x</a>",
    "another page with a scheme and one slash": "<a href='https:/evil.example/one' target=_top>x</a>",
    "a page of the site that signs out": "<a href=/evil/logout target=_top>x</a>",
    "a link that reports": "<a href=#x ping='//evil.example/ping /evil/ping'>x</a>",
    "a link that downloads": "<a href=/evil/a.exe download=a.exe>x</a>",
    "a link that attributes": "<a href=#x attributionsrc=//evil.example/attribution>x</a>",
    "a link that a map hides": (
        "<map name=m><area href=javascript:boom() shape=default></map><img usemap=#m>x"
    ),
    "a link that is another's text": "<a href=#><a href=javascript:boom()>x</a></a>",
    "a quotation's source": "<q cite=//evil.example/q>x</q><blockquote cite=javascript:boom()>y</blockquote>",
    "a long description": "<img longdesc=javascript:boom() lowsrc=//evil.example/low.png>x",
    "an old link's shape": "<a href=javascript&colon;boom&lpar;&rpar; shape=rect coords=0,0,9,9>x</a>",
    "a link whose fragment breaks out": "<a href='#\"><img src=x onerror=boom()>'>x</a>",
    "a link whose fragment is a selector": "<a href='#x],body,[id=y'>x</a>",
    "a fragment that is text": "<a href='#:~:text=x'>x</a>",
}
