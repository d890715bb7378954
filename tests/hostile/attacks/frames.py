"""Documents in the document: frames, objects and their old relatives."""
# ruff: noqa: E501 -- an attack is easier to read in one piece

ATTACKS = {
    "a frame": "<iframe src=//evil.example/frame></iframe>x",
    "a frame of the site itself": "<iframe src=/evil/frame></iframe>x",
    "a frame with a script": "<iframe src=javascript:boom()></iframe>x",
    "a frame with a script in entities": "<iframe src='java&#9;script&colon;boom()'></iframe>x",
    "a frame with its own source": "<iframe srcdoc='<script>boom()</script>'></iframe>x",
    "a frame with its own escaped source": (
        "<iframe srcdoc='&lt;img src=x onerror=boom()&gt;'></iframe>x"
    ),
    "a frame of data": "<iframe src='data:text/html,<script>boom()</script>'></iframe>x",
    "a frame that may do everything": (
        "<iframe sandbox='allow-scripts allow-same-origin allow-top-navigation' "
        "srcdoc='<script>boom()</script>'></iframe>x"
    ),
    "a frame with permissions": "<iframe allow='camera;microphone' src=//evil.example/allow></iframe>x",
    "a frame with its own policy": "<iframe csp='script-src *' src=//evil.example/csp></iframe>x",
    "a frame that waits": "<iframe loading=lazy src=//evil.example/lazy></iframe>x",
    "a frame that nothing ends": "<p>x<iframe src=//evil.example/open>",
    "a frame with another document's name": "<iframe name=_top src=//evil.example/name></iframe>x",
    "a set of frames": "<frameset><frame src=javascript:boom()></frameset>x",
    "a set of frames from elsewhere": "</p></body><frameset rows=1><frame src=//evil.example/fs></frameset>",
    "a frame without a set": "<frame src=//evil.example/lonely>x",
    "an object": "<object data=//evil.example/a.swf>x</object>y",
    "an object with a script": "<object data=javascript:boom()>x</object>",
    "an object of data": "<object data='data:text/html,<script>boom()</script>'>x</object>",
    "an object with a type": "<object type=text/html data=/evil/object>x</object>",
    "an object with parameters": (
        "<object classid=clsid:x codebase=//evil.example/cb><param name=src value=javascript:boom()>"
        "</object>x"
    ),
    "an object in an object": "<object data=/evil/o1><object data=//evil.example/o2></object></object>x",
    "an embedded thing": "<embed src=//evil.example/a.swf>x",
    "an embedded script": "<embed src=javascript:boom()>x",
    "an embedded page": "<embed type=text/html src=/evil/embed>x",
    "an embedded thing with access": "<embed allowscriptaccess=always code=//evil.example/e>x",
    "an applet": "<applet code=Evil.class archive=//evil.example/evil.jar>x</applet>",
    "an applet's parameter": "<applet><param name=x value=//evil.example></applet>x",
    "a controlled frame": "<controlledframe src=//evil.example/cf></controlledframe>x",
    "a view of the web": "<webview src=//evil.example/wv></webview>x",
}
