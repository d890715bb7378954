import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { HistoryEvent } from "@/api/types";
import { formatDay } from "@/components/format";
import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import HistoryPage from "./HistoryPage";

function event(id: number, changes: Partial<HistoryEvent> = {}): HistoryEvent {
  return {
    id,
    at: `2026-11-02T09:0${id}:00`,
    actor: "Ada",
    verb: "submitted",
    subject: "annotation",
    subject_id: String(id),
    example: { id, question: `question ${id}` },
    object: { title: `question ${id}`, page: `examples/${id}?show=history` },
    sentence: "submitted an answer",
    sentence_of_run: "submitted {} answers",
    said: "",
    details: {},
    ...changes,
  };
}

const CLAIM = {
  verb: "claimed",
  subject: "assignment",
  sentence: "got the question",
  sentence_of_run: "got {} questions",
};

test("what somebody did several times on a day is one row, which opens", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/members/": { json: page([]) },
    "GET projects/demo/saved-views/": { json: page([]) },
    "GET projects/demo/history/": {
      json: page([
        event(8),
        event(7, CLAIM),
        event(6, { actor: "Eve" }),
        event(5),
        event(4, {
          ...{ verb: "changed", subject: "membership", actor: "Lena" },
          ...{ sentence: "ended the membership of ada", sentence_of_run: "" },
          object: { title: "Ada", page: "members" },
        }),
        event(3, { at: "2026-11-01T23:59:00" }),
      ]),
    },
  });
  renderApp(<HistoryPage />, { path: "/projects/:slug/history", at: "/projects/demo/history" });
  const table = await screen.findByRole("table", { name: "History" });
  const rows = () =>
    within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.textContent);
  expect(rows()).toEqual([
    formatDay("2026-11-02T09:00:00"),
    "09:05–09:08AdaSubmitted 2 answers ▸",
    "09:07AdaGot the questionquestion 7",
    "09:06EveSubmitted an answerquestion 6",
    "09:04LenaEnded the membership of adaAda",
    formatDay("2026-11-01T09:00:00"),
    "23:59AdaSubmitted an answerquestion 3",
  ]);
  expect(within(table).getByRole("link", { name: "Ada" })).toHaveAttribute(
    "href",
    "/projects/demo/members",
  );
  await userEvent.click(within(table).getByRole("button", { name: "Submitted 2 answers" }));
  expect(rows().slice(1, 4)).toEqual([
    "09:05–09:08AdaSubmitted 2 answers ▾",
    "09:08Submitted an answerquestion 8",
    "09:05Submitted an answerquestion 5",
  ]);
});
