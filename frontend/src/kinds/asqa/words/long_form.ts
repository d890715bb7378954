import type { Word, Words } from "@/components/figures/word";

/** Words of bars from each edge to the next, and of their columns in the list of examples. */
function ranges(prefix: string, edges: readonly number[], what: string, hasEnd = false): Words {
  return Object.fromEntries(
    edges.flatMap((low, place): [string, Word][] => {
      const high = edges[place + 1];
      if (high === undefined) {
        if (hasEnd) return [];
        return [
          [`${low}_and_more`, { label: `${low} and more` }],
          [`${prefix}_${low}_and_more`, { label: `${low} ${what} or more`, unit: "count" }],
        ];
      }
      return [
        [`${low}_to_${high}`, { label: `${low}–${high}` }],
        [`${prefix}_${low}_to_${high}`, { label: `${low} to ${high} ${what}`, unit: "count" }],
      ];
    }),
  );
}

/** Names of ASQA's sections. */
export const WORDS: Words = {
  answer_words: {
    label: "Length of an answer",
    explanation:
      "Mean number of words, counted as the data set’s scorer counts them (ASQA, table 3: 64.8).",
    counted: "answers with a text",
    unit: "words",
  },
  support_words: {
    label: "Length of the support document",
    explanation:
      "Words that an answer can be attributed to: disambiguations with their short answers, context passages and knowledge pieces (ASQA, section 3.3: 225).",
    counted: "answers with a support document",
  },
  coverage: {
    label: "Coverage",
    explanation:
      "The share of an answer’s tokens that are also in its support document (ASQA, section 3.3: 92%).",
    counted: "answers with a support document",
    unit: "share",
  },
  support_words_without: {
    label: "Length without disambiguations",
    explanation:
      "The same, with context passages and knowledge pieces only (ASQA, section 3.3: 172).",
    counted: "answers with a support document",
  },
  coverage_without: {
    label: "Coverage without disambiguations",
    explanation:
      "The share of an answer’s tokens that are also in its context passages or knowledge pieces (ASQA, section 3.3: 78%).",
    counted: "answers with a support document",
  },
  context_rate: {
    label: "Disambiguations with context",
    explanation:
      "The share of the project’s disambiguations that have a passage in the file, or a sufficiently similar one that was found (ASQA, appendix A: 45%).",
    counted: "disambiguations",
  },
  concerns: {
    label: "With a concern",
    explanation: "Annotations that call the disambiguations wrong.",
    counted: "annotations",
  },
  overrides: {
    label: "With a confirmation",
    explanation:
      "Annotations in which short answers were missing and the annotator confirmed an equivalent wording (ASQA, appendix A).",
    counted: "annotations",
  },
  overridden_disambiguations: {
    label: "Confirmed disambiguations",
    explanation:
      "How often annotators confirmed that their answer says a missing short answer in other words.",
    counted: "annotations",
  },
  knowledge_pieces: {
    label: "Knowledge pieces",
    explanation: "Of an answer, on average.",
    counted: "answers with a text",
  },
  writing_seconds_mean: {
    label: "Mean time per answer",
    explanation:
      "Active time: idle time and hidden tabs don’t count. The paper’s annotators took 15 minutes (ASQA, appendix A).",
    counted: "timed annotations",
  },
  writing_seconds_median: {
    label: "Median time per answer",
    explanation: "Half of the timed annotations took less.",
    counted: "timed annotations",
  },
  writing_seconds_missing: {
    label: "Without a time",
    explanation: "Annotations whose time was not measured, such as imported ones.",
    counted: "annotations",
  },
  writing_seconds: { label: "Mean active time", unit: "seconds" },

  answer_lengths: {
    label: "Length of answers",
    explanation: "Answers with a text, by their number of words.",
    x: "Words (upper bound excluded)",
    y: "Share of answers",
  },
  ...ranges("words", [0, 20, 40, 60, 80, 100, 120, 160, 200], "words"),
  coverage_distribution: {
    label: "Support of answers",
    explanation: "Answers by the percentage of their tokens that are in the support document.",
    x: "Per cent of tokens (upper bound excluded)",
    y: "Share of answers",
  },
  ...ranges("coverage", [0, 50, 60, 70, 80, 90, 100], "% covered", true),
  writing_minutes: {
    label: "Time for an answer",
    explanation: "Timed annotations by their active minutes.",
    x: "Minutes (upper bound excluded)",
    y: "Share of timed annotations",
  },
  ...ranges("minutes", [0, 5, 10, 15, 20, 30, 45], "minutes"),
  answers_with: {
    label: "What annotations include",
    explanation: "The share of annotations with knowledge pieces, confirmations or concerns.",
    x: "Part",
    y: "Share of annotations",
  },
  with_knowledge: { label: "Knowledge pieces", unit: "count" },
  with_override: { label: "Confirmation", unit: "count" },
  with_concern: { label: "Concern", unit: "count" },
  concern_alone: { label: "Concern, no answer", unit: "count" },
  without_context: { label: "Written without context", unit: "count" },
  seconds_by_experience: {
    label: "Time by experience",
    explanation:
      "Mean active time of each annotator’s first five answers, the next five, and so on, with Student’s interval. In the paper, it falls slightly (ASQA, appendix A).",
    x: "The annotator’s answers",
    y: "Mean, seconds",
  },
  "1_to_5": { label: "1–5" },
  "6_to_10": { label: "6–10" },
  "11_to_20": { label: "11–20" },
  "21_to_50": { label: "21–50" },
  "51_to_100": { label: "51–100" },
  "101_and_later": { label: "101 and later" },
  answer_1_to_5: { label: "Among the annotator’s first 5", unit: "count" },
  answer_6_to_10: { label: "The annotator’s 6th to 10th", unit: "count" },
  answer_11_to_20: { label: "The annotator’s 11th to 20th", unit: "count" },
  answer_21_to_50: { label: "The annotator’s 21st to 50th", unit: "count" },
  answer_51_to_100: { label: "The annotator’s 51st to 100th", unit: "count" },
  answer_101_and_later: { label: "The annotator’s 101st or later", unit: "count" },
  lengths: {
    label: "Lengths in numbers",
    explanation:
      "Words of answers and of their support documents: mean, quartiles, 90th percentile.",
  },
  measured_text: { label: "Text" },
  contexts_unsaid: {
    label: "Contexts are unknown",
    explanation:
      "The imported files don’t say which context annotators saw, so support documents are shorter, and coverage is lower, than they were.",
  },
  two_regimes: {
    label: "Two regimes",
    explanation:
      "Some answers were written with context, some without. Figures over both mean little.",
  },

  rouge_l: {
    label: "ROUGE-L between annotators",
    explanation:
      "Mean F1 of each pair of answers to a question, then over questions (ASQA, section 3.3: 0.496, there times 100).",
    counted: "questions with two answers",
    unit: "coefficient",
  },
  rouge_l_pairs: {
    label: "Pairs compared",
    explanation: "Pairs of answers with words, of all pairs of answers to the same question.",
    counted: "pairs of answers",
  },
  presence_agreement: {
    label: "Agreement on short answers",
    explanation:
      "How often two answers to a question both have a disambiguation’s short answer, or both lack it, over all pairs and disambiguations.",
    counted: "questions with two answers",
    unit: "share",
  },
  present_short_answers: {
    label: "Short answers present",
    explanation:
      "STR-EM of the annotators: the share of disambiguations whose short answer appears in the answer, averaged over questions (ASQA, table 3: 98.4%).",
    counted: "questions",
    unit: "share",
  },
  rouge_l_distribution: {
    label: "How similar answers are",
    explanation: "Questions by the mean ROUGE-L F1 of their pairs of answers, times 100.",
    x: "ROUGE-L F1 × 100 (upper bound excluded)",
    y: "Share of questions with two answers",
  },
  ...ranges("rouge_l", [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100], "ROUGE-L F1", true),
  pairs_drawn: {
    label: "Some pairs left out",
    explanation:
      "There are too many pairs of answers to compare them all. From every 8,192 examples, 4,000 pairs are drawn, always the same ones. Pairs without words are left out too.",
  },
};
