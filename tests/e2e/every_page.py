"""Every page of the product: who opens it, at which address, and how one knows that it is there.

The addresses are those of the demo and of what `lived_in_demo` adds to it, so that no list is empty
and each page has something on it.
"""

from dataclasses import dataclass

from tests.e2e.test_statistics import DASHBOARDS

NOBODY = ""
PROJECT = "/projects/:slug"
STATISTICS = "/projects/demo-25/statistics"
EXAMPLES = f"{STATISTICS}/examples?column=annotations&low=0&high=100&from=ambiguity"


@dataclass(frozen=True)
class Visit:
    """``who`` opens ``address``; the page is there with the heading ``ready`` and with ``shows``.

    ``route`` is the pattern in the application's table of routes. In ``address`` the names in
    braces stand for what `lived_in_demo` has made; ``shows`` is a CSS selector.
    """

    route: str
    who: str
    address: str
    ready: str
    shows: str = "main"


VISITS = (
    Visit("/sign-in", NOBODY, "/", "Questions people ask"),
    Visit("/forgot-password", NOBODY, "/forgot-password", "Forgot your password?"),
    Visit("/reset-password/:key", NOBODY, "/reset-password/1-nonsense", "Choose a new password"),
    Visit("/confirm-email/:key", NOBODY, "/confirm-email/nonsense", "Confirm your e-mail address"),
    Visit("/docs/*", NOBODY, "/docs", "Documentation"),
    Visit("/docs/*", "lena", "/docs/dashboards", "Dashboards"),
    Visit("/set-up/:secret", NOBODY, "/set-up/nonsense", "Set up this site"),
    Visit("/invitations/:secret", NOBODY, "{invitation}", "Demo", "form"),
    Visit("/leaderboards/:slug", NOBODY, "/leaderboards/demo", "", "table"),
    Visit("/leaderboards/:slug/retrieval", NOBODY, "/leaderboards/demo/retrieval", "", "table"),
    Visit("/competitions/:competition", NOBODY, "/competitions/demo-25", "", "table"),
    Visit("/competitions/:competition/team", "ada", "/competitions/demo-25/team", "Plumb", "table"),
    Visit(
        "/competitions/:competition/teams/join/:secret",
        "ada",
        "/competitions/demo-25/teams/join/nonsense",
        "Join a team",
    ),
    Visit("/competitions/join/:secret", NOBODY, "{sign_up}", "simulated", "form"),
    Visit("/", "lena", "/", "My projects"),
    Visit("/", "ada", "/", "My projects"),
    Visit("/account", "ada", "/account", "My account"),
    Visit("/projects/new", "lena", "/projects/new", "New project"),
    Visit("/*", "ada", "/nowhere", "There is nothing at this address"),
    Visit(f"{PROJECT}/*", "lena", "/projects/demo/nowhere", "There is nothing at this address"),
    # What everybody in a project can open.
    Visit(PROJECT, "lena", "/projects/demo", "Demo"),
    Visit(PROJECT, "lena", "/projects/demo-asqa", "Demo"),
    Visit(PROJECT, "ben", "/projects/demo", "Demo"),
    Visit(PROJECT, "ada", "/projects/orle-training", ""),
    Visit(f"{PROJECT}/guidelines", "lena", "/projects/demo-asqa/guidelines", "Guidelines"),
    Visit(f"{PROJECT}/guidelines", "ada", "/projects/demo/guidelines", "Guidelines"),
    Visit(
        f"{PROJECT}/questions", "lena", "/projects/demo-asqa/questions", "Help requests", "table"
    ),
    Visit(f"{PROJECT}/questions", "ben", "/projects/demo-asqa/questions", "Help requests", "table"),
    Visit(f"{PROJECT}/questions/:id", "lena", "{question}", "", "ol, ul"),
    Visit(f"{PROJECT}/questions/:id", "ben", "{question}", "", "ol, ul"),
    Visit(f"{PROJECT}/faq", "ada", "/projects/demo-asqa/faq", "FAQ", "article"),
    Visit(f"{PROJECT}/faq/:number", "lena", "{faq}", "FAQ", "article"),
    Visit(f"{PROJECT}/feedback", "lena", "/projects/demo-asqa/feedback", "Feedback", "table"),
    Visit(f"{PROJECT}/feedback", "ben", "/projects/demo-asqa/feedback", "My feedback", "article"),
    Visit(f"{PROJECT}/training", "lena", "/projects/orle-training/training", "Training"),
    Visit(f"{PROJECT}/training", "ada", "/projects/orle-training/training", "Training"),
    # What an annotator works on; the stages of a question have a test of their own.
    Visit(f"{PROJECT}/annotate", "chen", "/projects/demo-asqa/annotate", "", "textarea"),
    Visit(f"{PROJECT}/training/answers/:id", "ada", "{training_answer}", "", "textarea"),
    Visit("/assignments/:id", "ben", "{assignment}", ""),
    Visit("/annotations/:id", "ben", "{own_annotation}", "", "iframe"),
    Visit("/annotations/:id", "ben", "{own_long_form}", "", "textarea"),
    # What experts do.
    Visit(f"{PROJECT}/judging", "eve", "/projects/demo/judging", "Judging", "table"),
    Visit(f"{PROJECT}/judging/:id", "eve", "{judging}", "", "iframe"),
    Visit(f"{PROJECT}/leaderboard", "lena", "/projects/demo/leaderboard", "Leaderboard", "table"),
    Visit(f"{PROJECT}/leaderboard/systems/:system", "lena", "{system}", "Silence", "table"),
    Visit(f"{PROJECT}/leaderboard/systems/:system/card", "lena", "{card}", "Silence", "table"),
    Visit(
        f"{PROJECT}/leaderboard/systems/:system/examples",
        "lena",
        "{system_examples}",
        "Examples of a system",
        "table",
    ),
    Visit(f"{PROJECT}/leaderboard", "eve", "/projects/demo/leaderboard", "Leaderboard"),
    Visit(
        f"{PROJECT}/leaderboard/retrieval",
        "lena",
        "/projects/demo/leaderboard/retrieval",
        "Retrieval",
        "table",
    ),
    Visit(f"{PROJECT}/leaderboard/retrieval/:benchmark/questions", "lena", "{asked}", ""),
    Visit(f"{PROJECT}/leaderboard/retrieval/:benchmark/questions/:number", "lena", "{asked}/1", ""),
    Visit(f"{PROJECT}/team", "lena", "/projects/demo-25/team", "My team", "form"),
    Visit(f"{PROJECT}/error-analyses", "lena", "{analyses}", "Error analyses", "table"),
    Visit(f"{PROJECT}/error-analyses", "eve", "/projects/demo/error-analyses", "Error analyses"),
    Visit(f"{PROJECT}/error-analyses/:id", "lena", "{analysis}", "", "table"),
    Visit(f"{PROJECT}/error-analyses/:id/answers", "lena", "{labelling}", "", "aside"),
    Visit(f"{PROJECT}/comparing", "eve", "/projects/demo-asqa/comparing", "Comparing"),
    Visit(f"{PROJECT}/comparing/:id", "eve", "{comparing}", "", "article"),
    # What is a lead's alone.
    Visit(f"{PROJECT}/judgment-rounds", "lena", "{rounds}", "Judgment rounds", "table"),
    Visit(f"{PROJECT}/judgment-rounds/new", "lena", "{rounds}/new", "New judgment round"),
    Visit(f"{PROJECT}/judgment-rounds/:id", "lena", "{rounds}/{round}", "", "table"),
    Visit(f"{PROJECT}/judgment-rounds/:id/report", "lena", "{rounds}/{round}/report", "Report"),
    Visit(f"{PROJECT}/judgment-rounds/:id/sheet", "lena", "{rounds}/{round}/sheet", "Sheet"),
    Visit(f"{PROJECT}/error-analyses/new", "lena", "{analyses}/new", "New error analysis"),
    Visit(f"{PROJECT}/error-analyses/labels", "lena", "{analyses}/labels", "Labels"),
    Visit(f"{PROJECT}/comparison-studies", "lena", "{studies}", "Comparison studies", "table"),
    Visit(f"{PROJECT}/comparison-studies/new", "lena", "{studies}/new", "New comparison study"),
    Visit(f"{PROJECT}/comparison-studies/import", "lena", "{studies}/import", "Import comparisons"),
    Visit(f"{PROJECT}/comparison-studies/:id", "lena", "{studies}/{study}", "", "table"),
    Visit(f"{PROJECT}/examples", "lena", "/projects/demo/examples", "Examples", "table"),
    Visit(f"{PROJECT}/examples/:id", "lena", "{example}", "", "iframe"),
    Visit(f"{PROJECT}/examples/:id", "lena", "{example}?show=history", "", "ol[aria-label]"),
    Visit(f"{PROJECT}/examples/:id", "lena", "{sheet}", "", "article"),
    Visit(f"{PROJECT}/examples/:id", "lena", "{sheet}?show=history", "", "ol[aria-label]"),
    Visit(f"{PROJECT}/annotations", "lena", "/projects/demo/annotations", "Annotations", "table"),
    Visit(f"{PROJECT}/annotations/:id/feedback", "lena", "{give_feedback}", "Feedback", "form"),
    Visit(f"{PROJECT}/annotations/:id/revise", "lena", "{revise}", "", "iframe"),
    Visit(f"{PROJECT}/annotations/:id/revise", "lena", "{revise_long_form}", "", "textarea"),
    Visit(f"{PROJECT}/controls", "lena", "/projects/demo/controls", "Control questions", "form"),
    Visit(f"{PROJECT}/concerns", "lena", "/projects/demo-asqa/concerns", "Concerns"),
    Visit(f"{PROJECT}/confirmations", "lena", "/projects/demo-asqa/confirmations", "Confirmations"),
    Visit(f"{PROJECT}/queries", "lena", "/projects/demo/queries", "Queries", "form"),
    Visit(f"{PROJECT}/passages", "lena", "/projects/demo-asqa/passages", "Context passages"),
    Visit(f"{PROJECT}/history", "lena", "/projects/demo/history", "History"),
    Visit(
        f"{PROJECT}/disagreements",
        "lena",
        "/projects/demo-25/disagreements",
        "Disagreements",
        "table",
    ),
    Visit(f"{PROJECT}/disagreements/:id", "lena", "{disagreement}", "", "iframe[data-open]"),
    Visit(
        f"{PROJECT}/disagreements/:id/write",
        "lena",
        "{disagreement}/write",
        "",
        "[role=region]",
    ),
    *(
        Visit(
            f"{PROJECT}/competition", "lena", f"/projects/demo-25/competition{part}", "Competition"
        )
        for part in ("", "?part=phases", "?part=teams", "?part=files", "?part=scoring")
    ),
    Visit(f"{PROJECT}/publish", "lena", "/projects/demo-25/publish", "Publish", "form"),
    Visit(f"{PROJECT}/annotators", "lena", "/projects/demo/annotators", "Who needs help", "table"),
    Visit(f"{PROJECT}/annotators", "lena", "/projects/demo-asqa/annotators", "Who needs", "table"),
    Visit(f"{PROJECT}/training/:id", "lena", "{trainee}", "Chen"),
    Visit(f"{PROJECT}/members", "lena", "/projects/demo/members", "Members", "table"),
    Visit(f"{PROJECT}/hours", "lena", "/projects/demo-asqa/hours", "Hours and cost", "table"),
    Visit(f"{PROJECT}/import", "lena", "/projects/orle-training/import", "Import"),
    Visit(f"{PROJECT}/export", "lena", "/projects/demo/export", "Export"),
    Visit(f"{PROJECT}/settings", "lena", "/projects/demo/settings", "Settings"),
    Visit(f"{PROJECT}/settings", "lena", "/projects/demo-asqa/settings", "Settings"),
    *(
        Visit(f"{PROJECT}/statistics/:page?", "lena", f"{STATISTICS}/{page}", ready, "figure")
        for page, ready in DASHBOARDS.items()
    ),
    Visit(f"{PROJECT}/statistics/examples", "lena", EXAMPLES, "Examples behind", "table"),
)
