"""Every dialog and drawer that the lived-in demo can show: who opens it, where, and by which steps.

Those of an answer under way that need two tabs or a lost session are opened by tests of their own,
whose pages axe is asked about as well.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

Step = str | Callable[[Page], object]


@dataclass(frozen=True)
class Opening:
    """``who`` opens ``title`` at ``address``, with names in braces as in `every_page`.

    A step is the beginning of the name of a button or of a menu's item to press, or what else to
    do with the page.
    """

    who: str
    address: str
    title: str
    steps: tuple[Step, ...]


def narrow(page: Page) -> None:
    """Leave no room beside the page."""
    page.set_viewport_size({"width": 1024, "height": 768})


def choose_a_trainee(page: Page) -> None:
    """The first row after the head's."""
    page.get_by_role("checkbox").nth(1).check()


def write_and_leave(page: Page) -> None:
    """Change the guidelines and go elsewhere without saving them."""
    page.locator("textarea").first.fill("Changed")
    page.get_by_role("link", name="Members").first.click(no_wait_after=True)


def take_step(page: Page, step: Step) -> None:
    """Do it, or press what it names."""
    if not isinstance(step, str):
        step(page)
        return
    name = re.compile(f"^{step}")
    buttons = page.get_by_role("button", name=name)
    buttons.or_(page.get_by_role("menuitem", name=name)).first.click()


PHASES = "/projects/demo-25/competition?part=phases"
BOARD = "/projects/demo/leaderboard"
ASQA = "/projects/demo-asqa"

OPENINGS = (
    Opening("ada", "/", "API token", ("Account of", "API token")),
    Opening("ada", "/account", "Your e-mail address", ("(Change|Add an) address",)),
    Opening("ada", "/account", "Sign out everywhere?", ("Sign out everywhere",)),
    Opening("ada", "/account", "Set up a second factor", ("Set up…",)),
    Opening("ada", "/account", "New token", ("New token",)),
    Opening("ada", "/account", "Erase your account?", ("Erase…",)),
    Opening("lena", PHASES, "Add a phase", ("Add a phase",)),
    Opening("lena", PHASES, "Change", ("Change",)),
    Opening("lena", PHASES, "", ("(Publish|Take) the results",)),
    Opening(
        "lena",
        "/projects/demo-25/competition?part=scoring",
        "Score all systems again?",
        ("Score all systems again",),
    ),
    Opening("lena", "/projects/demo/examples", "Set a priority", ("Set priorities",)),
    Opening("lena", "{sheet}", "Ask to look at the answer again", ("Ask",)),
    Opening("eve", "{judging}", "All answers", ("All answers",)),
    Opening("eve", "{judging}", "Guidelines of this round", ("Guidelines of this round",)),
    Opening("eve", "{judging}", "Keys", ("Keys",)),
    Opening("eve", "{judging}", "Close phase 1", ("Close phase 1",)),
    Opening("lena", "{rounds}/{round}", "Request more annotations", ("Ask (again|for)",)),
    Opening("lena", "{opened_round}", "Add an expert", ("Add an expert",)),
    Opening("lena", "{opened_round}", "Remove an expert", ("Remove",)),
    Opening("lena", BOARD, "Run a baseline", ("Run a baseline",)),
    Opening("lena", BOARD, "Train a system", ("Train a system",)),
    Opening("lena", BOARD, "Delete Silence?", ("More about", "Delete")),
    Opening("lena", BOARD, "Receipt of Silence", ("receipt",)),
    Opening("lena", f"{BOARD}/retrieval", "Delete Words?", ("More about", "Delete")),
    Opening("eve", "/projects/demo-25/team", "Leave Square?", ("Leave the team",)),
    Opening("lena", "/projects/orle-late/annotations", "A late annotation", ("Late",)),
    Opening("lena", "/projects/demo/controls", "Mark decided examples", ("Mark decided examples",)),
    Opening("lena", "/projects/demo/members", "Add a member", ("Add a member",)),
    Opening("lena", "/projects/demo/members", "Invite by link", ("Invite by link",)),
    Opening("lena", "/projects/orle-training/training", "Choose questions", ("Choose questions",)),
    Opening(
        "lena",
        "/projects/orle-training/training",
        "Accept without training",
        (choose_a_trainee, "Accept without"),
    ),
    Opening("lena", "{person}", "to qualify again", ("Ask to qualify again",)),
    Opening("lena", f"{ASQA}/settings?tab=splits", "Hide a split", ("Hide a split",)),
    Opening("lena", f"{ASQA}/questions", "Free a parked question", ("Free",)),
    Opening("lena", "{question}", "Publish to the FAQ", ("Publish to",)),
    Opening("lena", f"{ASQA}/faq", "New entry", ("New entry",)),
    Opening("lena", f"{ASQA}/faq", "Edit the entry", ("Edit",)),
    Opening("lena", f"{ASQA}/faq", "Versions", ("Versions",)),
    Opening("lena", f"{ASQA}/guidelines", "Leave without saving?", ("Edit", write_and_leave)),
    Opening("eve", "{comparing}", "Instructions", ("Instructions",)),
    Opening("eve", "{comparing}", "Keys", ("Keys",)),
    Opening("lena", "{studies}/{open_study}", "Finish the study", ("Finish",)),
    Opening("lena", "{labelling}", "Finish labelling?", ("Finish",)),
    Opening("lena", "{shared_analysis}", "out of this analysis?", ("Take out",)),
    Opening("lena", "{analysis}", "Delete error analysis", ("Delete",)),
    Opening("chen", f"{ASQA}/annotate", "Park this question", ("Park",)),
    Opening("chen", f"{ASQA}/annotate", "Skip this question", ("More", "Skip")),
    Opening("chen", f"{ASQA}/annotate", "Give this question back", ("More", "Give back")),
    Opening("chen", f"{ASQA}/annotate", "The disambiguations are wrong", ("Concern",)),
    Opening("chen", f"{ASQA}/annotate", "Keys", ("Keys",)),
    Opening("ada", "/projects/demo/annotate", "Keys", ("Keys",)),
    Opening("ada", "/projects/demo/annotate", "Park this question", ("More", "Park")),
    Opening("ada", "/projects/demo/annotate", "Guidelines", (narrow, "Guidelines")),
    Opening("lena", "/projects/demo/examples", "Guidelines", (narrow, "Guidelines")),
)
