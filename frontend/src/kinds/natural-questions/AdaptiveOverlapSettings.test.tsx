import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { queryKeys } from "@/api/queryKeys";
import { buildProject } from "@/test/builders";
import { renderApp, testQueryClient } from "@/test/render";
import { withSaveBar } from "@/test/savedTogether";
import { fakeServer } from "@/test/server";

import { AdaptiveOverlapSettings } from "./AdaptiveOverlapSettings";

const SAMPLE = { sample_share: 0.1, examples: 500, sample_annotations: 0 };
const OFF = { cap: null, step: 1, confidence: 0.9, ...SAMPLE, job: null };
const ON = { cap: 7, step: 2, confidence: 0.85, ...SAMPLE, job: null };

test("it is off until a lead turns it on, with a cap above the usual number", async () => {
  const requests = fakeServer({
    "GET projects/demo/adaptive-overlap/": { json: OFF },
    "PUT projects/demo/adaptive-overlap/": { json: { ...OFF, cap: 9, confidence: 0.8 } },
  });
  renderApp(withSaveBar(<AdaptiveOverlapSettings project={buildProject({ overlap: 3 })} />));
  const turnOn = await screen.findByRole("switch", { name: /Request more/ });
  expect(turnOn).not.toBeChecked();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  expect(screen.queryByLabelText(/At most/)).toBeNull();
  await userEvent.click(turnOn);
  const cap = screen.getByLabelText(/At most/);
  expect(cap).toHaveValue("7");
  await userEvent.clear(cap);
  await userEvent.type(cap, "9");
  const settled = screen.getByLabelText(/Settled at/);
  await userEvent.clear(settled);
  await userEvent.type(settled, "80");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The settings are saved.")).toBeVisible();
  expect(requests.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
    { cap: 9, step: 1, confidence: 0.8, sample_share: 0.1 },
  ]);
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});

test("another lead's change arrives in the form and is not undone by it", async () => {
  let chosen = ON;
  const requests = fakeServer({
    "GET projects/demo/adaptive-overlap/": () => ({ json: chosen }),
    "PUT projects/demo/adaptive-overlap/": () => ({ json: chosen }),
  });
  const queryClient = testQueryClient();
  renderApp(withSaveBar(<AdaptiveOverlapSettings project={buildProject()} />), { queryClient });
  const step = await screen.findByLabelText(/Added at a time/);
  await userEvent.clear(step);
  await userEvent.type(step, "3");
  chosen = { ...ON, cap: 11 };
  await queryClient.invalidateQueries({ queryKey: queryKeys.adaptiveOverlap("demo") });
  await waitFor(() => {
    expect(screen.getByLabelText(/At most/)).toHaveValue("11");
  });
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The settings are saved.")).toBeVisible();
  expect(requests.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
    { cap: 11, step: 3, confidence: 0.85, sample_share: 0.1 },
  ]);
});

test("turning it off asks for nothing further", async () => {
  const requests = fakeServer({
    "GET projects/demo/adaptive-overlap/": { json: ON },
    "PUT projects/demo/adaptive-overlap/": { json: { ...ON, cap: null } },
  });
  renderApp(withSaveBar(<AdaptiveOverlapSettings project={buildProject()} />));
  await userEvent.click(await screen.findByRole("switch", { name: /Request more/ }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The settings are saved.")).toBeVisible();
  expect(requests.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
    { cap: null, step: 2, confidence: 0.85, sample_share: 0.1 },
  ]);
});

test("what the server refuses is said at its field", async () => {
  fakeServer({
    "GET projects/demo/adaptive-overlap/": { json: ON },
    "PUT projects/demo/adaptive-overlap/": {
      status: 400,
      json: { code: "invalid_cap", detail: "No.", fields: { cap: "Give a number above 3." } },
    },
  });
  renderApp(withSaveBar(<AdaptiveOverlapSettings project={buildProject()} />));
  const cap = await screen.findByLabelText(/At most/);
  await userEvent.clear(cap);
  await userEvent.type(cap, "5");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Give a number above 3.")).toBeVisible();
});

test("the agreement sample says what it costs before it is saved", async () => {
  const requests = fakeServer({
    "GET projects/demo/adaptive-overlap/": { json: ON },
    "PUT projects/demo/adaptive-overlap/": { json: { ...ON, sample_share: 0.25 } },
  });
  renderApp(withSaveBar(<AdaptiveOverlapSettings project={buildProject({ overlap: 1 })} />));
  const sample = await screen.findByLabelText(/Agreement sample/);
  expect(
    screen.getByText(/About 50 of 500 examples, with up to 300 annotations more/),
  ).toBeVisible();
  await userEvent.clear(sample);
  await userEvent.type(sample, "0");
  expect(screen.getByText(/agreement can’t be measured/)).toBeVisible();
  await userEvent.clear(sample);
  await userEvent.type(sample, "25");
  expect(screen.getByText(/About 125 of 500 examples, with up to 750/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The settings are saved.")).toBeVisible();
  expect(requests.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
    { cap: 7, step: 2, confidence: 0.85, sample_share: 0.25 },
  ]);
});
