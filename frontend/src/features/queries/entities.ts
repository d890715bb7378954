import type { QueryFilters } from "@/api/queryLogs";
import { formatShare } from "@/components/format";

interface EntitiesChoice {
  value: QueryFilters["entities"];
  label: string;
  /** How many of so many real questions are kept, as in docs/intake.md. */
  questions: readonly [number, number];
  /** How many of so many queries that ask for no fact. */
  others: readonly [number, number];
}

/** What heuristic 3 can count as an entity. */
export const ENTITIES: readonly EntitiesChoice[] = [
  { value: "names", label: "Names and page titles", questions: [1000, 1250], others: [13, 39] },
  {
    value: "asked_nouns",
    label: "Common nouns too, in the form of a sentence",
    questions: [1224, 1250],
    others: [13, 39],
  },
  { value: "all_nouns", label: "All nouns", questions: [1234, 1250], others: [28, 39] },
];

/** What a choice does to a log, in one sentence. */
export function describeEntities({ questions, others }: EntitiesChoice): string {
  const [kept, keptOthers] = [questions, others].map(([part, all]) => formatShare(part / all));
  return `Keeps ${kept} of real questions and ${keptOthers} of queries that ask for no fact.`;
}
