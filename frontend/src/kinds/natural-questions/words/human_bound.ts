import type { Word, Words } from "@/components/figures/word";

const PARTS: readonly (readonly [string, string])[] = [
  ["long", "long answers"],
  ["short", "short answers"],
];

const WHO: readonly (readonly [string, string, string])[] = [
  [
    "single_annotator",
    "Single annotator",
    "One annotation against five others of the same example (NQ, section 5.2).",
  ],
  [
    "super_annotator",
    "Super-annotator",
    "Twenty of 25 annotations predict together: NULL if fewer than α = 8 of them are not NULL, otherwise their most popular answer. The other five are the references (NQ, section 5.2).",
  ],
  [
    "one_against_others",
    "One against the other four",
    "Each of five annotations against the other four, with the same β.",
  ],
];

const MEASURE =
  "A prediction is right if at least β = 2 references are not NULL and one of them is the same. NULL is right if fewer than β references are not NULL (NQ, Definition 1).";

const SCORES = { precision: "Precision", recall: "Recall", f1: "F1" };

/** What each example adds to a score, as columns of the example table. */
function scoresOfExamples(): Words {
  return Object.fromEntries(
    WHO.flatMap(([who, name]) =>
      PARTS.flatMap(([part, what]) =>
        Object.entries(SCORES).map(([score, label]): [string, Word] => [
          `${score}_of_example_${who}_${part}`,
          { label: `${label} on the example, ${name.toLowerCase()}, ${what}`, unit: "share" },
        ]),
      ),
    ),
  );
}

function figures(): Words {
  return Object.fromEntries(
    WHO.flatMap(([who, name, how]) =>
      PARTS.flatMap(([part, what]): [string, Word][] => [
        [
          `f1_${who}_${part}`,
          {
            label: `F1, ${name.toLowerCase()}, ${what}`,
            explanation: `${how} ${MEASURE} F1 is the harmonic mean of precision (right, of the answered examples) and recall (right, of the examples that can be answered).`,
            counted: "examples",
          },
        ],
        [
          `accuracy_${who}_${part}`,
          {
            label: `Accuracy, ${name.toLowerCase()}, ${what}`,
            explanation: `${how} ${MEASURE} A_β is the share of examples predicted right, NULL included.`,
            counted: "examples",
          },
        ],
      ]),
    ),
  );
}

/** `{name}_long` and `{name}_short`. */
function both(name: string, word: (what: string) => Word): Words {
  return Object.fromEntries(PARTS.map(([part, what]) => [`${name}_${part}`, word(what)]));
}

function series(prefix: string, numbers: readonly number[], symbol: string): Words {
  return Object.fromEntries(
    numbers.map((number) => [`${prefix}_${number}`, { label: `${symbol} = ${number}` }]),
  );
}

export const WORDS: Words = {
  ...figures(),
  ...scoresOfExamples(),
  ...Object.fromEntries(WHO.map(([who, label]) => [who, { label }])),
  ...both("answerable", (what) => ({
    label: `Answerable, ${what}`,
    explanation:
      "Examples where at least β of five references are not NULL. Recall is measured over these, and even a model that always answers can be right only on these.",
    counted: "examples",
  })),
  ...both("scores", (what) => ({
    label: `How well people do, ${what}`,
    explanation: `${MEASURE} Published figures are the human rows of Table 3. Each bar opens its examples, with what each adds to the score.`,
    y: "Score",
  })),
  table_3: {
    label: "Table 3, human rows",
    explanation: "Precision, recall and F1 (NQ, section 5.2 and Table 3).",
  },
  who: { label: "Who" },
  examples: { label: "Examples" },
  precision: { label: SCORES.precision },
  recall: { label: SCORES.recall },
  f1: { label: SCORES.f1 },
  precision_long: { label: "Long: P" },
  recall_long: { label: "R" },
  f1_long: { label: "F1" },
  precision_short: { label: "Short: P" },
  recall_short: { label: "R" },
  f1_short: { label: "F1" },
  ...both("alpha", (what) => ({
    label: `The super-annotator by its threshold, ${what}`,
    explanation:
      "How many of the twenty must give an answer before they predict one. A low α answers more often; a high α is right more often. The paper uses 8. Each point opens its examples.",
    x: "α",
    y: "Score",
  })),
  ...both("best_alpha", (what) => ({
    label: `Best α, ${what}`,
    explanation: "The threshold with the highest F1 here. If several are equal, the lowest.",
    counted: "examples",
  })),
  f1_by_beta: {
    label: "Effect of β",
    explanation:
      "F1 if a right answer requires at least β of five references that are not NULL. With a larger β, fewer examples can be answered, and NULL is right more often. The paper uses 2.",
    x: "β",
    y: "F1",
  },
  single_long: { label: "Single, long" },
  super_long: { label: "Super, long" },
  single_short: { label: "Single, short" },
  super_short: { label: "Super, short" },
  f1_by_references: {
    label: "Effect of k",
    explanation:
      "F1 of a single annotator against k references, with the same β. With more references, more answers count as right and more examples count as answerable. The paper uses 5.",
    x: "k",
    y: "F1",
  },
  long: { label: "Long answers" },
  short: { label: "Short answers" },
  bayes_threshold: {
    label: "Bayes-optimal threshold",
    explanation:
      "A model should predict its likeliest answer rather than NULL once the answer’s probability γ exceeds this threshold, if there is no other answer (γ + γ̄ = 1). Solved from γ̄⁵ + 5 γ̄⁴ (1 − γ̄) = 0.5 for k = 5, β = 2 (NQ, footnote 11).",
  },
  thresholds: {
    label: "Bayes-optimal thresholds",
    explanation:
      "The same threshold for other k and β: the probability at which at least β of k annotations have an answer half of the time.",
    x: "β",
    y: "Probability γ",
  },
  ...series("k", [2, 3, 4, 5, 6, 7, 8, 9, 10, 25], "k"),
  thresholds_given_null: {
    label: "Thresholds where there are other answers",
    explanation:
      "The γ above which the likeliest answer pays off, if NULL has probability γ̄ and other answers have the rest, for k = 5 (NQ, footnote 11, general case). A line ends at the threshold above, where there is no other answer. Beyond that, NULL is always better.",
    x: "Probability γ̄ of NULL",
    y: "Probability γ",
  },
  ...series("beta", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "β"),
  every_draw: {
    label: "Over every draw",
    explanation:
      "Scores are exact expectations over every way to draw references. The paper uses one draw of five, so its figures vary around such an expectation.",
  },
  one_against_four: {
    label: "Four references, not five",
    explanation:
      "“One against the other four” has four references; the paper’s single annotator has five. It is right less often, so don’t compare it with the published figures.",
  },
  fewer_than_25: {
    label: "Fewer than 25 annotations",
    explanation:
      "No example has 25 annotations yet, so the super-annotator can’t be computed. The single annotator uses all examples with at least six.",
  },
};
