import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

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
