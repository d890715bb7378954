import { describe, expect, it } from "vitest";

import { BY_SECTION, findWord, wordAmong, wordOf } from "./words";

const NAMES = import.meta.glob<Readonly<Record<string, readonly string[]>>>(
  "./*/words/names.json",
  { eager: true, import: "default" },
);

/** Every name of each kind's sections; a curve's points, written with #, as one of them. */
const SECTIONS = Object.entries(NAMES).flatMap(([path, sections]) =>
  Object.entries(sections).map(([section, names]): [string, string, readonly string[]] => [
    path,
    section,
    names.map((name) => name.replace("#", "2")),
  ]),
);

describe("every name of a report", () => {
  it.each(SECTIONS)("has words: %s, %s", (_, section, names) => {
    const silent = names.filter((name) => !findWord(section, name)?.label.trim());
    expect(silent).toEqual([]);
  });

  it.each(SECTIONS)(
    "means one thing where other sections have its words: %s, %s",
    (_, section, names) => {
      const borrowed = names.filter((name) => !(name in (BY_SECTION.get(section) ?? {})));
      const meanings = borrowed.map((name) => [
        name,
        ...new Set([...BY_SECTION.values()].flatMap((words) => words[name]?.label ?? [])),
      ]);
      expect(meanings.filter(([, , another]) => another !== undefined)).toEqual([]);
    },
  );

  it("is one that still exists, wherever there are words", () => {
    // The shell's words are the page's own; a curve's ends may have any number.
    const known = new Set(SECTIONS.flatMap(([, , names]) => names));
    const left = [...BY_SECTION].flatMap(([section, words]) =>
      section === "shell" ? [] : Object.keys(words).filter((name) => !known.has(name)),
    );
    expect(left.filter((name) => !/^(k|beta)_\d+$/.test(name))).toEqual([]);
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
    expect(wordOf("schedule", "not_begun_left_in_dev").label).toBe("To go in dev, not begun");
  });

  it.each([
    ["long_agreement_by_type_bad", "Agreement, long answer: Bad question"],
    [
      "null_agreement_by_week_2026-01-05",
      "Agreement, whether there is a long answer: week of 5 Jan 2026",
    ],
    ["short_agreement_by_guideline_2", "Agreement, short answer: version 2 of the guidelines"],
    ["quality_agreement_by_split_number_1", "Agreement, question quality: this split"],
    ["alpha_long_f1_8", "F1 on the example with α = 8, long answers"],
    ["f1_by_beta_super_short_2", "F1 on the example with β = 2, super-annotator, short answers"],
    ["f1_by_references_long_5", "F1 on the example with k = 5, long answers"],
  ])("tells of a part and of a point of a curve: %s", (name, label) => {
    expect(wordOf("", name)).toEqual({ label, unit: "share" });
  });

  it("means what the first of a page's sections says", () => {
    const { label, unit } = wordAmong(["schedule", "adaptive_overlap", "process"], "bad");
    expect([label, unit]).toEqual(["Bad question", "count"]);
    expect(wordAmong(["people"], "bad").unit).toBe("share");
  });
});
