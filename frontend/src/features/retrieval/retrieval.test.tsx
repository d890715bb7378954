import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { EncoderRow, Retrieval } from "@/api/retrieval";
import { formatDifference, isClear } from "@/components/format";
import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page, type RecordedRequest } from "@/test/server";

import PublicRetrievalPage from "./PublicRetrievalPage";
import RankedQuestionPage from "./RankedQuestionPage";
import { curvePoints } from "./RecallCurve";
import RetrievalPage from "./RetrievalPage";
import { formatEnds, formatFigure, formatRank, formatSeconds, METRICS } from "./words";

function figures(value: number, difference: EncoderRow["sentence"][string]["difference"] = null) {
  return Object.fromEntries(
    METRICS.map((metric) => [
      metric,
      { value, interval: [value - 0.02, value + 0.02], difference },
    ]),
  );
}

function row(id: number, name: string, value: number, more: Partial<EncoderRow> = {}): EncoderRow {
  const curve = [
    { n: 1, value, interval: [value - 0.02, value + 0.02] },
    { n: 10, value: 1, interval: null },
  ];
  return {
    id,
    name,
    encoder: "bm25",
    is_published: true,
    sentence: figures(value),
    document: figures(value),
    sentence_curve: curve,
    document_curve: curve,
    index_seconds: 67.2,
    question_seconds: 0.00013,
    index_bytes: 2_480_640,
    scored_at: "2026-02-04T12:00:00Z",
    scored_by: "Lena",
    is_code_changed: false,
    receipt: {
      receipt: "ab".repeat(32),
      benchmark_sha256: "",
      code_sha256: "",
      files_sha256: {},
    },
    ...more,
  };
}

const FOUND: Retrieval = {
  project: "demo",
  title: "Questions on rivers",
  published_at: null,
  benchmarks: [
    {
      id: 7,
      name: "dev",
      splits: ["dev"],
      is_simulated: false,
      index_size: 1615,
      paragraphs: 294,
      questions: 1276,
      read_at: "2026-02-04T12:00:00Z",
      can_read_questions: true,
    },
  ],
  benchmark: 7,
  against: null,
  encoders: [row(1, "BM25", 0.632), row(2, "MiniLM", 0.61, { is_code_changed: true })],
  available_splits: ["train", "dev"],
  unusable: { minilm: "minilm needs tokenizers, which is not installed. Install it: make minilm" },
  job: null,
};

/** What is hidden from the reader. */
const UNREADABLE: Retrieval = {
  ...FOUND,
  benchmarks: FOUND.benchmarks.map((each) => ({ ...each, can_read_questions: false })),
};

const PAGE = {
  path: "/projects/:slug/leaderboard/retrieval",
  at: "/projects/demo/leaderboard/retrieval",
};

function serve(retrieval: () => Retrieval = () => FOUND): RecordedRequest[] {
  return fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/retrieval/": () => ({ json: retrieval() }),
    "GET projects/demo/jobs/": { json: page([]) },
  });
}

test("figures have three decimals, costs two digits", () => {
  expect(formatEnds([0.6104, 0.65])).toBe("0.610–0.650");
  expect(formatEnds(null)).toBeNull();
  const better = { difference: 0.021, interval: [0.004, 0.038] };
  expect(formatDifference(better, formatFigure)).toBe("+0.021 (+0.004 to +0.038)");
  expect(formatDifference({ difference: -0.5, interval: null }, formatFigure)).toBe("−0.500");
  expect(formatDifference({ difference: -0.0001, interval: null }, formatFigure)).toBe("0.000");
  expect([better, { difference: 1, interval: [-1, 3] }].map(isClear)).toEqual([true, false]);
  expect([67.2, 1.26, 0.021, 0.00013].map(formatSeconds)).toEqual([
    "67 s",
    "1.3 s",
    "21 ms",
    "0.13 ms",
  ]);
  expect([1, 3.5, 1234].map(formatRank)).toEqual(["1", "3.5", "1,234"]);
});

test("the curve has a point for each N, with its interval where there is one", () => {
  const points = curvePoints(FOUND.encoders, "sentence");
  expect(points.map(({ series, x, value, low }) => [series, x, value, low])).toEqual([
    ["1", 1, 0.632, 0.612],
    ["1", 10, 1, null],
    ["2", 1, 0.61, 0.59],
    ["2", 10, 1, null],
  ]);
  expect(points[0]?.description).toBe("BM25: R@1 0.632 (95% interval 0.612–0.652)");
  expect(points[1]?.description).toBe("BM25: R@10 1.000");
});

