import type { NewStudy } from "@/api/comparisons";
import { count } from "@/components/format";
import { anySeed, SEED_RANGE, type Seed } from "@/components/SeedInput";

import { describeLoad, planOf } from "./plan";
import type { SystemRow } from "./systems";

/** The number of questions that the paper's comparisons had. */
const USUAL_QUESTIONS = 45;

/** What the form of a new study holds. */
export interface Values {
  readonly title: string;
  readonly seed: Seed;
  readonly perPair: number | "";
  readonly instructions: string;
  readonly comparers: readonly string[];
  /** Whether the pairs are drawn from systems' answers, or stand in a file. */
  readonly from: "systems" | "file";
  readonly questions: number | "";
  readonly systems: readonly SystemRow[];
  readonly pairs: File | null;
}

/** An empty form; `questions` can be compared. */
export function emptyValues(questions: number): Values {
  return {
    title: "",
    seed: anySeed(),
    perPair: 1,
    instructions: "",
    comparers: [],
    from: "systems",
    questions: Math.min(USUAL_QUESTIONS, questions),
    systems: [],
    pairs: null,
  };
}

/** What is sent. */
export function studyOf(values: Values): NewStudy {
  const choices = {
    title: values.title.trim(),
    seed: Number(values.seed),
    comparers_per_pair: Number(values.perPair),
    instructions: values.instructions,
    comparers: values.comparers.map(Number),
  };
  if (values.from === "file" && values.pairs !== null) return { ...choices, pairs: values.pairs };
  return {
    ...choices,
    question_count: Number(values.questions),
    systems: values.systems.map((each) => ({ ...each, name: each.name.trim() })),
  };
}

/** What has to be filled in before the form can be sent; null when nothing has. */
export function missingIn(values: Values): string | null {
  if (values.title.trim() === "") return "Give the study a title.";
  const missing = values.from === "file" ? missingPairs(values) : missingSystems(values);
  if (missing !== null) return missing;
  if (values.perPair === "") return "Enter the number of comparers per pair.";
  if (values.seed === "") return `Enter a seed: ${SEED_RANGE}.`;
  if (values.comparers.length < values.perPair) {
    return values.perPair === 1
      ? "Choose who compares."
      : `Choose ${values.perPair} comparers or more.`;
  }
  return null;
}

const missingPairs = ({ pairs }: Values) => (pairs === null ? "Choose the file of pairs." : null);

function missingSystems({ systems, questions }: Values): string | null {
  if (systems.length < 2) return "Add two systems or more.";
  if (systems.some(({ name }) => name.trim() === "")) return "Give every system a name.";
  if (questions === "") return "Enter the number of questions.";
  return null;
}

/** Who can compare. Whose answers a file has is not known. */
export function describeComparers({ from }: Pick<Values, "from">): string {
  return from === "file"
    ? "The project’s experts."
    : "The project’s experts. Nobody gets a pair with their own answer.";
}

/** How much there will be to compare, and how pairs are made. */
export function describeStudy(values: Values): string {
  const { questions, perPair, systems, comparers } = values;
  if (values.from === "file") {
    return "Pairs stay as in the file, with the first answer on the left.";
  }
  const { pairs, comparisons, leftOut } = planOf({
    questions: Number(questions),
    systems: systems.length,
    comparersPerPair: Number(perPair),
  });
  const out =
    leftOut === 0
      ? ""
      : ` One answer to each question is left out, because ${systems.length} is odd.`;
  return (
    `${count(pairs, "pair")}, ${count(comparisons, "comparison")}: ` +
    `${describeLoad(comparisons, comparers.length)} for each of ` +
    `${count(comparers.length, "comparer")}.${out}`
  );
}
