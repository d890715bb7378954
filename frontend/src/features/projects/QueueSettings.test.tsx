import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { queryKeys } from "@/api/queryKeys";
import { buildJob, buildProject, buildQueue } from "@/test/builders";
import { renderApp, testQueryClient } from "@/test/render";
import { withSaveBar } from "@/test/savedTogether";
import { fakeServer, page } from "@/test/server";

import { QueueSettings } from "./QueueSettings";

test("splits are put in order and saved with what decides among equals", async () => {
  const requests = fakeServer({
    "GET projects/demo/queue/": { json: buildQueue() },
    "PATCH projects/demo/queue/": {
      json: buildQueue({ order: "split", splits: ["train", "dev"], within: "random", seed: 7 }),
    },
  });
  renderApp(withSaveBar(<QueueSettings project={buildProject()} />));
  await userEvent.click(await screen.findByLabelText("By split"));
  const list = screen.getByRole("list", { name: "Order of the splits" });
  expect(within(list).getByText("Last: 2 examples without a split")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Move train up" }));
  expect(within(list).getAllByRole("listitem")[0]).toHaveTextContent("train300 examples");
  // It can't go further up.
  expect(screen.getByRole("button", { name: "Move train down" })).toHaveFocus();
  await userEvent.click(screen.getByLabelText("At random, by the seed"));
  await userEvent.clear(screen.getByLabelText("Seed"));
  await userEvent.type(screen.getByLabelText("Seed"), "7");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The settings are saved.")).toBeVisible();
  expect(requests.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
    { order: "split", within: "random", seed: 7, splits: ["train", "dev"] },
  ]);
});

test("another lead's change arrives in the form and is not undone by it", async () => {
  let queue = buildQueue({ order: "split", splits: ["dev", "train"] });
  const requests = fakeServer({
    "GET projects/demo/queue/": () => ({ json: queue }),
    "PATCH projects/demo/queue/": () => ({ json: queue }),
  });
  const queryClient = testQueryClient();
  renderApp(withSaveBar(<QueueSettings project={buildProject({ overlap: 5 })} />), { queryClient });
  await userEvent.click(await screen.findByRole("switch", { name: /Pair annotators evenly/ }));
  const added = { name: "test", examples: 10 };
  queue = { ...queue, within: "random", seed: 4, found_splits: [...queue.found_splits, added] };
  await queryClient.invalidateQueries({ queryKey: queryKeys.queue("demo") });
  expect(await screen.findByText("10 examples")).toBeVisible();
  expect(screen.getByLabelText("Seed")).toHaveValue("4");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The settings are saved.")).toBeVisible();
  expect(requests.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
    { balance_pairs: true, splits: ["dev", "train", "test"] },
  ]);
});

test("a seed that was emptied and hidden keeps nobody from saving", async () => {
  const requests = fakeServer({
    "GET projects/demo/queue/": { json: buildQueue() },
    "PATCH projects/demo/queue/": { json: buildQueue({ order: "priority" }) },
  });
  renderApp(withSaveBar(<QueueSettings project={buildProject()} />));
  await userEvent.click(await screen.findByLabelText("At random"));
  await userEvent.clear(screen.getByLabelText("Seed"));
  await userEvent.click(screen.getByLabelText("By priority"));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The settings are saved.")).toBeVisible();
  expect(requests.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
    { order: "priority" },
  ]);
});

test("the seed is asked for only where something is drawn", async () => {
  fakeServer({ "GET projects/demo/queue/": { json: buildQueue() } });
  renderApp(withSaveBar(<QueueSettings project={buildProject()} />));
  await screen.findByLabelText("As imported");
  expect(screen.queryByLabelText("Seed")).toBeNull();
  await userEvent.click(screen.getByLabelText("At random"));
  expect(screen.getByLabelText("Seed")).toBeVisible();
});

test("a job that puts examples in order shows how far it is", async () => {
  const job = buildJob({ state: "running", kind: "order_queue", done: 12_000, total: 300_000 });
  fakeServer({
    "GET projects/demo/queue/": { json: buildQueue({ is_ordered: false, job: job.id }) },
    "GET projects/demo/jobs/": { json: page([job]) },
  });
  renderApp(withSaveBar(<QueueSettings project={buildProject()} />));
  expect(await screen.findByText(/12,000 of 300,000/)).toBeVisible();
});

test("an order that was stopped half-way can be gone on with", async () => {
  const requests = fakeServer({
    "GET projects/demo/queue/": { json: buildQueue({ is_ordered: false }) },
    "PATCH projects/demo/queue/": { json: buildQueue() },
  });
  renderApp(withSaveBar(<QueueSettings project={buildProject()} />));
  await userEvent.click(await screen.findByRole("button", { name: "Put them in order" }));
  await waitFor(() => {
    expect(requests.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
      {},
    ]);
  });
});

test("annotators can meet evenly only where an example has several", async () => {
  fakeServer({ "GET projects/demo/queue/": { json: buildQueue() } });
  renderApp(withSaveBar(<QueueSettings project={buildProject({ overlap: 1 })} />));
  expect(await screen.findByRole("switch", { name: /Pair annotators evenly/ })).toBeDisabled();
});

test("annotators can meet evenly where one of the splits needs several", async () => {
  fakeServer({
    "GET projects/demo/queue/": { json: buildQueue({ overlaps: [{ name: "dev", overlap: 2 }] }) },
  });
  renderApp(withSaveBar(<QueueSettings project={buildProject({ overlap: 1 })} />));
  expect(await screen.findByRole("switch", { name: /Pair annotators evenly/ })).toBeEnabled();
});