test("an encoder stands with its figures, intervals and costs, for everybody", async () => {
  serve(() => UNREADABLE);
  renderApp(<PublicRetrievalPage />, {
    path: "/leaderboards/:slug/retrieval",
    at: "/leaderboards/demo/retrieval?columns=sentence-mrr,index,question,memory",
  });
  const table = await screen.findByRole("table", { name: "Encoders" });
  const bm25 = within(table).getByRole("row", { name: /BM25/ });
  for (const text of [
    "0.632",
    "0.612–0.652",
    "67 s",
    "0.13 ms",
    "2.5 MB",
    "receipt abababababab",
  ]) {
    expect(bm25).toHaveTextContent(text);
  }
  expect(within(table).getByRole("row", { name: /MiniLM/ })).toHaveTextContent(
    "Changed since: the ranking code",
  );
  expect(
    screen.getByText("dev: 1,276 questions, searched in 1,615 sentences of 294 paragraphs."),
  ).toBeVisible();
  expect(screen.queryByText("Questions that every encoder misses")).toBeNull();
  expect(screen.queryByText("Rank answers with an encoder")).toBeNull();
});

test("the table shows MRR and R@1 until somebody chooses other columns", async () => {
  serve();
  renderApp(<RetrievalPage />, PAGE);
  const table = await screen.findByRole("table", { name: "Encoders" });
  const names = () =>
    within(table)
      .getAllByRole("columnheader", { name: /, / })
      .map((each) => each.getAttribute("aria-label"));
  expect(screen.getByRole("note", { name: "What intervals are about" })).toHaveTextContent(
    "about the same pages",
  );
  const main = ["MRR, sentences", "R@1, sentences", "MRR, paragraphs", "R@1, paragraphs"];
  expect(names()).toEqual(main);
  await userEvent.click(screen.getByRole("button", { name: "Columns: 4 of 11" }));
  const sentences = await screen.findByRole("group", { name: "Sentences" });
  await userEvent.click(within(sentences).getByRole("checkbox", { name: "R@5" }));
  expect(names()).toEqual([...main.slice(0, 2), "R@5, sentences", ...main.slice(2)]);
});

test("without intervals, the page says why", async () => {
  const none = Object.fromEntries(
    METRICS.map((metric) => [metric, { value: 0.5, interval: null, difference: null }]),
  );
  const few = row(1, "BM25", 0.5, {
    sentence: none,
    document: none,
    sentence_curve: [{ n: 1, value: 0.5, interval: null }],
    document_curve: [{ n: 1, value: 0.5, interval: null }],
  });
  serve(() => ({ ...FOUND, encoders: [few] }));
  renderApp(<RetrievalPage />, PAGE);
  expect(
    await screen.findByText(/There are no 95% intervals: they need more questions/),
  ).toBeVisible();
  expect(screen.queryByText(/The band is the 95% interval/)).toBeNull();
  expect(screen.queryByRole("note", { name: "What intervals are about" })).toBeNull();
});

test("a lead compares encoders, and opens the questions that all of them miss", async () => {
  const requests = serve(() =>
    requests.at(-1)?.query.against === "2"
      ? {
          ...FOUND,
          against: 2,
          encoders: [
            row(1, "BM25", 0.632, {
              sentence: figures(0.632, { difference: 0.022, interval: [0.002, 0.042] }),
            }),
            row(2, "MiniLM", 0.61),
          ],
        }
      : FOUND,
  );
  renderApp(<RetrievalPage />, PAGE);
  await userEvent.click(await screen.findByRole("combobox", { name: "Compare with" }));
  await userEvent.click(await screen.findByRole("option", { name: "MiniLM" }));
  expect(await screen.findAllByText("+0.022 (+0.002 to +0.042)")).toHaveLength(2);
  expect(screen.getByRole("link", { name: "Questions that every encoder misses" })).toHaveAttribute(
    "href",
    "/projects/demo/leaderboard/retrieval/7/questions",
  );
});

