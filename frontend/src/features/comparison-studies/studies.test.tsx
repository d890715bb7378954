import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { type Correlations, type Study, studyForm, type SystemSource } from "@/api/comparisons";
import { formatCoefficient } from "@/components/format";
import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, type RecordedRequest } from "@/test/server";

import { AutomaticScores } from "./AutomaticScores";
import { correlation, percent } from "./figures";
import { emptyValues, missingIn } from "./newStudy";
import NewStudyPage from "./NewStudyPage";
import { describeLoad, planOf } from "./plan";
import { ResultsView } from "./ResultsView";
import { changedScores, editsSince, NO_EDITS, readNumber, readSheet, sheetOf } from "./scores";
import { pointsOf } from "./ScoresChart";
import { freeAnswer, problemOf } from "./systems";
import { buildResults } from "./testing";

const SOURCES = {
  experts: [
    { membership: 4, name: "eva" },
    { membership: 5, name: "egon" },
  ],
  projects: [{ slug: "orle", title: "The river Orle", answers_per_question: 2 }],
  questions: 45,
};

const RESULTS = buildResults({
  systems: [
    {
      name: "JPR@1",
      answers: 45,
      acc: { value: 36.14, low: 30.2, high: 42.9, no_interval: "" },
      comp: {
        value: 44.4,
        low: null,
        high: null,
        no_interval: "An interval needs 10 questions; there are 4.",
      },
      flue: null,
      ho: { value: 37.8, low: 25, high: 50, no_interval: "" },
      strength: {
        ambiguity: { value: -0.204, low: -0.5, high: 0.092, no_interval: "" },
        fluency: null,
        overall: {
          value: 0.4,
          low: null,
          high: null,
          no_interval: "An interval needs 20 questions; there are 4.",
        },
      },
    },
  ],
  no_strength: { ambiguity: null, fluency: "Nobody has won.", overall: null },
  agreement: [
    { respect: "overall", pairs: 12, agreement: 0.75, kappa: 0.612, reason: null },
    { respect: "fluency", pairs: 0, agreement: null, kappa: null, reason: "No pair." },
  ],
  published: [{ name: "JPR@1", acc: 36.1, comp: 44.4, flue: 42.2, ho: 37.8 }],
});

test("the paper's study has 135 pairs, and an odd system leaves one answer of each question out", () => {
  expect(planOf({ questions: 45, systems: 6, comparersPerPair: 1 })).toEqual({
    pairs: 135,
    comparisons: 135,
    leftOut: 0,
  });
  expect(planOf({ questions: 10, systems: 3, comparersPerPair: 2 })).toEqual({
    pairs: 10,
    comparisons: 20,
    leftOut: 10,
  });
  expect(describeLoad(135, 3)).toBe("45");
  expect(describeLoad(135, 4)).toBe("33 or 34");
});

test("a study is sent with its files as parts and its annotations by number", () => {
  const file = new File(["{}"], "alpha.json");
  const systems: SystemSource[] = [
    { kind: "annotations", name: "People", project: "orle", number: 1 },
    { kind: "file", name: "Alpha", file },
  ];
  const form = studyForm({
    title: "Orle",
    seed: 7,
    question_count: 45,
    comparers_per_pair: 2,
    instructions: "",
    comparers: [4, 5],
    systems,
  });
  expect(form.getAll("comparers")).toEqual(["4", "5"]);
  expect(JSON.parse(form.get("systems") as string)).toEqual([
    { name: "People", annotations_of: "orle", annotation_number: 1 },
    { name: "Alpha", file: "answers-1" },
  ]);
  expect((form.get("answers-1") as File).name).toBe("alpha.json");
  expect(form.has("answers-0")).toBe(false);
});

test("a seed that is missing is asked for with its range", () => {
  const pairs = new File([""], "pairs.tsv");
  const values = { ...emptyValues(45), title: "Orle", from: "file", pairs, seed: "" } as const;
  expect(missingIn(values)).toBe("Enter a seed: a whole number from 0 to 2,147,483,647.");
});

test("the next system of annotations is the first answer that is none yet", () => {
  const first = { kind: "annotations", name: "People 1", project: "orle", number: 0 } as const;
  expect(freeAnswer(SOURCES, [])).toEqual({ project: "orle", number: 0 });
  expect(freeAnswer(SOURCES, [first])).toEqual({ project: "orle", number: 1 });
  expect(freeAnswer(SOURCES, [first, { ...first, number: 1 }])).toBeNull();
});

test("what is wrong with a file or a name belongs to its system and to no other", () => {
  const fields = {
    "answers-1": "alpha.json:3: 2: 7 is not a string.",
    "systems[10].name": "Taken.",
  };
  expect(problemOf(fields, 1)).toBe("alpha.json:3: 2: 7 is not a string.");
  expect(problemOf(fields, 10)).toBe("Taken.");
  expect(problemOf(fields, 0)).toBeNull();
});

