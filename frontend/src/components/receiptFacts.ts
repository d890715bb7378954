/** What a score was computed with, as a receipt says it in words. */

import type { SystemRow } from "@/api/leaderboard";

import { formatCount } from "./format";

export type Fact = readonly [name: string, value: string];

type Receipted = Pick<SystemRow, "name" | "receipt" | "files" | "scored_at">;

const NAMES: Readonly<Record<string, string>> = {
  non_null_annotations: "Annotations with an answer that make a question answerable",
  references: "Reference answers to a question",
  passages: "Passages that make up an answer",
  answer_reader: "SHA-256 of this site’s reader",
  halves: "SHA-256 of the halves’ secret seed",
};

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `resamples` and 1000 as *resamples: 1,000*. */
function written(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return formatCount(value);
  if (isObject(value)) {
    return Object.entries(value)
      .map(([name, each]) => `${name.replaceAll("_", " ")}: ${written(each)}`)
      .join(", ");
  }
  return JSON.stringify(value);
}

function intervalsFact({ method, level, resamples, ...others }: Record<string, unknown>): Fact {
  const share = typeof level === "number" ? `${formatCount(level * 100)}% intervals` : "Intervals";
  const found = [
    ...(method === undefined ? [] : [written(method)]),
    ...(resamples === undefined ? [] : [`${written(resamples)} resamples`]),
    ...Object.entries(others).map(
      ([name, value]) => `${name.replaceAll("_", " ")} ${written(value)}`,
    ),
  ];
  return [share, found.join(", ")];
}

/** The parameters of a score, each with a name. */
export function parameterFacts(parameters: Readonly<Record<string, unknown>>): readonly Fact[] {
  return Object.entries(parameters).map(([key, value]): Fact => {
    if (key === "intervals" && isObject(value)) return intervalsFact(value);
    if (key === "simulated_annotations") {
      return ["Annotations", value === true ? "all simulated" : "people’s"];
    }
    return [NAMES[key] ?? key.replaceAll("_", " "), written(value)];
  });
}

/** All of a receipt, for programs. */
export function receiptJson({ name, receipt, files, scored_at: scoredAt }: Receipted): string {
  const sums = files.map((file) => ({ name: file.name, sha256: file.sha256 }));
  return JSON.stringify({ system: name, scored_at: scoredAt, ...receipt, files: sums }, null, 2);
}
