import type { Word, Words } from "@/components/figures/word";

const COMPARED = "Over examples with two or more annotations, each with the same weight.";

const FIELDS = {
  quality: "question quality",
  null: "whether there is a long answer",
  long: "long answer",
  yes_no: "yes, no or neither",
  short: "short answer",
};

const VALUES: Readonly<Record<keyof typeof FIELDS, string>> = {
  quality: "Good or bad. Annotations from files that say neither don’t count.",
  null: "A long answer, or NULL.",
  long: "The same candidate, or both NULL.",
  yes_no: "Yes, no or neither.",
  short: "Exactly the same spans, both yes, both no, or both NULL.",
};

const CATEGORIES =
  "It needs values that all examples share. It can’t be computed where each example has its own answers.";

function ofField(field: keyof typeof FIELDS): Words {
  const name = FIELDS[field];
  const values = VALUES[field];
  return {
    [`observed_${field}`]: {
      label: `Observed agreement, ${name}`,
      explanation: `${values} The share of pairs of annotations that agree, of each example: P̄ = mean of Σ n (n − 1) / k (k − 1), where n of its k annotations have the same value. ${COMPARED}`,
      counted: "examples",
    },
    [`fleiss_${field}`]: {
      label: `Fleiss’ κ, ${name}`,
      explanation: `${values} (P̄ − P̄ₑ) / (1 − P̄ₑ): how far agreement goes beyond chance (Fleiss 1971). Chance is the sum of the squared shares of the values. ${COMPARED}`,
      counted: "examples",
    },
    [`alpha_${field}`]: {
      label: `Krippendorff’s α, ${name}`,
      explanation: `${values} 1 − observed disagreement / disagreement by chance (Krippendorff 2011). Annotations may be missing, and examples may have different numbers of them. 1 is perfect, 0 is chance.`,
      counted: "examples",
    },
    [`ac1_${field}`]: {
      label: `Gwet’s AC₁, ${name}`,
      explanation: `${values} Like κ, but chance is Σ p (1 − p) / (q − 1) over q values (Gwet 2008), so a rare value doesn’t distort it.${field === "long" || field === "short" ? ` ${CATEGORIES}` : ""}`,
      counted: "examples",
    },
    [`agreement_${field}`]: {
      label: `Agreement, ${name}`,
      explanation: "The share of the example’s pairs of annotations that agree.",
      unit: "share",
    },
  };
}

/** Of decisions that are also compared by pair of annotators and by example. */
function ofFieldApart(field: keyof typeof FIELDS): Words {
  const name = FIELDS[field];
  const values = VALUES[field];
  return {
    [`kappa_${field}`]: { label: `Cohen’s κ, ${name}` },
    [`examples_by_${field}`]: {
      label: `Examples by agreement, ${name}`,
      explanation: `${values} The share of an example’s pairs of annotations that agree, from none to all. Each bar opens its examples.`,
      x: "Pairs that agree",
      y: "Share of examples",
    },
  };
}

const DECISIONS: Readonly<Record<string, string>> = {
  bad: "Bad question",
  no_answer: "No answer",
  paragraph: "Paragraph",
  table: "Table",
  row: "Table row",
  list: "List",
  list_item: "List item",
  other: "Other kind",
  unsaid: "No long answer, quality not said",
};

/** Two decisions that are confused: as a bar, and as a column of the example table. */
function confusions(): Words {
  const names = Object.entries(DECISIONS);
  const words: Record<string, Word> = {};
  for (const [at, [one, label]] of names.entries()) {
    words[one] = { label };
    for (const [other, otherLabel] of names.slice(at)) {
      const both =
        one === other
          ? `Two different answers, both ${label.toLowerCase()}`
          : `${label} / ${otherLabel.toLowerCase()}`;
      words[`${one}__${other}`] = { label: both };
      words[`confused__${one}__${other}`] = {
        label: both,
        explanation: "Pairs of annotations of the example that differ in this way.",
        unit: "count",
      };
    }
  }
  return words;
}

