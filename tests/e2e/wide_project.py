"""A project whose page and questions need room: an infobox, wide words, a question of many lines,
and the same written from right to left.
"""

import json
from collections.abc import Sequence

from tests.e2e.server import Server
from tests.e2e.small_project import Api

LONG_QUESTION = (
    "who keeps the ferry at the old crossing of the river Orle between the two villages of the "
    "same name, which the Marten family is said to have begun in the year 1712 after the great "
    "flood had taken the wooden bridge away, and which the parish has paid for ever since, except "
    "in the winters when the ice on the river was thick enough to bear a cart, as the chronicle "
    "of the abbey tells in its second book, whose first leaf is lost, and as the stone at the "
    "landing place says in letters that nobody has been able to read since the fire, unless the "
    "copy that the schoolmaster made before it is a true one, which some have doubted because he "
    "wrote the name of the river with two letters too many, and others because the copy is dated "
    "a year before he came to the village"
)
LONG_WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"

INFOBOX = """<table class="infobox"><caption>Old crossing</caption>
<tr><th>River</th><td>Orle</td></tr><tr><th>Kept by</th><td>the Marten family</td></tr>
<tr><th>Boats</th><td>one flat boat</td></tr><tr><th>Cable</th><td>140 metres</td></tr></table>"""

PAGE = f"""<!DOCTYPE html><html><head><title>The old crossing</title></head><body>
<h1>The old crossing</h1>{INFOBOX}
<p>The old crossing is a ferry on the river Orle, kept by the Marten family since 1712. It is drawn
along a cable of 140 metres from bank to bank, and it carries people, cattle and carts at all hours
of the day. Its mass is <span style="display:none">7004597000000000000♠</span>5.97×10<sup>4</sup> kg
when it is laden. It belongs to the {LONG_WORD}, which has kept it since the flood. The family lives
in the house at the landing place, whose lamp is lit at dusk and put out at dawn, and whose bell
calls the boat from the other bank. No other ferry on the river is as old, and none has carried so
many people without an accident, as the parish likes to say on the day of its patron.</p>
<p>A stone bridge was opened on 4 May 1867.</p>
<h2>Boats</h2><table class="wikitable"><tr><th>Name</th><th>Built</th><th>Used for</th></tr>
<tr><td>Old boat</td><td>1712</td><td>carts and cattle</td></tr>
<tr><td>Flat boat</td><td>1894</td><td>carts above two tons</td></tr></table>
<h2>Seasons</h2><ul><li>In winter the ferry rests from November to March.</li>
<li>In summer it crosses every twenty minutes until dusk.</li></ul></body></html>"""

RIGHT_TO_LEFT_QUESTION = "من يشغل العبارة عند المعبر القديم على نهر أورلي"
RIGHT_TO_LEFT_PAGE = """<!DOCTYPE html><html lang="ar" dir="rtl"><head><title>المعبر القديم</title>
</head><body><h1>المعبر القديم</h1>
<table class="infobox"><caption>المعبر القديم</caption><tr><th>النهر</th><td>أورلي</td></tr>
<tr><th>المشغل</th><td>عائلة مارتن</td></tr><tr><th>القوارب</th><td>قارب واحد</td></tr></table>
<p>المعبر القديم عبارة على نهر أورلي تشغلها عائلة مارتن منذ عام 1712. تسير العبارة على حبل طوله 140
متراً من ضفة إلى ضفة، وتحمل الناس والماشية والعربات في كل ساعات النهار.</p>
<h2>التاريخ</h2><p>افتتح جسر حجري في 4 مايو 1867 لكن العربات الثقيلة لا تزال تستعمل العبارة.</p>
<ul><li>تستريح العبارة في الشتاء من نوفمبر إلى مارس.</li>
<li>وفي الصيف تعبر كل عشرين دقيقة حتى الغروب.</li></ul></body></html>"""


def create_wide_project(
    api: Api, server: Server, slug: str, annotators: list[str], *, reviews_answers: bool
) -> None:
    """Two questions, a very long and a short one, of one page; leads ask for reviews or don't."""
    questions = (LONG_QUESTION, "when was the stone bridge opened")
    api.create_project(slug, annotators, questions=(), reviews_answers=reviews_answers)
    _import(server, slug, PAGE, questions)


def create_right_to_left_project(
    api: Api, server: Server, slug: str, annotators: list[str]
) -> None:
    """Two questions in Arabic of an Arabic page; answers are reviewed."""
    questions = (RIGHT_TO_LEFT_QUESTION, "متى افتتح الجسر الحجري")
    api.create_project(slug, annotators, questions=())
    _import(server, slug, RIGHT_TO_LEFT_PAGE, questions)


def _import(server: Server, slug: str, html: str, questions: Sequence[str]) -> None:
    lines = [
        json.dumps(
            {
                "question_text": question,
                "document_url": f"https://example.org/wiki/{slug}",
                "document_title": "The old crossing",
                "document_html": html,
            }
        )
        for question in questions
    ]
    file = server.data_dir / f"{slug}.jsonl"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    server.manage("import_pages", slug, str(file))
