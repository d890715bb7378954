import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { renderApp } from "@/test/render";
import { fakeServer, page, type RecordedRequest } from "@/test/server";

import { ParkedList } from "./ParkedList";

const PARKED = {
  id: 7,
  annotator: "ada",
  example: 3,
  question: "who keeps the ferry",
  note: "The table is odd",
  parked_at: "2026-11-20T09:00:00Z",
  asked: { id: 4, state: "waiting", text: "Is a table a list?" },
};

test("a lead frees a parked question with a reason", async () => {
  const requests = fakeServer({
    "GET projects/demo/parked/": {
      json: { count: 1, next: null, previous: null, results: [PARKED] },
    },
    "POST projects/demo/assignments/7/free/": { status: 204, json: null },
  });
  renderApp(<ParkedList slug="demo" />);
  const asked = await screen.findByRole("link", { name: "Asked: Is a table a list?" });
  expect(asked).toHaveAttribute("href", "/projects/demo/questions/4");
  await userEvent.click(screen.getByRole("button", { name: "Free: who keeps the ferry" }));
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  const asks = screen.getByRole("button", { name: "Free: who keeps the ferry" });
  await waitFor(() => {
    expect(asks).toHaveFocus();
  });
  await userEvent.click(asks);
  const free = await screen.findByRole("button", { name: "Free it" });
  expect(free).toBeDisabled();
  await userEvent.type(screen.getByLabelText("Why"), "A week is over.");
  await userEvent.click(free);
  await waitFor(() => {
    const sent = requests.filter(({ method }) => method === "POST").map(({ body }) => body);
    expect(sent).toEqual([{ reason: "A week is over." }]);
  });
  await waitFor(() => {
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

const rows = (from: number, length: number) =>
  Array.from({ length }, (_, index) => ({
    ...PARKED,
    id: from + index,
    question: `who keeps ferry ${from + index}`,
  }));

test("when the last question of the last page is freed, the page before it is shown", async () => {
  let freed = false;
  let asked: RecordedRequest[] = [];
  const list = () => {
    const isSecond = asked.at(-1)?.query.page === "2";
    if (!isSecond) return { json: page(rows(1, 25), freed ? 25 : 26) };
    const gone = { code: "not_found", detail: "Invalid page.", fields: {} };
    return freed ? { status: 404, json: gone } : { json: page(rows(26, 1), 26) };
  };
  asked = fakeServer({
    "GET projects/demo/parked/": list,
    "POST projects/demo/assignments/26/free/": () => {
      freed = true;
      return { status: 204, json: null };
    },
  });
  renderApp(<ParkedList slug="demo" />);
  await userEvent.click(await screen.findByRole("button", { name: "Next" }));
  await userEvent.click(await screen.findByRole("button", { name: "Free: who keeps ferry 26" }));
  await userEvent.type(await screen.findByLabelText("Why"), "A week is over.");
  await userEvent.click(screen.getByRole("button", { name: "Free it" }));
  expect(await screen.findByText("1–25 of 25")).toBeVisible();
  expect(screen.queryByText("who keeps ferry 26")).toBeNull();
  expect(screen.queryByText("Invalid page.")).toBeNull();
  // The row has left with its button.
  await waitFor(() => {
    expect(screen.getByRole("region", { name: "Currently parked" })).toHaveFocus();
  });
});
