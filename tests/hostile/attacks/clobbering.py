"""Names and ids that take the place of properties of the document, the window or a form."""
# ruff: noqa: E501 -- an attack is easier to read in one piece

ATTACKS = {
    "the look-up of elements": "<img name=getElementById><img name=querySelector>x",
    "the look-up of elements, with ids": (
        "<img id=querySelectorAll name=querySelectorAll><img id=createElement name=createElement>x"
    ),
    "the body": "<form name=body><input name=children></form>x",
    "the body, by an image": "<img name=body id=body><img name=head id=head>x",
    "the root element and the cookie": "<a id=documentElement name=cookie>x</a>",
    "the cookie, by a form": "<form name=cookie id=cookie><input name=split></form>x",
    "the view": "<iframe name=defaultView></iframe><embed name=defaultView>x",
    "the selection": "<object name=getSelection></object><form name=createRange></form>x",
    "the listener": "<img name=addEventListener><form name=removeEventListener></form>x",
    "the address": "<img name=location><a id=location href=//evil.example/loc>x</a>",
    "the address, by a frame": "<iframe name=location src=//evil.example/loc2></iframe>x",
    "the base address": "<img name=baseURI><form name=URL></form>x",
    "the parent and the top": "<iframe name=parent></iframe><a id=top name=top>x</a>",
    "a form's own properties": (
        "<form id=f><input name=attributes><input name=parentNode><input name=remove>"
        "<input name=nodeName><input name=tagName></form>x"
    ),
    "a form's children": "<form><input name=firstChild><input name=childNodes>x</form>",
    "a form's class": "<form class=a><input name=classList><input name=className>x</form>",
    "a form's address": "<form><input name=action value=//evil.example><input name=submit></form>x",
    "a form's parts from outside": "<input form=f name=innerHTML><form id=f></form>x",
    "a form's data": "<form><input name=dataset><input name=getAttribute>x</form>",
    "a collection": "<a id=x><a id=x name=y href='cid:boom()'>x</a>",
    "a frame in a frame in a frame": (
        "<iframe name=a srcdoc=\"<iframe name=b srcdoc='<a id=c href=cid:boom()></a>'></iframe>\">"
        "</iframe>x"
    ),
    "the application's root": "<p id=root class=x>x</p><p id=app>y</p>",
    "the application's main": "<main id=main role=main tabindex=-1>x</main>",
    "the application's header": "<header id=header class='mantine-AppShell-header'>x</header>",
    "the application's state": "<a id=__PLUMBLINE__ name=__INITIAL_STATE__>x</a>",
    "a prototype": "<p id=__proto__>x</p><a id=constructor name=prototype>y</a>",
    "a property of every object": "<p id=toString>x</p><p id=hasOwnProperty>y</p><i id=valueOf>z</i>",
    "the highlights": "<p id=Highlight>x</p><p id=CSS>y</p><p id=highlights>z</p>",
    "the scrolling": "<p id=scrollBy>x</p><p id=innerHeight>y</p><p id=matchMedia>z</p>",
    "the console": "<p id=console>x</p><p id=alert>y</p><p id=fetch>z</p>",
    "a token for forms": "<meta name=csrf-token content=evil><input name=csrfmiddlewaretoken>x",
    "a nonce": "<script nonce>boom()</script><meta name=csp-nonce content=evil>x",
    "the same id everywhere": "<p id=x>a</p><p id=x>b</p><a name=x href=#x>c</a>",
    "ids that are selectors": "<p id='x],body,[id=y'>x</p><p id='\" onclick=boom() \"'>y</p>",
    "ids that are markup": "<a id='x<img src=x onerror=boom()>'>y</a>",
    "ids that are nothing": "<p id=''>x</p><p id=' '>y</p><p id='&#0;'>z</p>",
    "classes of the interface": "<p class='mw-editsection catlinks'>x</p><p class=missing-image>y</p>",
    "a role that misleads": "<p role=alert aria-live=assertive aria-owns=root>x</p>",
    "a role that is a dialogue": "<div role=dialog aria-modal=true aria-hidden=true inert>x</div>",
    "a slot": "<p slot=x part=y is=z exportparts=a>x</p>",
    "microdata": "<p itemscope itemid=//evil.example/id itemprop=url itemref=root>x</p>",
}