test("scores are typed with a point or a comma, and what is no number is named", () => {
  expect(["81.1", " 81,1 ", "−3", "", "4.", "a"].map(readNumber)).toEqual([
    81.1,
    81.1,
    -3,
    null,
    null,
    null,
  ]);
  const sheet = sheetOf({
    metrics: ["DR"],
    systems: [
      { name: "A", scores: { DR: 32.1 } },
      { name: "B", scores: {} },
    ],
  });
  expect(readSheet(sheet, ["A", "B"])).toEqual({ scores: { A: { DR: 32.1 }, B: {} } });
  const wrong = { ...sheet, cells: { ...sheet.cells, B: { DR: "many" } } };
  expect(readSheet(wrong, ["A", "B"])).toEqual({ problem: "DR of B is not a number: “many”." });
});

test("a score may be so small or large that it is written with an exponent", () => {
  expect(["1e-7", "1,5E+3", "1e3"].map(readNumber)).toEqual([1e-7, 1500, 1000]);
  expect(["e3", "1e", "1e999", "Infinity"].map(readNumber)).toEqual([null, null, null, null]);
  const stored = { metrics: ["p"], systems: [{ name: "A", scores: { p: 1e-7 } }] };
  expect(readSheet(sheetOf(stored), ["A"])).toEqual({ scores: { A: { p: 1e-7 } } });
});

test("what is typed while scores are being saved is left", () => {
  const saved = { added: ["BLEU", "DR"], removed: ["Old"], cells: { A: { BLEU: "7", DR: "1" } } };
  expect(editsSince(saved, saved)).toBe(NO_EDITS);
  const since = {
    added: ["BLEU", "DR", "New"],
    removed: ["Old", "METEOR"],
    cells: { A: { BLEU: "71", DR: "1" }, B: { BLEU: "8" } },
  };
  expect(editsSince(saved, since)).toEqual({
    added: ["BLEU", "New"],
    removed: ["METEOR"],
    cells: { A: { BLEU: "71" }, B: { BLEU: "8" } },
  });
});

const STUDY: Study = {
  id: 3,
  project: "demo",
  number: 1,
  title: "Orle",
  origin: "here",
  seed: 7,
  question_count: 1,
  pair_count: 1,
  comparers_per_pair: 1,
  instructions: "",
  instructions_html: "",
  systems: [{ number: 1, name: "A" }],
  comparers: [],
  seat: null,
  answers_left_out: 0,
  questions_left_out: 0,
  opened_at: "2026-11-20T09:00:05Z",
  finished_at: null,
  cancelled_at: null,
};

test("scores that are typed while others are being saved stay in the form", async () => {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const storing = (dr: number) => ({
    json: { metrics: ["DR"], systems: [{ name: "A", scores: { DR: dr } }], rows: [] },
  });
  const requests: RecordedRequest[] = fakeServer({
    "GET comparison-studies/3/correlations/": () => storing(requests.length > 1 ? 1.5 : 1),
    "PATCH comparison-studies/3/scores/": async () => {
      await answered;
      return storing(1.5);
    },
  });
  renderApp(<AutomaticScores study={STUDY} fingerprint={null} />);
  const cell = await screen.findByRole("textbox", { name: "DR of A" });
  await userEvent.type(cell, ".5");
  await userEvent.click(screen.getByRole("button", { name: "Save scores" }));
  await userEvent.type(cell, "7");
  answer();
  await screen.findByText("The scores are saved.");
  await waitFor(() => expect(screen.getByRole("button", { name: "Save scores" })).toBeEnabled());
  expect(cell).toHaveValue("1.57");
});

test("scores that came since stay under what is typed, and only what changed is sent", () => {
  const edits = { added: ["BLEU"], removed: ["Old"], cells: { A: { BLEU: "7" } } };
  const stored: Pick<Correlations, "metrics" | "systems"> = {
    metrics: ["DR", "Old"],
    systems: [
      { name: "A", scores: { DR: 27.1 } },
      { name: "B", scores: { Old: 1 } },
      { name: "C", scores: { DR: 30 } },
    ],
  };
  const sheet = sheetOf(stored, edits);
  expect(sheet.metrics).toEqual(["DR", "BLEU"]);
  const read = readSheet(sheet, ["A", "B", "C"]);
  if (!("scores" in read)) throw new Error("a number is missing");
  expect(changedScores(read.scores, stored)).toEqual({ A: { BLEU: 7 }, B: { Old: null } });
});

test("figures read as in the paper's tables", () => {
  expect([percent(36.14), percent(null), formatCoefficient(-0.204), correlation(0.993)]).toEqual([
    "36.1",
    "–",
    "−0.20",
    "99.3",
  ]);
  expect([0, 0.04, 99.96, 100].map(percent)).toEqual(["0.0", "<0.1", ">99.9", "100.0"]);
  expect([-0.0004, -0.5].map(correlation)).toEqual(["0.0", "−50.0"]);
});

