import type { Sources, SystemSource } from "@/api/comparisons";
import { partName } from "@/api/comparisons";

/** A system of the form; `key` stays while names and places change. */
export type SystemRow = SystemSource & { readonly key: number };

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** `the first answer`, `the 7th answer`: which of a question's annotations, from 0. */
export function nthAnswer(number: number): string {
  return `the ${ORDINALS[number] ?? `${number + 1}th`} answer`;
}

/** A file's name without its ending, as a system's first name. */
export function nameOfFile(file: Pick<File, "name">): string {
  return file.name.replace(/\.json(\.gz)?$/i, "");
}

/** The first of a project's answers that is not a system yet; null when all are. */
export function freeAnswer(
  { projects }: Pick<Sources, "projects">,
  systems: readonly SystemSource[],
): { readonly project: string; readonly number: number } | null {
  for (const { slug, answers_per_question: most } of projects) {
    for (let number = 0; number < most; number++) {
      const isTaken = systems.some(
        (each) => each.kind === "annotations" && each.project === slug && each.number === number,
      );
      if (!isTaken) return { project: slug, number };
    }
  }
  return null;
}

/** What the server says of the system at `number`: of its name, its file or its annotations. */
export function problemOf(fields: Readonly<Record<string, string>>, number: number): string | null {
  const own = Object.entries(fields).filter(
    ([field]) => field === partName(number) || field.startsWith(`systems[${number}]`),
  );
  return own.length === 0 ? null : own.map(([, problem]) => problem).join(" ");
}

const SHOWN = [
  "title",
  "seed",
  "question_count",
  "comparers_per_pair",
  "comparers",
  "instructions",
];

/** What the server says of fields that the form does not have. */
export function otherProblems(fields: Readonly<Record<string, string>>, systems: number): string[] {
  return Object.entries(fields).flatMap(([field, problem]) => {
    const isSystem = Array.from({ length: systems }, (_, number) => number).some(
      (number) => field === partName(number) || field.startsWith(`systems[${number}]`),
    );
    return isSystem || SHOWN.includes(field) ? [] : [problem];
  });
}
