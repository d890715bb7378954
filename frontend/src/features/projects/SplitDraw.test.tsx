import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { queryKeys } from "@/api/queryKeys";
import { buildJob, buildQueue } from "@/test/builders";
import { renderApp, testQueryClient } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import { SplitDraw } from "./SplitDraw";

const UNDRAWN = {
  splits: [{ name: "", examples: 10 }],
  draw: null,
  hidden: "",
  is_steward: true,
};

test("a draw is previewed before it is made, and a change asks for another preview", async () => {
  const requests = fakeServer({
    "GET projects/demo/splits/": { json: UNDRAWN },
    "GET projects/demo/jobs/": { json: page([]) },
    "POST projects/demo/splits/preview/": {
      json: {
        splits: [
          { name: "train", examples: 7 },
          { name: "test", examples: 3 },
        ],
        joined: 2,
        is_exact: true,
      },
    },
    "POST projects/demo/splits/draw/": { json: { job: "j" }, status: 202 },
  });
  renderApp(<SplitDraw slug="demo" />);
  const draw = await screen.findByRole("button", { name: "Draw the splits" });
  expect(draw).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Remove part 2" }));
  await userEvent.clear(screen.getByLabelText("Size of part 1"));
  await userEvent.type(screen.getByLabelText("Size of part 1"), "100%");
  await userEvent.clear(screen.getByLabelText("Size of part 2"));
  expect(screen.getByRole("button", { name: "Preview" })).toBeDisabled();
  await userEvent.type(screen.getByLabelText("Size of part 2"), "3");
  await userEvent.clear(screen.getByLabelText("Seed"));
  await userEvent.type(screen.getByLabelText("Seed"), "5");
  await userEvent.click(screen.getByRole("button", { name: "Preview" }));
  const counts = await screen.findByRole("list", { name: "What the draw gives" });
  expect(within(counts).getByText("7 examples")).toBeVisible();
  await userEvent.click(draw);
  const wanted = {
    seed: 5,
    parts: [
      { name: "train", share: 1 },
      { name: "test", number: 3 },
    ],
  };
  expect(requests.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
    wanted,
    wanted,
  ]);
});

test("when the last part is removed, the button that adds one has the focus", async () => {
  fakeServer({
    "GET projects/demo/splits/": { json: UNDRAWN },
    "GET projects/demo/jobs/": { json: page([]) },
  });
  renderApp(<SplitDraw slug="demo" />);
  await userEvent.click(await screen.findByRole("button", { name: "Remove part 3" }));
  expect(screen.queryByRole("button", { name: "Remove part 3" })).toBeNull();
  expect(screen.getByRole("button", { name: "Add a part" })).toHaveFocus();
});

test("a project that was drawn says how, and goes on where drawing was stopped", async () => {
  const requests = fakeServer({
    "GET projects/demo/splits/": {
      json: {
        splits: [{ name: "train", examples: 10 }],
        draw: {
          seed: 5,
          parts: [{ name: "train", share: 1, number: null }],
          drawn_at: "2026-11-20T09:00:00Z",
          job: "gone",
          is_left_undone: true,
        },
        hidden: "",
        is_steward: true,
      },
    },
    "GET projects/demo/jobs/": { json: page([]) },
    "POST projects/demo/splits/draw/": { json: { job: "j" }, status: 202 },
  });
  renderApp(<SplitDraw slug="demo" />);
  expect(await screen.findByText(/with seed 5: train 100%/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Go on" }));
  expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
    seed: 5,
    parts: [{ name: "train", share: 1 }],
  });
});

test("a draw that has ended refreshes the queue and everything else of the project", async () => {
  const drawing = buildJob({ id: "j", kind: "draw_splits", state: "running", finished_at: null });
  let jobs = [drawing];
  const draw = {
    seed: 5,
    parts: [{ name: "train", share: 1, number: null }],
    drawn_at: "2026-11-20T09:00:00Z",
    job: "j",
    is_left_undone: false,
  };
  fakeServer({
    "GET projects/demo/splits/": { json: { ...UNDRAWN, draw } },
    "GET projects/demo/jobs/": () => ({ json: page(jobs) }),
  });
  const queryClient = testQueryClient();
  renderApp(<SplitDraw slug="demo" />, { queryClient });
  expect(await screen.findByRole("region", { name: "Drawing the splits" })).toBeVisible();
  const queue = queryKeys.queue("demo");
  queryClient.setQueryData(queue, buildQueue());
  jobs = [{ ...drawing, state: "succeeded" }];
  await queryClient.invalidateQueries({ queryKey: queryKeys.jobs("demo") });
  await waitFor(() => {
    expect(screen.queryByRole("region", { name: "Drawing the splits" })).toBeNull();
  });
  expect(queryClient.getQueryState(queue)?.isInvalidated).toBe(true);
});

test("a split is hidden after a question, and only stewards are offered to show it", async () => {
  const drawn = {
    splits: [{ name: "test", examples: 10 }],
    draw: null,
    hidden: "",
    is_steward: true,
  };
  const requests = fakeServer({
    "GET projects/demo/splits/": { json: drawn },
    "GET projects/demo/jobs/": { json: page([]) },
    "PUT projects/demo/splits/hidden/": {
      json: { ...drawn, hidden: "test", is_steward: false },
    },
  });
  renderApp(<SplitDraw slug="demo" />);
  await userEvent.click(await screen.findByRole("button", { name: "Hide a split" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("radio", { name: "test" }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Hide it" }));
  expect(await screen.findByText(/Only stewards see/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show it again" })).not.toBeInTheDocument();
  expect(screen.getByRole("group", { name: "Hidden split" })).toHaveFocus();
  expect(requests.find(({ method }) => method === "PUT")?.body).toEqual({ split: "test" });
});
