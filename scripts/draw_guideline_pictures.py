"""Draw the pictures of the demo's instructions for long-form answers.

``python -m scripts.draw_guideline_pictures`` writes them anew; the files are in the repository.
"""

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FOLDER = Path(__file__).parents[1] / "annotator" / "running" / "demo" / "guidelines" / "pictures"

INK, MUTED, PAPER, LINE = "#1f2430", "#667085", "#ffffff", "#d0d5dd"
TINTS = {"blue": "#dbeafe", "amber": "#fef3c7", "green": "#dcfce7", "red": "#fee2e2"}
EDGES = {"blue": "#3b82f6", "amber": "#d97706", "green": "#16a34a", "red": "#dc2626"}
SCALE = 2  # for screens with two pixels where others have one

Box = tuple[int, int, int, int]


class Sheet:
    """A white sheet in points; ``save`` writes it at twice the resolution."""

    def __init__(self, width: int, height: int) -> None:
        self._image = Image.new("RGB", (width * SCALE, height * SCALE), PAPER)
        self._draw = ImageDraw.Draw(self._image)

    def text(self, at: tuple[int, int], words: str, *, size: int = 15, colour: str = INK) -> None:
        """Lines of words from a top left corner."""
        font = ImageFont.load_default(size * SCALE)
        place = (at[0] * SCALE, at[1] * SCALE)
        self._draw.multiline_text(place, words, fill=colour, font=font, spacing=6 * SCALE)

    def box(self, box: Box, colour: str, words: str, *, size: int = 15) -> None:
        """A tinted box with words in it."""
        corners = tuple(side * SCALE for side in box)
        self._draw.rounded_rectangle(
            corners, radius=8 * SCALE, fill=TINTS[colour], outline=EDGES[colour], width=SCALE
        )
        self.text((box[0] + 12, box[1] + 10), words, size=size)

    def arrow(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """A line with a head, to the right or down."""
        (x1, y1), (x2, y2) = start, end
        line = (x1 * SCALE, y1 * SCALE, x2 * SCALE, y2 * SCALE)
        self._draw.line(line, fill=MUTED, width=2 * SCALE)
        down = abs(y2 - y1) > abs(x2 - x1)
        left, right = ((-5, -8), (5, -8)) if down else ((-8, -5), (-8, 5))
        head = [(x2, y2), (x2 + left[0], y2 + left[1]), (x2 + right[0], y2 + right[1])]
        self._draw.polygon([(x * SCALE, y * SCALE) for x, y in head], fill=MUTED)

    def save(self, name: str) -> None:
        """Write the sheet as a PNG with few colours."""
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        self._image.quantize(64).save(path, "PNG", optimize=True)


def draw_readings() -> None:
    """Every reading of the question has its short answer in the text."""
    sheet = Sheet(720, 300)
    sheet.text((20, 16), "how tall is the eddystone lighthouse", size=18)
    sheet.text((20, 52), "Readings and their short answers", size=13, colour=MUTED)
    sheet.text((400, 52), "The long-form answer", size=13, colour=MUTED)
    readings = [
        ("blue", "The tower of today?\n49 metres"),
        ("amber", "Its light, above high water?\n41 metres"),
        ("green", "Smeaton's tower before it?\n22 metres"),
    ]
    for row, (colour, words) in enumerate(readings):
        top = 76 + row * 70
        sheet.box((20, top, 300, top + 58), colour, words)
        sheet.arrow((306, top + 29), (390, top + 29))
    sheet.box((400, 76, 700, 134), "blue", "The tower of today is 49 metres\nhigh from its foot;")
    sheet.box(
        (400, 146, 700, 204),
        "amber",
        "its light, which ships look for,\nis 41 metres above high water.",
    )
    sheet.box(
        (400, 216, 700, 274), "green", "Smeaton's tower, which it\nreplaced, was 22 metres high."
    )
    sheet.save("asqa-every-reading.png")


def draw_shape() -> None:
    """How an answer is built: why there are several answers, each, and how they belong together."""
    sheet = Sheet(720, 330)
    steps = [
        (
            "red",
            "1  Why is there more than one answer?",
            "Two towers, and two ways to measure one.",
        ),
        (
            "blue",
            "2  Each short answer, with what it belongs to",
            "Today's tower: 49 metres; its light: 41 metres; ...",
        ),
        (
            "green",
            "3  How they belong together",
            "Today's tower replaced Smeaton's, whose rock gave way.",
        ),
    ]
    for row, (colour, title, words) in enumerate(steps):
        top = 20 + row * 104
        sheet.box((20, top, 700, top + 78), colour, f"{title}\n{words}", size=17)
        if row < len(steps) - 1:
            sheet.arrow((360, top + 80), (360, top + 102))
    sheet.save("asqa-shape-of-an-answer.png")


def draw_support() -> None:
    """Each sentence stands on the readings, their context, or a knowledge piece."""
    sheet = Sheet(720, 330)
    sheet.text((20, 14), "Your sentences", size=13, colour=MUTED)
    sheet.text((400, 14), "What they rest on", size=13, colour=MUTED)
    rows = [
        ("blue", "Today's tower is 49 metres\nhigh.", "A short answer that you\nwere given"),
        (
            "amber",
            "It replaced Smeaton's when\nthe rock below that gave way.",
            "A passage that you selected\non a page: knowledge",
        ),
        (
            "red",
            "It is the most famous\nlighthouse of all.",
            "Nothing: leave it out, or\nfind a passage that says so",
        ),
    ]
    for row, (colour, sentence, support) in enumerate(rows):
        top = 40 + row * 94
        sheet.box((20, top, 310, top + 72), colour, sentence)
        sheet.arrow((316, top + 36), (392, top + 36))
        sheet.box((400, top, 700, top + 72), colour, support)
    sheet.save("asqa-what-supports-it.png")


def main() -> None:
    """Draw all of them."""
    for draw in (draw_readings, draw_shape, draw_support):
        draw()


if __name__ == "__main__":
    main()
