import type { Figure, Plot, Point, Section, Statistics, Table } from "@/api/statistics";

export function buildFigure(changes: Partial<Figure> = {}): Figure {
  return {
    name: "null_share",
    unit: "share",
    value: 0.5,
    low: 0.4,
    high: 0.6,
    count: 100,
    method: "binomial",
    published: 0.51,
    missing: null,
    ...changes,
  };
}

export function buildPoint(changes: Partial<Point> = {}): Point {
  return {
    series: "",
    key: "first",
    x: null,
    value: 0.5,
    low: null,
    high: null,
    count: null,
    total: null,
    published: null,
    examples: null,
    ...changes,
  };
}

export function buildPlot(changes: Partial<Plot> = {}): Plot {
  return {
    name: "some_plot",
    unit: "share",
    kind: "bars",
    x: "category",
    series: [""],
    points: [],
    missing: null,
    ...changes,
  };
}

export function buildTable(changes: Partial<Table> = {}): Table {
  return {
    name: "some_table",
    columns: [
      { name: "kind_of_box", unit: "text" },
      { name: "share", unit: "share" },
    ],
    rows: [["paragraph_box", 0.7]],
    published: null,
    missing: null,
    ...changes,
  };
}

export function buildSection(changes: Partial<Section> = {}): Section {
  return {
    name: "schedule",
    figures: [],
    plots: [],
    tables: [],
    notes: [],
    scope: [],
    shared_pages: null,
    missing: null,
    ...changes,
  };
}

export function buildStatistics(changes: Partial<Statistics> = {}): Statistics {
  const results = changes.results ?? [buildSection({ figures: [buildFigure()] })];
  return {
    count: results.length,
    next: null,
    previous: null,
    results,
    job: null,
    annotations_now: 120,
    is_revised: false,
    report: {
      id: 3,
      job: null,
      hidden_split: "without",
      created_at: "2026-11-20T09:00:00Z",
      fingerprint: "f1".repeat(32),
      content_sha256: "c0".repeat(32),
      parameters: {
        as_of: "2026-11-20",
        alpha: 8,
        beta: 2,
        predictors: 20,
        references: 5,
        resamples: 1000,
      },
      seed: 58,
      code_version: "5ca1ab1e",
      annotations: 100,
      examples: 40,
      kind: "nq",
      stages: [{ name: "load", seconds: 1.5, peak_bytes: 2 ** 27 }],
      failed_sections: [],
    },
    ...changes,
  };
}

/** What a file that a test has caught says. */
export function textOf(file: Blob | undefined): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(reader.result as string);
    };
    reader.readAsText(file ?? new Blob());
  });
}
