"""MathML: links, actions, and text in which HTML begins again."""
# ruff: noqa: E501 -- an attack is easier to read in one piece

ATTACKS = {
    "a formula that is a link": "<math href=javascript:boom()>x</math>",
    "a part of a formula that is a link": "<math><mrow href=javascript:boom()><mi>x</mi></mrow></math>",
    "a formula with an old link": "<math xlink:href=javascript:boom()><mi>x</mi></math>",
    "a formula with a link of data": "<math><mi href='data:text/html,<script>boom()</script>'>x</mi></math>",
    "a link in a formula's text": "<math><mtext><a href=javascript:boom()>x</a></mtext></math>",
    "an action": (
        "<math><maction actiontype='statusline#//evil.example' xlink:href=javascript:boom()>x"
    ),
    "an action that toggles": (
        "<math><maction actiontype=toggle selection=2><mi>x</mi>"
        "<mtext><img src=x onerror=boom()></mtext></maction></math>"
    ),
    "an image in a formula's text": "<math><mtext><img src=x onerror=boom()></mtext></math>",
    "an image in a formula's identifier": "<math><mi><img src=x onerror=boom()></mi></math>",
    "an image in a formula's number": "<math><mn><img src=x onerror=boom()></mn></math>",
    "an image in a formula's operator": "<math><mo><img src=x onerror=boom()></mo></math>",
    "an image in a formula's string": "<math><ms><img src=x onerror=boom()></ms></math>",
    "an image straight in a formula": "<math><img src=x onerror=boom()></math>x",
    "an annotation that is HTML": (
        "<math><annotation-xml encoding=text/html><img src=x onerror=boom()></annotation-xml></math>"
    ),
    "an annotation that is XHTML": (
        "<math><annotation-xml encoding='application/xhtml+xml'><script>boom()</script>"
        "</annotation-xml></math>x"
    ),
    "an annotation in capitals": (
        "<math><annotation-xml encoding=TEXT/HTML><svg onload=boom()></annotation-xml></math>x"
    ),
    "an annotation by reference": (
        "<math><semantics><mi>x</mi><annotation encoding=x src=//evil.example/an.xml>"
        "</annotation></semantics></math>"
    ),
    "an annotation outside of a formula": (
        "<annotation encoding='text/html'><img src=x onerror=boom()></annotation>"
    ),
    "a comment in an annotation": (
        "<math><semantics><annotation><!--</annotation><img src=x onerror=boom()>--></semantics>x"
    ),
    "an old glyph from elsewhere": "<math><mtext><mglyph src=//evil.example/g.png></mtext></math>x",
    "a style sheet in a glyph": (
        "<math><mtext><mglyph><style><img src=x onerror=boom()></style></mglyph></mtext></math>x"
    ),
    "a style sheet in a malign mark": (
        "<math><mtext><malignmark><style><img src=x onerror=boom()></style></malignmark></math>x"
    ),
    "a style sheet straight in a formula": "<math><style><img src=x onerror=boom()></style></math>x",
    "a style in a formula": "<math><mi style='background:url(//evil.example/m.png)'>x</mi></math>",
    "a background of a formula": "<math><mstyle mathbackground='url(//evil.example/mb)'>x</mstyle></math>",
    "a colour of a formula that breaks out": (
        "<math><mi mathcolor='red;background:url(//evil.example/mc.png)'>x</mi></math>"
    ),
    "an alternative text that breaks out": (
        "<math alttext='\"><img src=x onerror=boom()>'><mi>x</mi></math>"
    ),
    "an alternative image": "<math altimg=//evil.example/alt.png><mi>x</mi></math>",
    "a definition's address": "<math definitionURL=//evil.example/def><mi>x</mi></math>",
    "a formula that covers everything": (
        "<math style='position:fixed;inset:0;z-index:9999'><mi>x</mi></math>"
    ),
    "a formula of a gigantic size": "<math><mi mathsize=99999999px>x</mi><mspace width=9e9em /></math>",
    "a script in a formula": "<math><script>boom()</script></math>x",
    "a table in a formula": "<math><mtable><table><tr><td><img src=x onerror=boom()></table></mtable>x",
    "a paragraph in a formula": "<math><p><img src=x onerror=boom()></p></math>x",
    "a select in a formula": "<math><mtext><select><img src=x onerror=boom()></select></mtext></math>x",
}