test("a system with the paper's name is drawn with the paper's figure, others without", () => {
  const [first] = RESULTS.systems;
  const other = { ...first, name: "Ours" } as (typeof RESULTS.systems)[number];
  const points = pointsOf([...RESULTS.systems, other], RESULTS.published, "comp");
  expect(points.map(({ label, low, reference }) => [label, low, reference])).toEqual([
    ["JPR@1", null, 44.4],
    ["Ours", null, null],
  ]);
  expect(pointsOf(RESULTS.systems, RESULTS.published, "flue")).toEqual([]);
});

test("results have the table with intervals, strengths, agreement and the paper's figures", () => {
  renderApp(<ResultsView results={RESULTS} />);
  // One answer is compared as often as there are comparers of its pair.
  expect(screen.getByRole("columnheader", { name: "Comparisons" })).toBeVisible();
  const row = within(screen.getByRole("table", { name: "Results" })).getByRole("row", {
    name: /JPR@1/,
  });
  const cells = within(row).getAllByRole("cell");
  expect(cells.map((cell) => cell.textContent)).toEqual([
    "45",
    "36.130.2–42.9",
    "44.4",
    "–",
    "37.825.0–50.0",
  ]);
  expect(screen.getByRole("table", { name: "Agreement of comparers" })).toHaveTextContent(
    "Overall1275.0%0.61",
  );
  expect(screen.getByRole("table", { name: "Bradley–Terry strengths" })).toHaveTextContent(
    "−0.20−0.50 to 0.09–0.40",
  );
  for (const reason of ["10 questions; there are 4.", "20 questions; there are 4."])
    expect(screen.getByText(`An interval needs ${reason}`)).toBeVisible();
  expect(screen.getByText(/From 135 comparisons/)).toHaveTextContent("Bootstrap over questions.");
  expect(screen.getByRole("note", { name: "What intervals are about" })).toHaveTextContent(
    "judged by the same people",
  );
});

test("a refused study says beside its file what is wrong, and what is missing is said before", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject({ slug: "demo", kind: "asqa" }) },
    "GET projects/demo/comparison-studies/sources/": { json: SOURCES },
    "POST projects/demo/comparison-studies/": {
      status: 400,
      json: {
        code: "invalid_file",
        detail: "The file has 1 problem.",
        fields: { "answers-0": "alpha.json:3: 2: 7 is not a string. Write the answer's text." },
      },
    },
  });
  renderApp(<NewStudyPage />, { path: "/projects/:slug", at: "/projects/demo" });
  const open = await screen.findByRole("button", { name: "Open the study" });
  expect(screen.getByText("Give the study a title.")).toBeVisible();
  fireEvent.change(screen.getByLabelText("Title"), { target: { value: "Orle" } });
  expect(screen.getByText("Add two systems or more.")).toBeVisible();
  const file = new File(["{}"], "alpha.json", { type: "application/json" });
  await userEvent.upload(screen.getByLabelText("Files of answers"), file);
  fireEvent.click(screen.getByText("Add annotations"));
  expect(screen.getByText("Choose who compares.")).toBeVisible();
  expect(open).toBeDisabled();
  fireEvent.click(screen.getByLabelText("eva"));
  expect(screen.getByText(/^45 pairs, 45 comparisons: 45 for each of 1 comparer/)).toBeVisible();
  fireEvent.click(open);
  const said = await screen.findByText(/^alpha.json:3: 2: 7 is not a string/);
  expect(said.closest("li")).toHaveTextContent(/^alpha.jsonalpha.json:3/);
  expect(screen.getByRole("alert")).toHaveTextContent("See the marked fields below.");
});

test("pairs of a file are sent with who compares them, and each wrong line is named", async () => {
  const line = "setup.tsv:2: key: the project has no question with this key. Check the key.";
  const requests = fakeServer({
    "GET projects/demo/": { json: buildProject({ slug: "demo", kind: "asqa" }) },
    "GET projects/demo/comparison-studies/sources/": { json: SOURCES },
    "POST projects/demo/comparison-studies/given-pairs/": {
      status: 400,
      json: { code: "invalid_file", detail: "It has a problem.", fields: { file: line } },
    },
  });
  renderApp(<NewStudyPage />, { path: "/projects/:slug", at: "/projects/demo" });
  fireEvent.click(await screen.findByLabelText("Given in a file"));
  fireEvent.change(screen.getByLabelText("Title"), { target: { value: "Official" } });
  expect(screen.getByText("Choose the file of pairs.")).toBeVisible();
  const file = new File(["key"], "setup.tsv", { type: "text/tab-separated-values" });
  await userEvent.upload(screen.getByLabelText(/TSV with the columns below/), file);
  fireEvent.click(screen.getByLabelText("egon"));
  fireEvent.click(screen.getByRole("button", { name: "Open the study" }));
  const problems = await screen.findByRole("list", { name: "Problems" });
  expect(within(problems).getByText(line)).toBeVisible();
  const sent = requests.filter(({ method }) => method === "POST").map(({ body }) => body);
  expect(sent).toEqual([expect.stringMatching(/name="comparers"\r\n\r\n5\r\n/)]);
});