function ability(model: string, field: string, explanation: string): Word {
  return { label: `${model}, ${field}`, explanation };
}

const SKENE = "How often somebody gives the true value, by Dawid and Skene’s model (1979).";
const MACE =
  "How often somebody doesn’t guess, by MACE (Hovy and others 2013), with one answer perhaps rarer than the other.";

export const WORDS: Words = {
  examples_compared: {
    label: "Examples compared",
    explanation:
      "Examples with two or more annotations. With only one, there is nothing to compare.",
  },
  pairs_compared: {
    label: "Pairs of annotations",
    explanation: "Every pair of annotations of the same example.",
  },
  ...ofField("quality"),
  ...ofFieldApart("quality"),
  ...ofField("null"),
  ...ofFieldApart("null"),
  ...ofField("long"),
  ...ofFieldApart("long"),
  ...ofField("yes_no"),
  ...ofField("short"),
  ...ofFieldApart("short"),
  alpha_short_jaccard: {
    label: "α, short answer, Jaccard",
    explanation:
      "Krippendorff’s α, with 1 − shared tokens / all tokens of both as the distance between two short answers. NULL, yes and no each count as one token of their own.",
    counted: "examples",
  },
  alpha_short_masi: {
    label: "α, short answer, MASI",
    explanation:
      "Like Jaccard, times 2/3 if one answer contains the other, 1/3 if they overlap and 0 if they share nothing (Passonneau 2006).",
    counted: "examples",
  },
  token_f1: {
    label: "Token F1",
    explanation:
      "2 × shared tokens / tokens of both short answers, the mean over pairs and then over examples. NULL, yes and no are one token each, so two NULLs count 1.",
    counted: "examples",
  },
  token_iou: {
    label: "Token IoU",
    explanation:
      "Shared tokens / all tokens of both short answers, the mean over pairs and then over examples. Two NULLs count 1.",
    counted: "examples",
  },
  span_f1: {
    label: "Span F1, where both mark spans",
    explanation: "Token F1, only of pairs in which both mark a short answer.",
    counted: "examples with such a pair",
  },
  span_iou: {
    label: "Span IoU, where both mark spans",
    explanation: "Token IoU, only of pairs in which both mark a short answer.",
    counted: "examples with such a pair",
  },
  observed_by_field: {
    label: "Observed agreement by decision",
    explanation: `The share of pairs of annotations that agree, without correction for chance. ${COMPARED} Each point opens its examples.`,
    x: "Decision",
    y: "Share of pairs",
  },
  beyond_chance_by_field: {
    label: "Agreement beyond chance by decision",
    explanation:
      "Fleiss’ κ, Krippendorff’s α and Gwet’s AC₁ side by side. 0 is chance, 1 is perfect. Each point opens the examples with their shares of agreeing pairs.",
    x: "Decision",
    y: "Coefficient",
  },
  quality: { label: "Question quality" },
  null: { label: "Answer or none" },
  long: { label: "Long answer" },
  yes_no: { label: "Yes or no" },
  short: { label: "Short answer" },
  fleiss: { label: "κ" },
  alpha: { label: "α" },
  ac1: { label: "AC₁" },
  none: { label: "None" },
  all: { label: "All" },
  confused_decisions: {
    label: "What annotators confuse",
    explanation:
      "The most frequent ways in which two annotators decide differently about the long answer, as shares of all disagreement; each example weighs the same. Each row opens its examples.",
    x: "Decisions",
    y: "Share of disagreement",
  },
  confusion_long: {
    label: "Decisions about the long answer",
    explanation:
      "When one annotator makes the row’s decision, the share of the example’s other annotators who make the column’s. The diagonal is exactly the same answer.",
  },
  confusion_short: {
    label: "Decisions about the short answer",
    explanation: "The same, where both chose the same long answer.",
  },
  ...confusions(),
  decision: { label: "Decision" },
  examples: { label: "Examples" },
  another: { label: "Same kind, another answer" },
  long_only: { label: "Long answer only" },
  spans: { label: "Spans" },
  yes: { label: "Yes" },
  no: { label: "No" },
  agreement_by_type: {
    label: "Agreement by answer type",
    explanation:
      "Examples by the decision that most of their annotations end in (NQ, Figure 2). A type needs agreement, so types agree more than all examples do. Examples without a most frequent decision are undecided; where files don’t say whether the question is good, those without a long answer are separate. Each bar opens its examples.",
    x: "Answer type",
    y: "Share of pairs",
  },
  undecided: { label: "Undecided" },
  agreement_by_split: {
    label: "Agreement by split",
    explanation: "Observed agreement in each split. Each bar opens its examples.",
    x: "Split",
    y: "Share of pairs",
  },
  no_split: { label: "No split" },
  agreement_by_guideline: {
    label: "Agreement by guidelines",
    explanation:
      "Pairs of annotations made under the same version of the guidelines, and pairs made under two different ones. Each bar opens its examples.",
    x: "Version",
    y: "Share of pairs",
  },
  no_guideline: { label: "Without guidelines" },
  mixed: { label: "Two versions" },
  agreement_by_week: {
    label: "Agreement over time",
    explanation:
      "By the week in which the later of two annotations came in (weeks start on Monday, UTC). A week has intervals from 10 examples on, or 10 pages if examples share them. Each point opens its examples.",
    x: "Week from",
    y: "Share of pairs",
  },
  unsettled_decisions: {
    label: "Unsettled decisions",
    explanation:
      "Examples where it is not yet 90% certain what most annotators would say: whether the question is bad, whether there is a long answer, and which one. Ambiguous examples need more annotations. Computed from the Beta posterior of the share who say so, with the project’s own prior; for the long answer, from the two most popular ones. Each bar opens its examples.",
    x: "Decision",
    y: "Share of examples",
  },
  posterior_bad: {
    label: "Posterior that most would call the question bad",
    explanation: "From the Beta posterior of the share who do.",
    unit: "share",
  },
  posterior_null: {
    label: "Posterior that most would find no long answer",
    explanation: "From the Beta posterior of the share who do.",
    unit: "share",
  },
  posterior_long: {
    label: "Posterior of the most popular long answer",
    explanation:
      "The probability that more people would choose it than the second most popular one. “None” counts as an answer.",
    unit: "share",
  },
  pairs: {
    label: "Who agrees with whom",
    explanation:
      "Every pair of annotators with ten or more shared examples: the share on which they agree, and Cohen’s κ = (observed − by chance) / (1 − by chance) (Cohen 1960), or a dash if both always said the same. Pairs that agree least on the long answer come first.",
  },
  annotator: { label: "Annotator" },
  other_annotator: { label: "and" },
  shared_examples: { label: "Examples of both" },
  abilities: {
    label: "What models say about annotators",
    explanation:
      "Estimated from agreement alone. Dawid and Skene’s ability is how often somebody gives the true value; MACE’s competence is how often they don’t guess. Shown for annotators with at least 40 examples that others answered too: from fewer, most differences are chance. MACE also needs 20 of the rarer answer.",
  },
  dawid_skene_quality: ability("Dawid–Skene", "question quality", SKENE),
  mace_quality: ability("MACE", "question quality", MACE),
  dawid_skene_null: ability("Dawid–Skene", "long answer or none", SKENE),
  mace_null: ability("MACE", "long answer or none", MACE),
  choices_long: ability(
    "MACE",
    "long answer",
    "How often somebody doesn’t guess among all candidates of the page.",
  ),
  imported_annotations: {
    label: "Annotations from files",
    explanation:
      "Annotations from files count like any others. They are left out of the tables of annotators, because a file doesn’t say who made which annotation.",
  },
  pairs_left_out: {
    label: "Pairs left out",
    explanation: "The table shows the 500 pairs that share the most examples.",
  },
};
