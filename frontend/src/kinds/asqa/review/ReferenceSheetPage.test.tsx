import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { documentOf, hideByStyle } from "@/anchoring/testing";
import type { SheetAnnotation } from "@/api/types";
import { buildReviewedAnnotation, buildSheet } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import ReferenceSheetPage from "./ReferenceSheetPage";

const SHEET = { path: "/projects/:slug/examples/:id", at: "/projects/demo/examples/7" };
const AGREEMENT = { first: 31, second: 32, rouge_l_f1: 0.34482 };

const ADA: SheetAnnotation = {
  ...buildReviewedAnnotation({ active_seconds: { writing: 1080 }, coverage: 0.756 }),
  found: [{ disambiguation: 0, short_answer: "Marten", start: 4, end: 10 }],
};
const BEN: SheetAnnotation = {
  ...buildReviewedAnnotation({
    id: 32,
    annotator: "ben",
    long_form_answer: "The Marten family kept the old ferry.",
    word_count: 7,
    coverage: null,
    active_seconds: null,
    concern: "There was no toll house.",
    missing: [
      {
        disambiguation: 1,
        question: "Who kept the toll house at the old crossing?",
        short_answers: ["Ann Lee"],
      },
    ],
  }),
  found: [{ disambiguation: 0, short_answer: "Marten", start: 4, end: 10 }],
};

function show(annotations: SheetAnnotation[], agreements = [AGREEMENT]) {
  const sheet = buildSheet({ annotations, agreements });
  fakeServer({ "GET projects/demo/examples/7/reference-sheet/": { json: sheet } });
  renderApp(<ReferenceSheetPage />, SHEET);
}

function marksIn(article: HTMLElement, selector: string) {
  return [...article.querySelectorAll(selector)].map((mark) => mark.textContent);
}

test("answers stand side by side with what one of them alone says, and with short answers", async () => {
  show([ADA, BEN]);
  const one = await screen.findByRole("article", { name: "Answer A" });
  const other = screen.getByRole("article", { name: "Answer B" });
  expect([marksIn(one, "ins"), marksIn(other, "ins")]).toEqual([[], ["old"]]);
  expect(marksIn(one, "mark")).toEqual(["Marten"]);
  expect(marksIn(one, "sup")).toEqual([" short answer of disambiguation 1"]);

  await userEvent.click(screen.getByRole("switch", { name: "Mark short answers" }));
  await userEvent.click(
    screen.getByRole("switch", { name: "Underline words that only one answer has" }),
  );
  expect([marksIn(one, "mark, sup"), marksIn(other, "ins")]).toEqual([[], []]);
});

test("figures, concern and confirmation stand beside each answer", async () => {
  show([ADA, BEN]);
  const one = await screen.findByRole("article", { name: "Answer A" });
  const figures = (article: HTMLElement) => marksIn(article, "dd");
  expect(figures(one)).toEqual(["6", "76%", "18 min", "version 2"]);
  const other = screen.getByRole("article", { name: "Answer B" });
  expect(figures(other)).toEqual(["7", "–", "–", "version 2"]);
  expect(within(other).getByText("There was no toll house.")).toBeVisible();
  expect(within(other).getByText(/Missing: “Ann Lee”/)).toBeVisible();
  expect(screen.getByText("A and B").nextElementSibling).toHaveTextContent("34.5");
});

test("each disambiguation says which answers have it", async () => {
  show([ADA, BEN]);
  const lists = await screen.findAllByRole("list", { name: "In the answers" });
  expect(lists.map((list) => marksIn(list, "li"))).toEqual([
    ["A has it", "B has it"],
    ["A does not have it", "B says it in other words"],
  ]);
});

test("a single answer is compared with nothing", async () => {
  show([ADA], []);
  await screen.findByRole("article", { name: "Answer A" });
  expect(screen.queryByRole("switch", { name: /Underline/ })).not.toBeInTheDocument();
  expect(screen.queryByText("Agreement")).not.toBeInTheDocument();
});

test("an annotation of three with nothing but a concern is compared with none", async () => {
  const concern = { ...BEN, id: 33, long_form_answer: "", found: [], word_count: 0 };
  const undefinedPair = { first: 31, second: 33, rouge_l_f1: null };
  show([ADA, BEN, concern], [AGREEMENT, undefinedPair] as (typeof AGREEMENT)[]);
  const third = await screen.findByRole("article", { name: "Answer C" });
  expect(within(third).getByText("No answer, but a concern.")).toBeVisible();
  expect(screen.getByText("A and C").nextElementSibling).toHaveTextContent("–");
  expect(marksIn(screen.getByRole("article", { name: "Answer B" }), "ins")).toEqual(["old"]);
});

test("knowledge is read as its page shows it, and as it is stored where no page shows it", async () => {
  const undo = hideByStyle();
  const piece = { page: 9, page_title: "The old crossing", start_token: 0, end_token: 3 };
  const stored = { ...piece, content: "Its mass is 7004597 large.", start_byte: 10, end_byte: 60 };
  const nowhere = { page: null, start_token: null, end_token: null };
  const typed = {
    ...stored,
    ...nowhere,
    content: "From a book.",
    start_byte: null,
    end_byte: null,
  };
  const visited = { number: 0, title: "The old crossing", url: null, sha256: "", id: 9 };
  fakeServer({
    "GET projects/demo/examples/7/reference-sheet/": {
      json: buildSheet({
        annotations: [{ ...ADA, knowledge: [stored, typed] }],
        pages: [
          { ...visited, html_url: "/page" },
          { ...visited, number: 1, id: 10, title: "Another", html_url: "/other" },
        ],
      }),
    },
  });
  renderApp(<ReferenceSheetPage />, SHEET);
  expect(await screen.findByText("Its mass is 7004597 large.")).toBeVisible();
  expect(screen.queryByTitle("Page: Another")).toBeNull();
  const frame = screen.getByTitle("Page: The old crossing");
  const shown = documentOf(
    '<p><span data-t="0">Its mass is</span> <span data-t="1" style="display: none">7004597</span> <span data-t="2">large.</span></p>',
  );
  Object.defineProperty(frame, "contentDocument", { value: shown, configurable: true });
  fireEvent.load(frame);
  expect(screen.getByText("Its mass is large.")).toBeVisible();
  expect(screen.getByText("From a book.")).toBeVisible();
  undo();
});

test("an example without annotations says so", async () => {
  show([], []);
  expect(await screen.findByText("No annotations yet")).toBeVisible();
});
