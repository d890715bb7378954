import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { ReaderCard, ReaderChoices } from "@/api/readers";
import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, type RecordedRequest } from "@/test/server";

import { lossPoints } from "./LossCurve";
import ReaderCardPage, { cardRows } from "./ReaderCardPage";
import { TrainSystem } from "./TrainingForm";

const CHOICES: ReaderChoices = {
  unavailable: "",
  systems: [
    { system: "docqa", name: "Document-QA" },
    { system: "pipeline", name: "DecAtt + DocReader" },
  ],
  splits: ["test", "train", "dev"],
  running: [],
};

const EPOCHS = [
  { loss: 4, long_f1: 0.25, short_f1: 0 },
  { loss: 1.5, long_f1: 0.5, short_f1: 0.125 },
];

const CARD: ReaderCard = {
  name: "Ours",
  system: "docqa",
  title: "Document-QA",
  paper: "Natural Questions (Kwiatkowski et al., 2019), section 6.2",
  data: { source: "demo", split: "train", sha256: "aa", examples: 1200, used: 700 },
  dev: { source: "demo", split: "dev", sha256: "bb", examples: 100, used: 100 },
  vectors: "",
  settings: { seed: 7 },
  words: 500,
  weights: 123456,
  weights_sha256: "cc",
  epochs: EPOCHS,
  best_epoch: 2,
  dev_metrics: {
    "long-best-threshold-f1": 0.5,
    "long-best-threshold-precision": 0.6,
    "long-best-threshold-recall": 0.4,
    "short-best-threshold-f1": 0.125,
  },
  seconds: 81.6,
  device: "cpu",
  trained_at: "2026-02-04T12:00:00Z",
  model_url: null,
};

function openForm(choices: ReaderChoices): RecordedRequest[] {
  const requests = fakeServer({
    "GET projects/demo/readers/": { json: choices },
    "POST projects/demo/readers/": { status: 202, json: { job: "1" } },
  });
  renderApp(<TrainSystem slug="demo" />, { path: "/", at: "/" });
  return requests;
}

test("a training is asked for with the usual splits, epochs and seed", async () => {
  const requests = openForm(CHOICES);
  await userEvent.click(screen.getByRole("button", { name: "Train a system" }));
  await userEvent.click(await screen.findByRole("button", { name: "Train" }));
  await waitFor(() => {
    expect(requests.map(({ body }) => body)).toContainEqual({
      system: "docqa",
      train_split: "train",
      dev_split: "dev",
      epochs: 12,
      seed: 0,
      non_null_annotations: 2,
    });
  });
});

test("the number of annotations with an answer can be chosen", async () => {
  const requests = openForm(CHOICES);
  await userEvent.click(screen.getByRole("button", { name: "Train a system" }));
  const threshold = await screen.findByRole("textbox", { name: "Annotations with an answer" });
  await userEvent.clear(threshold);
  await userEvent.type(threshold, "1");
  await userEvent.click(screen.getByRole("button", { name: "Train" }));
  await waitFor(() => {
    const sent = requests.find(({ method }) => method === "POST");
    expect(sent?.body).toMatchObject({ non_null_annotations: 1 });
  });
});

test("a name that is taken is told at its field", async () => {
  const fix = "Give the new system another name, or delete the old one.";
  fakeServer({
    "GET projects/demo/readers/": { json: CHOICES },
    "POST projects/demo/readers/": {
      status: 409,
      json: { code: "name_taken", detail: "Taken.", fields: { name: fix } },
    },
  });
  renderApp(<TrainSystem slug="demo" />, { path: "/", at: "/" });
  await userEvent.click(screen.getByRole("button", { name: "Train a system" }));
  await userEvent.click(await screen.findByRole("button", { name: "Train" }));
  expect(
    await screen.findByRole("textbox", { name: "Name (optional)" }),
  ).toHaveAccessibleDescription(fix);
});

test.each([
  [{ ...CHOICES, unavailable: "Training needs jax. Run make training." }, /Run make training/],
  [{ ...CHOICES, splits: ["all"] }, /Training needs two splits/],
])("where nothing can be trained the dialog says why", async (choices, sentence) => {
  openForm(choices);
  await userEvent.click(screen.getByRole("button", { name: "Train a system" }));
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Train" })).toBeNull();
});

test("each epoch is a point that says its loss and its scores", () => {
  expect(lossPoints(EPOCHS).map(({ x, value, description }) => [x, value, description])).toEqual([
    [1, 4, "Epoch 1: loss 4.000, F1 on dev 25.0 for long answers and 0.0 for short ones"],
    [2, 1.5, "Epoch 2: loss 1.500, F1 on dev 50.0 for long answers and 12.5 for short ones"],
  ]);
});

test("a card says what the system was trained on and how long it took", () => {
  const rows = new Map(cardRows(CARD));
  expect(rows.get("Trained on")).toBe("demo, train: 1,200 examples, 700 of them used for training");
  expect(rows.get("Epochs")).toBe("2; number 2 is kept");
  expect(rows.get("Time")).toBe("82 seconds on cpu");
  expect(rows.get("Word vectors")).toBe("Trained with the system");
});

test("the card shows its scores, and the model only to people who can download it", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/systems/1/card/": { json: CARD },
  });
  renderApp(<ReaderCardPage />, {
    path: "/projects/:slug/leaderboard/systems/:system/card",
    at: "/projects/demo/leaderboard/systems/1/card",
  });
  const table = await screen.findByRole("table", { name: "Scores on dev" });
  expect(within(table).getByRole("row", { name: /Long answers/ })).toHaveTextContent(
    "50.060.040.0",
  );
  expect(screen.queryByRole("link", { name: "Download model" })).toBeNull();
});
