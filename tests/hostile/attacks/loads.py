"""Everything that a browser fetches by itself to show a page."""
# ruff: noqa: E501 -- an attack is easier to read in one piece

ATTACKS = {
    "an image": "<img src=//evil.example/a.png>x",
    "an image with a scheme": "<img src=http://evil.example/b.png><img src=https://evil.example/c.png>x",
    "an image of the site itself": "<img src=/evil/a.png>x",
    "an image beside the page": "<img src=evil.png><img src=../../evil/b.png><img src=?evil>x",
    "an image that acts for the annotator": "<img src=/api/v1/auth/session/?evil>x",
    "an image that waits": "<img loading=lazy src=//evil.example/lazy.png>x",
    "an image with credentials": "<img crossorigin=use-credentials src=//evil.example/cred.png>x",
    "an image with backslashes": "<img src='\\\\evil.example\\d.png'>x",
    "an image with tabs in its address": "<img src='/\t/evil.example/e.png'>x",
    "an image by another protocol": "<img src=ftp://evil.example/f.png><img src=ws://evil.example/>x",
    "an image that names itself raster": "<img src='data:image/png,<svg onload=boom()>'>x",
    "an image of data with a broken alphabet": (
        "<img src='data:image/png;base64,AAAA\"onerror=boom() x=\"'>x"
    ),
    "an image that reports": "<img attributionsrc=//evil.example/attr src=data:,x>x",
    "a set of images": "<img srcset='//evil.example/g.png 2x' sizes=1px>x",
    "a set of images without descriptors": "<img srcset=//evil.example/h.png>x",
    "a set of images for a picture": "<picture><source srcset=//evil.example/i.png><img></picture>x",
    "a set of images for every medium": (
        "<picture><source media='(min-width:1px)' srcset='//evil.example/j.png 1x, /evil/k.png 2x'>"
        "<img src=/evil/l.png></picture>x"
    ),
    "an image by its old name": "<image src=//evil.example/m.png>x",
    "an image that a source of low quality replaces": "<img lowsrc=//evil.example/n.png dynsrc=/evil/o>x",
    "a video's poster": "<video poster=//evil.example/p.png src=//evil.example/q.mp4></video>x",
    "a video's source": "<video autoplay muted><source src=//evil.example/r.mp4></video>x",
    "a video's track": (
        "<video src=data:video/mp4,><track default kind=metadata src=//evil.example/s.vtt></video>x"
    ),
    "a sound": "<audio autoplay src=//evil.example/t.mp3></audio>x",
    "a background sound": "<bgsound src=//evil.example/u.wav>x",
    "an input that is an image": "<input type=image src=//evil.example/v.png>x",
    "an input for old searches": "<isindex action=javascript:boom() type=image src=/evil/w>x",
    "a horizontal line's picture": "<hr src=//evil.example/x.png style='background:url(/evil/y)'>x",
    "a manifest": "<html manifest=//evil.example/app.appcache>x",
    "a manifest of the site itself": "<html manifest=/evil/app.appcache>x",
    "a profile": "<head profile=//evil.example/profile>x",
    "a source map": "<style>p{}/*# sourceMappingURL=//evil.example/map */</style>x",
    "a key": "<keygen name=x challenge=y>x",
    "a fenced frame": "<fencedframe src=//evil.example/fenced></fencedframe>x",
    "a portal": "<portal src=//evil.example/portal></portal>x",
    "a canvas": "<canvas style='background:url(//evil.example/canvas)'>x</canvas>",
    "a layer": "<layer src=//evil.example/layer></layer><ilayer src=/evil/ilayer></ilayer>x",
    "an island of XML": "<xml src=//evil.example/island id=i></xml><p datasrc=#i datafld=x>x</p>",
    "a data element": "<data value=//evil.example/data itemprop=image>x</data>",
}
