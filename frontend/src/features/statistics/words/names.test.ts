import { describe, expect, it } from "vitest";

import { findWord, wordAmong, wordOf } from "../words";
import NAMES from "./names.json";

const SECTIONS = Object.entries(NAMES).flatMap(([kind, sections]) =>
  Object.entries(sections).map(([section, names]): [string, string, readonly string[]] => [
    kind,
    section,
    names,
  ]),
);

describe("every name of a report", () => {
  it.each(SECTIONS)("has words: %s, %s", (_, section, names) => {
    const silent = names.filter((name) => !findWord(section, name)?.label.trim());
    expect(silent).toEqual([]);
  });

  it("tells of a version, of a day and of a split", () => {
    expect(wordOf("process", "bad_by_guidelines_3")).toEqual({
      label: "Bad question, by version 3 of the guidelines",
      unit: "count",
    });
    expect(wordOf("schedule", "submitted_on_2026-01-05")).toEqual({
      label: "Annotations of 5 Jan 2026",
      unit: "count",
    });
    expect(wordOf("schedule", "left_in_train").label).toBe("To go in train");
    expect(wordOf("schedule", "left_in_split_0").label).toBe("To go in this split");
  });

  it("means what the first of a page's sections says", () => {
    const { label, unit } = wordAmong(["schedule", "adaptive_overlap", "process"], "bad");
    expect([label, unit]).toEqual(["Bad question", "count"]);
    expect(wordAmong(["people"], "bad").unit).toBe("share");
  });
});
