import type { Word, Words } from "@/components/figures/word";

import { WORDS as AMBIGUITY } from "./ambiguity";

const PARTS: readonly (readonly [string, string])[] = [
  ["long", "long answers"],
  ["short", "short answers"],
];

/** The words of section `ambiguity`, with `prefix` before their names. */
function pick(names: readonly string[], prefix: string): Words {
  return Object.fromEntries(
    names.flatMap((name) => {
      const word = AMBIGUITY[name];
      return word === undefined ? [] : [[`${prefix}${name}`, word]];
    }),
  );
}

/** What has the same name with `many_` before it. */
function alike(): Words {
  const names = PARTS.flatMap(([part]) =>
    ["mean_mu", "mean_distinct", "mean_entropy", "mu", "popular", "distinct", "entropy"].map(
      (name) => `${name}_${part}`,
    ),
  );
  const ofExamples = Object.keys(AMBIGUITY).filter((name) => name.includes("_of_example_"));
  return pick([...names, ...ofExamples], "many_");
}

/** `A {name}` for long answers and for short ones. */
function both(name: string, word: (what: string) => Word): Words {
  return Object.fromEntries(PARTS.map(([part, what]) => [`${name}_${part}`, word(what)]));
}

const DRAWS = "draws";

export const WORDS: Words = {
  ...alike(),
  ...pick(["all", "answers"], ""),
  many_examples: {
    label: "Examples with 25 annotations",
    explanation: "If an example has more, the earliest 25 count. The paper has 302.",
  },
  psi: { label: "Precision Ψ" },
  correct: { label: "Ê(C)" },
  debatable: { label: "Ê(C_d)" },
  wrong: { label: "Ê(W)" },
  ...both("psi", (what) => ({
    label: `Precision Ψ, ${what}`,
    explanation:
      "Precision: the share of draws that experts judged correct, including debatable ones: Ê(C) + Ê(C_d) (NQ, section 4.3, Table 2).",
    counted: DRAWS,
  })),
  ...both("correct", (what) => ({
    label: `Ê(C), ${what}`,
    explanation: "The share of draws whose consensus is correct (NQ, Table 2).",
    counted: DRAWS,
  })),
  ...both("debatable", (what) => ({
    label: `Ê(C_d), ${what}`,
    explanation: "The share of draws whose consensus is correct but debatable (NQ, Table 2).",
    counted: DRAWS,
  })),
  ...both("wrong", (what) => ({
    label: `Ê(W), ${what}`,
    explanation: "The share of draws whose consensus is wrong (NQ, Table 2).",
    counted: DRAWS,
  })),
  ...both("footnote_9_correct", (what) => ({
    label: `Right where μ ≥ 0.4, ${what}`,
    explanation:
      "The share of C and C_d among judged answers whose example has at least two in five annotations that are not NULL. Together with the next figure, this is why β is 2 (NQ, footnote 9: 114 of 122).",
    counted: "draws with μ ≥ 0.4",
  })),
  ...both("footnote_9_wrong", (what) => ({
    label: `Wrong where μ < 0.4, ${what}`,
    explanation:
      "The share of W among judged answers whose example has fewer than two in five annotations that are not NULL (NQ, footnote 9: over 35%, 6 of 17, where it prints 11 of 17).",
    counted: "draws with μ < 0.4",
  })),
  ...both("figure_4", (what) => ({
    label: `Figure 4, ${what}`,
    explanation:
      "How many annotators give an answer at all, compared with the experts’ verdicts on the judged one: the share of draws whose μ lies in each interval, divided into C, C_d and W (NQ, section 4.4). An interval includes its upper end only. Each part opens its examples.",
    x: "μ",
    y: "Share of draws",
  })),
  C: { label: "C, correct" },
  C_d: { label: "C_d, debatable" },
  W: { label: "W, wrong" },
  table_2: {
    label: "Table 2",
    explanation:
      "Precision and the three verdicts as shares of the newest finished rounds’ draws, with 95% intervals (NQ, section 4.3).",
  },
  quantity: { label: "Share" },
  long: { label: "Long answers" },
  long_low: { label: "from" },
  long_high: { label: "to" },
  short: { label: "Short answers" },
  short_low: { label: "from" },
  short_high: { label: "to" },
  figure_6: {
    label: "Figure 6’s statistics",
    explanation:
      "For each judged answer: how many annotations give any answer, and how many give the same one. For a NULL, how many are NULL too. These are the first twenty of the round; its sheet has all. The paper’s four are below.",
  },
  verdict_long: { label: "Long answer" },
  answers_long: { label: "some answer" },
  same_long: { label: "the same" },
  verdict_short: { label: "Short answer" },
  answers_short: { label: "some answer" },
  same_short: { label: "the same" },
  many_varied_long: {
    label: "The most varied long answers",
    explanation:
      "The examples whose 25 annotations have the most distinct answers. The paper’s has 7 passages about tungsten (NQ, section 4.4).",
  },
  many_varied_short: {
    label: "The most varied short answers",
    explanation:
      "The examples whose 25 annotations have the most distinct answers. The paper’s has 11, “to the lungs” among them (NQ, section 4.4).",
  },
  rounds: { label: "Source" },
  part: { label: "Judged" },
  round: { label: "Open" },
  number: { label: "Round" },
  title: { label: "Title" },
  finished_on: { label: "Finished" },
  draws: { label: "Draws" },
  complete: { label: "Answers with all annotations" },
  ...Object.fromEntries(
    PARTS.flatMap(([part, what]) =>
      (["correct", "debatable", "wrong"] as const).map((verdict) => [
        `judged_mu_${part}_${verdict}`,
        { label: `μ of ${what} judged ${verdict}`, unit: "share" },
      ]),
    ),
  ),
  without_verdicts: {
    label: "Without verdicts",
    explanation:
      "No finished round has further annotations of its examples yet, so Figure 4 shows all examples with 25 annotations, without experts’ verdicts. Open a round under Judgments, finish it, and ask for 25 annotations there.",
  },
  incomplete_examples: {
    label: "Not all examples are complete",
    explanation:
      "Some judged examples don’t have all the requested annotations yet. Figure 4 and footnote 9 use the others.",
  },
};