test("a lead is not offered questions that only stewards may read", async () => {
  const others = FOUND.benchmarks.map((each) => ({ ...each, id: 8, name: "train" }));
  serve(() => ({ ...UNREADABLE, benchmarks: [...UNREADABLE.benchmarks, ...others] }));
  renderApp(<RetrievalPage />, PAGE);
  await userEvent.click(await screen.findByRole("radio", { name: "Already used for an encoder" }));
  expect(screen.queryByText("Questions that every encoder misses")).toBeNull();
  const asked = screen.getByRole("combobox", { name: "Asked before" });
  expect(asked).toHaveDisplayValue(/^train/);
  await userEvent.click(asked);
  expect(await screen.findAllByRole("option", { name: /questions/ })).toHaveLength(1);
});

test.each([
  ["its questions are gone", [row(2, "MiniLM", 0.6)], null, ""],
  ["the others stand on the same questions", FOUND.encoders, null, "?benchmark=7"],
  ["the others are not compared with it", FOUND.encoders, 2, "?benchmark=7"],
  ["a comparison with another one stays", FOUND.encoders, 1, "?benchmark=7&against=1"],
])("once an encoder is deleted, %s", async (_, encoders, against, left) => {
  const asked = against === null ? "" : `&against=${against}`;
  const requests = fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "lead" }) },
    "GET projects/demo/retrieval/": { json: { ...FOUND, encoders, against } },
    "GET projects/demo/jobs/": { json: page([]) },
    "DELETE projects/demo/encoders/2/": { status: 204 },
  });
  renderApp(<RetrievalPage />, { ...PAGE, at: `${PAGE.at}?benchmark=7${asked}` });
  await userEvent.click(await screen.findByRole("button", { name: "More about MiniLM" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete MiniLM?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
  await waitFor(() => {
    const deleted = requests.findIndex(({ method }) => method === "DELETE");
    const since = deleted === -1 ? [] : requests.slice(deleted);
    // The table is read again.
    expect(since.map(({ path }) => path)).toContain("projects/demo/retrieval/");
    expect(screen.getByTestId("address").textContent).toBe(`${PAGE.at}${left}`);
  });
});

test("an encoder that is not installed can't be started, and the page says what to do", async () => {
  serve();
  renderApp(<RetrievalPage />, PAGE);
  await userEvent.type(await screen.findByLabelText(/Name in the table/), "MiniLM");
  expect(screen.getByRole("button", { name: "Rank" })).toBeEnabled();
  await userEvent.click(screen.getByRole("combobox", { name: "Encoder" }));
  await userEvent.click(await screen.findByRole("option", { name: /MiniLM/ }));
  expect(screen.getByText(/Install it: make minilm/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Rank" })).toBeDisabled();
});

test("vectors are for questions that were asked before, whose texts can be downloaded", async () => {
  serve();
  renderApp(<RetrievalPage />, PAGE);
  await userEvent.click(await screen.findByRole("combobox", { name: "Encoder" }));
  await userEvent.click(await screen.findByRole("option", { name: /Vectors/ }));
  await userEvent.click(screen.getByRole("radio", { name: "Already used for an encoder" }));
  expect(screen.getByRole("link", { name: "answers.jsonl" })).toHaveAttribute(
    "href",
    "/api/v1/projects/demo/retrieval/benchmarks/7/texts/answers/",
  );
});

test("a question shows the right sentence among those that each encoder ranks first", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/retrieval/benchmarks/7/questions/4/": {
      json: {
        number: 4,
        question: "Who knows?",
        right: ["Quartz is faster."],
        encoders: [
          {
            encoder: 1,
            name: "BM25",
            sentence_rank: 3.5,
            document_rank: 2,
            first: [
              { sentence: "Clocks count swings.", is_right: false },
              { sentence: "Quartz is faster.", is_right: true },
            ],
          },
        ],
      },
    },
  });
  renderApp(<RankedQuestionPage />, {
    path: "/projects/:slug/leaderboard/retrieval/:benchmark/questions/:number",
    at: "/projects/demo/leaderboard/retrieval/7/questions/4",
  });
  const found = await screen.findByRole("region", { name: "BM25" });
  expect(found).toHaveTextContent("Right sentence at rank 3.5, its paragraph at rank 2");
  const [first, second] = within(found).getAllByRole("listitem");
  expect(first).toHaveTextContent("Clocks count swings.");
  expect(first).not.toHaveTextContent("Right");
  expect(second).toHaveTextContent("Quartz is faster. Right");
});
