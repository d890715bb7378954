import { IconCheck, IconQuestionMark, IconX, type TablerIcon } from "@tabler/icons-react";

import type { Verdict } from "@/api/judging";

interface VerdictWords {
  /** The paper's sign, as people read it. */
  readonly sign: string;
  readonly name: string;
  /** What it means, in a sentence of our own (NQ paper, section 4.2). */
  readonly definition: string;
  readonly key: string;
  readonly icon: TablerIcon;
  readonly colour: "plumb" | "amber" | "brick";
}

/** In the order of their keys. */
export const VERDICTS: readonly Verdict[] = ["C", "C_d", "W"];

export const VERDICT_WORDS: Readonly<Record<Verdict, VerdictWords>> = {
  C: {
    sign: "C",
    name: "Correct",
    definition: "Nobody could reasonably doubt that this answers the question.",
    key: "1",
    icon: IconCheck,
    colour: "plumb",
  },
  C_d: {
    sign: "Cd",
    name: "Correct (but debatable)",
    definition:
      "A reasonable person could be content with this answer, and another could have a reasonable objection.",
    key: "2",
    icon: IconQuestionMark,
    colour: "amber",
  },
  W: {
    sign: "W",
    name: "Wrong",
    definition: "Nothing here shows convincingly that this answers the question.",
    key: "3",
    icon: IconX,
    colour: "brick",
  },
};

/** The verdict that a key stands for, or null. */
export function verdictOfKey(key: string): Verdict | null {
  return VERDICTS.find((verdict) => VERDICT_WORDS[verdict].key === key) ?? null;
}
