import { expect, test } from "vitest";

import { findWord, type Words } from "../words";
import { WORDS as AMBIGUITY } from "./ambiguity";
import { WORDS as HUMAN_BOUND } from "./human_bound";
import { WORDS as MANY } from "./many_annotations";
import NAMES from "./variety.names.json";

const SECTIONS: readonly (readonly [keyof typeof NAMES, Words])[] = [
  ["ambiguity", AMBIGUITY],
  ["human_bound", HUMAN_BOUND],
  ["many_annotations", MANY],
];

test.each(SECTIONS)("every name of %s has words", (section) => {
  expect(NAMES[section].filter((name) => findWord(section, name) === null)).toEqual([]);
});

test.each(SECTIONS)("no name of %s has empty words", (_, words) => {
  const empty = Object.entries(words).filter(([, { label }]) => label.trim() === "");
  expect(empty).toEqual([]);
});
