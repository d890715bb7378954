import type { Word, Words } from "../words";

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
    "Twenty of 25 annotations predict together: NULL if fewer than α = 8 of them are not NULL, else their most popular answer. The other five are references (NQ, section 5.2).",
  ],
  [
    "one_against_others",
    "One against the other four",
    "Each of five annotations against the other four, with the same β.",
  ],
];

const MEASURE =
  "A prediction is right if at least β = 2 references are not NULL and one of them is the same, or if it is NULL and fewer are not (NQ, Definition 1).";

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
            explanation: `${how} ${MEASURE} F1 is the harmonic mean of precision (right of those answered) and recall (right of those that can be answered).`,
            counted: "examples",
          },
        ],
        [
          `accuracy_${who}_${part}`,
          {
            label: `Accuracy, ${name.toLowerCase()}, ${what}`,
            explanation: `${how} ${MEASURE} A_β is the share of examples that are right, NULL or not.`,
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
      "Examples of which at least β of five references are not NULL: what recall is taken over, and what a model that always answers can be right on at most.",
    counted: "examples",
  })),
  ...both("scores", (what) => ({
    label: `What people reach, ${what}`,
    explanation: `${MEASURE} Published are Table 3’s human rows. Intervals over examples. Each bar opens its examples, each with what it adds to the score.`,
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
      "So many of the twenty must give an answer before they predict one. A low α answers more, a high one is right more often. The paper’s is 8. Each point opens its examples.",
    x: "α",
    y: "Score",
  })),
  ...both("best_alpha", (what) => ({
    label: `Best α, ${what}`,
    explanation: "The threshold with the highest F1 here; of equal ones the lowest.",
    counted: "examples",
  })),
  f1_by_beta: {
    label: "What β does",
    explanation:
      "F1 where at least β of five references must be not NULL. With a larger β fewer examples can be answered, and NULL is right more often. The paper’s is 2.",
    x: "β",
    y: "F1",
  },
  single_long: { label: "Single, long" },
  super_long: { label: "Super, long" },
  single_short: { label: "Single, short" },
  super_short: { label: "Super, short" },
  f1_by_references: {
    label: "What k does",
    explanation:
      "F1 of a single annotator against k references, β unchanged. More references have more answers that count as right, and more examples that count as answerable. The paper’s k is 5.",
    x: "k",
    y: "F1",
  },
  long: { label: "Long answers" },
  short: { label: "Short answers" },
  bayes_threshold: {
    label: "Bayes-optimal threshold",
    explanation:
      "From which probability γ of the likeliest answer on a model does better to predict it than NULL, if there is no other answer (γ + γ̄ = 1). Solved from γ̄⁵ + 5 γ̄⁴ (1 − γ̄) = 0.5 for k = 5, β = 2 (NQ, footnote 11).",
  },
  thresholds: {
    label: "Bayes-optimal thresholds",
    explanation:
      "The same for other k and β: the probability at which at least β of k annotations are as likely as not to have an answer.",
    x: "β",
    y: "Probability γ",
  },
  ...series("k", [2, 3, 4, 5, 6, 7, 8, 9, 10, 25], "k"),
  thresholds_given_null: {
    label: "Thresholds where there are other answers",
    explanation:
      "From which γ on the likeliest answer pays off where NULL has probability γ̄ and other answers the rest, for k = 5 (NQ, footnote 11, general case). A line ends where there is no other answer, in the threshold above; beyond it NULL is always better.",
    x: "Probability γ̄ of NULL",
    y: "Probability γ",
  },
  ...series("beta", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "β"),
  every_draw: {
    label: "Over every draw",
    explanation:
      "Scores are expectations over every way to draw references, counted out exactly. The paper has one draw of five; its figures vary around such an expectation.",
  },
  one_against_four: {
    label: "Four references, not five",
    explanation:
      "One against the other four has four references where the paper’s single annotator has five: it is right less often, and not to be compared with the published figures.",
  },
  fewer_than_25: {
    label: "Fewer than 25 annotations",
    explanation:
      "No example has 25 annotations yet, so nobody can say what a super-annotator reaches. The single annotator is of all examples with at least six.",
  },
};
