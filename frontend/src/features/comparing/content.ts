import type { DraftKind } from "@/annotating/draftStore";
import type { ComparisonDraft, Preference } from "@/api/comparisons";
import { count } from "@/components/format";

export const SIDES = ["left", "right"] as const;
export type Side = (typeof SIDES)[number];

export const RESPECTS = ["ambiguity", "fluency", "overall"] as const;
export type Respect = (typeof RESPECTS)[number];

/** The decisions of one comparison so far; null for open ones. */
export interface Content {
  readonly left_captures: readonly (boolean | null)[];
  readonly right_captures: readonly (boolean | null)[];
  readonly ambiguity: Preference | null;
  readonly fluency: Preference | null;
  readonly overall: Preference | null;
  readonly comment: string;
}

/** What is sent: everything decided. */
export interface Complete extends Content {
  readonly left_captures: readonly boolean[];
  readonly right_captures: readonly boolean[];
  readonly ambiguity: Preference;
  readonly fluency: Preference;
  readonly overall: Preference;
}

/** One thing to decide: whether an answer captures a disambiguation, or which answer is better. */
export type Step =
  | { readonly kind: "capture"; readonly side: Side; readonly number: number }
  | { readonly kind: "preference"; readonly respect: Respect };

/** A draft's decisions for this many disambiguations. */
export function contentOf(draft: ComparisonDraft | null, disambiguations: number): Content {
  const row = (saved: readonly (boolean | null)[] | undefined) =>
    Array.from({ length: disambiguations }, (_, number) => saved?.[number] ?? null);
  return {
    left_captures: row(draft?.left_captures),
    right_captures: row(draft?.right_captures),
    ambiguity: draft?.ambiguity ?? null,
    fluency: draft?.fluency ?? null,
    overall: draft?.overall ?? null,
    comment: draft?.comment ?? "",
  };
}

export function capturesOf(content: Content, side: Side): readonly (boolean | null)[] {
  return side === "left" ? content.left_captures : content.right_captures;
}

/** Every step in the order in which the keyboard goes: one answer after the other, then both. */
export function stepsOf(disambiguations: number): Step[] {
  const captures = SIDES.flatMap((side) =>
    Array.from({ length: disambiguations }, (_, number): Step => ({
      kind: "capture",
      side,
      number,
    })),
  );
  return [...captures, ...RESPECTS.map((respect): Step => ({ kind: "preference", respect }))];
}

/** A step's name in the document. */
export function nameOf(step: Step): string {
  return step.kind === "capture" ? `${step.side}-${step.number}` : step.respect;
}

export function isDecided(content: Content, step: Step): boolean {
  return step.kind === "capture"
    ? capturesOf(content, step.side)[step.number] != null
    : content[step.respect] !== null;
}

/** The decisions with one more; null takes it back. */
export function decide(content: Content, step: Step, value: boolean | Preference): Content {
  if (step.kind === "preference") {
    return typeof value === "string" ? { ...content, [step.respect]: value } : content;
  }
  if (typeof value !== "boolean") return content;
  const captures = capturesOf(content, step.side).map((before, number) =>
    number === step.number ? value : before,
  );
  return step.side === "left"
    ? { ...content, left_captures: captures }
    : { ...content, right_captures: captures };
}

/** The steps that are still open, in order. */
export function openSteps(content: Content): Step[] {
  return stepsOf(content.left_captures.length).filter((step) => !isDecided(content, step));
}

/** What can be submitted, or null while something is open. */
export function completeOf(content: Content): Complete | null {
  return openSteps(content).length === 0 ? (content as Complete) : null;
}

const RESPECT_WORDS: Record<Respect, string> = {
  ambiguity: "ambiguity",
  fluency: "fluency",
  overall: "overall",
};

/** `left 2 and 3, right, fluency`: what is still open, for the button; "" when nothing is. */
export function describeOpen(content: Content): string {
  const open = openSteps(content);
  const sides = SIDES.flatMap((side) => {
    const numbers = open.flatMap((step) =>
      step.kind === "capture" && step.side === side ? [step.number + 1] : [],
    );
    if (numbers.length === 0) return [];
    const all = capturesOf(content, side).length;
    if (numbers.length === all && all > 1) return [`all ${count(all, "row")} of the ${side}`];
    return [`${side} ${listed(numbers)}`];
  });
  const respects = open.flatMap((step) =>
    step.kind === "preference" ? [RESPECT_WORDS[step.respect]] : [],
  );
  return [...sides, ...respects].join(", ");
}

function listed(numbers: readonly number[]): string {
  if (numbers.length < 2) return numbers.join("");
  return `${numbers.slice(0, -1).join(", ")} and ${String(numbers.at(-1))}`;
}

/** Distinguishes this page's drafts. */
export const DRAFTS: DraftKind<ComparisonDraft> = {
  isDraft: (value): value is ComparisonDraft =>
    "left_captures" in value &&
    Array.isArray(value.left_captures) &&
    "right_captures" in value &&
    Array.isArray(value.right_captures) &&
    "comment" in value &&
    typeof value.comment === "string",
  same: (one, other) => {
    if (!one || !other) return one === other;
    return JSON.stringify(essence(one)) === JSON.stringify(essence(other));
  },
};

function essence(draft: ComparisonDraft): unknown[] {
  const { left_captures, right_captures, ambiguity, fluency, overall, comment } = draft;
  return [left_captures, right_captures, ambiguity, fluency, overall, comment];
}
