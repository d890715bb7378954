import { IconCheck, IconQuestionMark, IconX, type TablerIcon } from "@tabler/icons-react";

import type { Verdict } from "@/api/judging";

interface VerdictWords {
  /** The paper's sign, as people read it. */
  readonly sign: string;
  readonly name: string;
  /** The paper's definition (Kwiatkowski et al. 2019, section 4.2). */
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
    definition: "It is clear beyond a reasonable doubt that the answer is correct.",
    key: "1",
    icon: IconCheck,
    colour: "plumb",
  },
  C_d: {
    sign: "Cd",
    name: "Correct (but debatable)",
    definition:
      "A reasonable person could be satisfied by the answer; however, a reasonable person could raise a reasonable doubt about the answer.",
    key: "2",
    icon: IconQuestionMark,
    colour: "amber",
  },
  W: {
    sign: "W",
    name: "Wrong",
    definition: "There is not convincing evidence that the answer is correct.",
    key: "3",
    icon: IconX,
    colour: "brick",
  },
};
