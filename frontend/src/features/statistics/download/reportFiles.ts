import { type FigureData, toCsv, toJson } from "@/components/charts/figureData";
import { formatValue } from "@/components/figures/values";
import { wordOf } from "@/kinds/words";

import type { Dashboard } from "../dashboards";
import { labelsOf, tableOf } from "../parts/plotData";
import { tableFileOf } from "../parts/tableFile";
import type { Section } from "../shape";
import type { TextFile } from "./zipFile";

/** A table of numbers with its title, and what each of its columns is. */
interface Sheet {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly data: FigureData;
  readonly columns: ReadonlyMap<string, string>;
}

const UNITS: Readonly<Record<string, string>> = {
  share: "a share from 0 to 1",
  seconds: "seconds",
  bits: "bits",
  words: "words",
  count: "a number of them",
  coefficient: "a coefficient, at most 1",
  per_day: "annotations a day",
  date: "a day in UTC",
};

/** Columns of every file of figures. */
const OF_FIGURES: readonly (readonly [header: string, about: string])[] = [
  ["Figure", "What it is called on the page."],
  ["Name", "What it is called in the API."],
  ["Value", "The number in full; empty if there is none. Days are written as 2026-01-31."],
  ["Unit", "What the value is in: see Units."],
  ["Low (95%)", "The lower end of its 95% interval; empty if there is none."],
  ["High (95%)", "The upper end of its 95% interval."],
  ["Method", "How the interval is made: see docs/intervals.md."],
  ["Counted", "How many it is taken over."],
  ["Counted are", "What these are."],
  ["Published", "The papers’ value."],
  ["Why it is missing", "If there is no value."],
  ["Why there is no interval", "If there is a value without one."],
  ["What it is", "The explanation on the page."],
];

/** Columns that plots have. */
const OF_PLOTS: Readonly<Record<string, string>> = {
  Name: "What the point is called.",
  Series: "Which of the plot’s series it belongs to.",
  "Place on the axis": "Where it is on the horizontal axis.",
  "Low (95%)": "The lower end of its 95% interval.",
  "High (95%)": "The upper end of its 95% interval.",
  "Lower limit": "Below it the point is outside of what chance explains.",
  "Upper limit": "Above it the point is outside of what chance explains.",
  Count: "How many of those counted are so.",
  Of: "How many are counted.",
  Published: "The papers’ value.",
};

/** The files of a report: each figure, plot and table as CSV and JSON, all of it, and a README. */
export function reportFiles(
  sections: readonly Section[],
  dashboards: readonly Dashboard[],
  about: { readonly title: string; readonly facts: readonly string[]; readonly report: object },
  nameOf: (key: string) => string,
): TextFile[] {
  const pages = dashboards.map((dashboard) => ({
    dashboard,
    sections: dashboard.sections.flatMap((name) =>
      sections.filter((each) => each.name === name && each.missing === null),
    ),
  }));
  const readme = [
    `# Statistics of ${about.title}`,
    "",
    ...about.facts.map((fact) => `- ${fact}`),
    "",
    "Each table is here twice, with the same numbers: as CSV (UTF-8, commas, all cells in quotation marks) and as JSON. `report.json` is the whole report as the API gives it. Every interval is a 95% interval.",
    "",
    "## Units",
    "",
    ...Object.entries(UNITS).map(([unit, meaning]) => `- \`${unit}\`: ${meaning}`),
  ];
  const files: TextFile[] = [];
  for (const page of pages) {
    if (page.sections.length === 0) continue;
    readme.push("", `## ${page.dashboard.question}`, "", page.dashboard.what);
    for (const section of page.sections) {
      if (section.scope.length > 0) readme.push("", section.scope.join(" "));
      for (const sheet of sheetsOf(section, nameOf)) {
        const path = `${dashed(section.name)}/${dashed(sheet.name)}`;
        files.push({ path: `${path}.csv`, text: toCsv(sheet.data) });
        files.push({ path: `${path}.json`, text: toJson(sheet.title, sheet.data) });
        readme.push("", `### ${path}`, "", `${sheet.title}. ${sheet.about}`.trim(), "");
        for (const { header } of sheet.data.columns) {
          readme.push(`- **${header}**: ${sheet.columns.get(header) ?? ""}`);
        }
      }
    }
  }
  return [
    { path: "README.md", text: `${readme.join("\n")}\n` },
    { path: "report.json", text: `${JSON.stringify(about.report, null, 2)}\n` },
    ...files,
  ];
}

