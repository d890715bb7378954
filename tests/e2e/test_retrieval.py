"""Retrieval in the browser: rank, follow the job, compare, open a question, publish."""

import json
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.leading import open_section, wait_for
from tests.e2e.profiles import Profiles
from tests.e2e.small_project import LEAD, Api
from tests.e2e.test_looks import look, look_narrow
from tests.factories.retrieval import squad_value

pytestmark = pytest.mark.long

SLUG = "orle-retrieval"
PARAGRAPHS = 180
"""With 181 different questions: intervals take 100."""


def test_a_lead_ranks_answers_and_everybody_reads_how_encoders_did(
    profiles: Profiles, api: Api, screenshot_folder: Path, tmp_path: Path
) -> None:
    api.create_project(SLUG, (), overlap=1)
    page = profiles.open(LEAD, at=f"/projects/{SLUG}").page
    open_section(page, "Leaderboard")
    page.get_by_role("link", name="Retrieval", exact=True).click()
    expect(page.get_by_text("No encoders yet")).to_be_visible()

    broken = tmp_path / "broken.json"
    broken.write_text('{"data": [{"paragraphs": [{"qas": []}]}]}', "utf-8")
    rank_file(page, "Broken", broken)
    card = page.get_by_role("article", name="Broken")
    wait_for(card, "Failed")
    card.get_by_role("button", name="problem").click()
    expect(card.get_by_role("table", name="Problems")).to_contain_text("context")

    rank_file(page, "Word matching", write_squad(tmp_path / "tools.json"))
    wait_for(page.get_by_role("article", name="Word matching"), "Done")
    table = page.get_by_role("table", name="Encoders")
    expect(table.get_by_role("row", name="Word matching")).to_contain_text("receipt")

    upload_vectors(page, tmp_path)
    wait_for(page.get_by_role("article", name="Vowels"), "Done")
    expect(table.get_by_role("rowheader")).to_have_count(2)
    page.get_by_role("combobox", name="Compare with").click()
    page.get_by_role("option", name="Vowels").click()
    expect(table.get_by_role("row", name="Word matching")).to_contain_text("+0.")
    page.evaluate("scrollTo(0, 0)")
    look(page, "retrieval", screenshot_folder)
    follow_a_question(page, screenshot_folder)

    page.goto(page.url.split("/projects/")[0] + f"/projects/{SLUG}/leaderboard")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("everybody can read it")).to_be_visible()
    reader = profiles.open(at=f"/leaderboards/{SLUG}").page
    reader.get_by_role("link", name="Retrieval", exact=True).click()
    public = reader.get_by_role("table", name="Encoders")
    expect(public.get_by_role("rowheader")).to_have_count(2)
    expect(reader.get_by_text(LEAD)).to_have_count(0)
    look_narrow(reader, "retrieval-published")


def follow_a_question(page: Page, screenshot_folder: Path) -> None:
    """From the questions that every encoder misses to what each found."""
    page.get_by_role("link", name="Questions that every encoder misses").click()
    questions = page.get_by_role("table", name="Questions that every encoder misses")
    expect(questions.get_by_role("link").first).to_be_visible()
    look(page, "retrieval-questions", screenshot_folder)
    questions.get_by_role("link").first.click()
    expect(page.get_by_role("region", name="Word matching")).to_contain_text("at rank")
    page.go_back()
    page.get_by_role("combobox", name="Which questions").click()
    page.get_by_role("option", name="All questions").click()
    table = page.get_by_role("table", name="All questions")
    table.get_by_role("link").nth(1).click()
    found = page.get_by_role("region", name="Word matching").get_by_role("listitem")
    expect(found.filter(has_text="Right").first).to_be_visible()
    look(page, "retrieval-question", screenshot_folder)


def rank_file(page: Page, name: str, file: Path) -> None:
    """Rank the answers of a SQuAD file by BM25."""
    page.get_by_label("Name in the table").fill(name)
    page.get_by_label("From a file in SQuAD 1.1 or 2.0 format").check()
    page.get_by_label("A SQuAD file").set_input_files(file)
    page.get_by_role("button", name="Rank", exact=True).click()


def upload_vectors(page: Page, folder: Path) -> None:
    """Download the texts, encode them by their vowels, and upload the vectors."""
    page.get_by_label("Name in the table").fill("Vowels")
    page.get_by_role("combobox", name="Encoder", exact=True).click()
    page.get_by_role("option", name="Vectors from your own encoder").click()
    page.get_by_label("Already used for an encoder").check()
    for part, key in (("questions", "question"), ("answers", "sentence")):
        with page.expect_download() as download:
            page.get_by_role("link", name=f"{part}.jsonl").click()
        lines = download.value.path().read_text("utf-8").splitlines()
        texts = [json.loads(line)[key] for line in lines]
        rows = [[text.lower().count(letter) for letter in "aeiou"] for text in texts]
        path = folder / f"{part}.npy"
        np.save(path, np.array(rows, dtype=np.float32))
        page.get_by_label(f"Vectors of the {part}").set_input_files(path)
    page.get_by_role("button", name="Rank", exact=True).click()


def write_squad(path: Path) -> Path:
    """The small file over and over, each time with other numbers in its texts."""
    articles = []
    for number in range(10, 10 + PARAGRAPHS // 3):
        text = json.dumps(squad_value()["data"][0])
        for word in ("line", "gravity", "light", "split it", "swings", "faster", "knows"):
            text = text.replace(word, f"{word} number {number}")
        article = json.loads(text)
        for paragraph in article["paragraphs"]:
            for asked in paragraph["qas"]:
                asked["id"] += f"-{number}"
                for answer in asked["answers"]:
                    answer["answer_start"] = paragraph["context"].index(answer["text"])
        articles.append(article)
    path.write_text(json.dumps({"data": articles}), "utf-8")
    return path
