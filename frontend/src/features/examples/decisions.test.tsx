import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { buildAnnotation, buildExample, buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import AnnotationsPage from "./AnnotationsPage";
import ExamplesPage from "./ExamplesPage";
import { exampleIdsIn } from "./PriorityDialog";

const QUEUE = {
  order: "priority",
  within: "imported",
  seed: 0,
  splits: [],
  balance_pairs: false,
  found_splits: [{ name: "dev", examples: 3 }],
  is_ordered: true,
  job: null,
};
const EXAMPLES = { path: "/projects/:slug/examples", at: "/projects/demo/examples?split=dev" };
const ANNOTATIONS = { path: "/projects/:slug/annotations", at: "/projects/demo/annotations" };

function examplesServer(order = "priority") {
  return fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/queue/": { json: { ...QUEUE, order } },
    "GET projects/demo/examples/": { json: page([buildExample({ priority: 3 })], 120) },
    "POST projects/demo/priorities/": { json: { changed: 1, job: null } },
  });
}

const posted = (requests: ReturnType<typeof fakeServer>) =>
  requests.filter(({ method }) => method === "POST").map(({ body }) => body);

test("one example gets another priority from its row", async () => {
  const requests = examplesServer();
  renderApp(<ExamplesPage />, EXAMPLES);
  await userEvent.click(
    await screen.findByRole("button", { name: "Priority 3 of how long is the volga" }),
  );
  const field = await screen.findByLabelText("Priority");
  expect(field).toHaveValue("3");
  await userEvent.clear(field);
  await userEvent.type(field, "12");
  await userEvent.click(screen.getByRole("button", { name: "Set the priority" }));
  await waitFor(() => {
    expect(posted(requests)).toEqual([{ priority: 12, examples: [7] }]);
  });
});

test("all that the list shows get a priority, or those with certain numbers", async () => {
  const requests = examplesServer("random");
  renderApp(<ExamplesPage />, EXAMPLES);
  await userEvent.click(await screen.findByRole("button", { name: "Set priorities" }));
  expect(await screen.findByText(/The queue goes at random now/)).toBeVisible();
  expect(screen.getByLabelText("All 120 examples in the list")).toBeChecked();
  await userEvent.click(screen.getByRole("button", { name: "Set the priority" }));
  await waitFor(() => {
    expect(posted(requests)).toEqual([
      { priority: 1, filter: { search: "", state: "", split: "dev" } },
    ]);
  });
  await userEvent.click(screen.getByRole("button", { name: "Set priorities" }));
  await userEvent.click(await screen.findByLabelText("Examples with these numbers"));
  await userEvent.type(screen.getByLabelText("Numbers"), "5655493461695504401, -12");
  await userEvent.click(screen.getByRole("button", { name: "Set the priority" }));
  await waitFor(() => {
    expect(posted(requests)[1]).toEqual({
      priority: 1,
      example_ids: ["5655493461695504401", "-12"],
    });
  });
});

test("exampleIdsIn finds numbers whatever stands between them", () => {
  expect(exampleIdsIn("12,13;\n-14 x 15")).toEqual(["12", "13", "-14", "15"]);
  expect(exampleIdsIn("none")).toEqual([]);
});

function annotationsServer(accepted: object | null) {
  const late = { lease_ended_at: "2026-11-20T08:30:00Z", accepted };
  const annotation = buildAnnotation({ is_late: true, late: late as never });
  return fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/annotators/": { json: page([]) },
    "GET projects/demo/annotations/": { json: page([annotation]) },
    "POST projects/demo/annotations/11/acceptance/": { json: annotation },
    "DELETE projects/demo/annotations/11/acceptance/": { json: annotation },
  });
}

test("a late annotation says who, when and why, and is counted with a reason", async () => {
  const requests = annotationsServer(null);
  renderApp(<AnnotationsPage />, ANNOTATIONS);
  await userEvent.click(await screen.findByRole("button", { name: "Late: how long is the volga" }));
  expect(await screen.findByText(/by ada/)).toBeVisible();
  expect(screen.getByText(/the question went to somebody else/)).toBeVisible();
  await userEvent.type(screen.getByLabelText("Why"), "It is the better one.");
  await userEvent.click(screen.getByRole("button", { name: "Count it" }));
  expect(await screen.findByText("The annotation counts, and exports include it.")).toBeVisible();
  expect(posted(requests)).toEqual([{ note: "It is the better one." }]);
});

test("a decision about a late annotation can be taken back", async () => {
  const requests = annotationsServer({
    at: "2026-11-20T10:00:00Z",
    by: "lena",
    note: "good",
    added_slot: true,
  });
  renderApp(<AnnotationsPage />, ANNOTATIONS);
  await userEvent.click(
    await screen.findByRole("button", { name: "Late, counted: how long is the volga" }),
  );
  expect(await screen.findByText(/lena decided this on/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Don’t count it any more" }));
  await waitFor(() => {
    expect(requests.filter(({ method }) => method === "DELETE")).toHaveLength(1);
  });
});