function dashed(name: string): string {
  return name.replaceAll("_", "-");
}

function sheetsOf(section: Section, nameOf: (key: string) => string): Sheet[] {
  const labels = labelsOf(section.name);
  const isOfPeople = section.name === "people";
  const sheets: Sheet[] = section.figures.length === 0 ? [] : [figuresOf(section)];
  for (const plot of section.plots) {
    if (plot.missing !== null) continue;
    const { label, explanation = "", x, y } = wordOf(section.name, plot.name);
    const xName = x ?? (plot.x === "date" ? "Date" : "");
    const value = [y, UNITS[plot.unit]].filter((each) => each !== undefined).join(", ");
    sheets.push({
      name: plot.name,
      title: label,
      about: explanation,
      data: tableOf(plot, isOfPeople ? { ...labels, key: nameOf } : labels, xName),
      columns: new Map([
        ...Object.entries(OF_PLOTS),
        ["Value", `${value === "" ? "The number" : value}, in full.`],
        [xName, "What or where the point is on the horizontal axis."],
      ]),
    });
  }
  for (const table of section.tables) {
    if (table.missing !== null) continue;
    const { label, explanation = "" } = wordOf(section.name, table.name);
    const columns = new Map<string, string>();
    for (const { name, unit } of table.columns) {
      const word = wordOf(section.name, name);
      const words = [word.explanation, UNITS[unit] === undefined ? "" : `In: ${UNITS[unit]}.`];
      columns.set(word.label, words.filter(Boolean).join(" ") || "As it is named.");
      columns.set(`${word.label} (key)`, "The same person’s number in the API.");
    }
    sheets.push({
      name: table.name,
      title: label,
      about: explanation,
      data: tableFileOf(section.name, table, nameOf),
      columns,
    });
  }
  return sheets;
}

function figuresOf(section: Section): Sheet {
  const number = (value: number | null, unit: string) =>
    unit === "date" && value !== null ? isoDay(value) : value;
  return {
    name: "figures",
    title: "Figures",
    about: "A row for each number that the page shows as a tile.",
    data: {
      columns: OF_FIGURES.map(([header]) => ({ header })),
      rows: section.figures.map((figure) => {
        const { label, explanation, counted } = wordOf(section.name, figure.name);
        const { name, unit, value, low, high, method, count, published } = figure;
        return [
          label,
          name,
          number(value, unit),
          unit,
          number(low, unit),
          number(high, unit),
          method,
          count,
          count === null ? null : (counted ?? null),
          published,
          figure.missing?.reason ?? null,
          figure.no_interval?.reason ?? null,
          explanation ?? null,
        ];
      }),
    },
    columns: new Map(OF_FIGURES),
  };
}

const MILLISECONDS_PER_DAY = 86_400_000;

/** Days since 1970-01-01 as `2026-01-31`. */
function isoDay(day: number): string {
  return new Date(day * MILLISECONDS_PER_DAY).toISOString().slice(0, 10);
}

/** What a report was made from, a sentence each. */
export function factsOf(report: {
  readonly created_at: string;
  readonly annotations: number;
  readonly examples: number;
  readonly seed: number;
  readonly code_version: string;
  readonly fingerprint: string;
}): string[] {
  return [
    `Computed at ${report.created_at}.`,
    `From ${formatValue(report.annotations, "count")} annotations of ${formatValue(report.examples, "count")} examples.`,
    `Seed ${report.seed}, code ${report.code_version}, fingerprint ${report.fingerprint}: the same annotations, seed and code give the same figures.`,
  ];
}
