import type { Word, Words } from "@/components/figures/word";

/** What section `many_annotations` says of 25 annotations, this one says of two or more. */

const MU =
  "The share of an example’s annotations that are not NULL (NQ, section 4.4: μ = non-null annotations / all annotations).";

function mu(part: string): Word {
  return {
    label: `μ, ${part}`,
    explanation: `${MU} Examples by the intervals of Figure 4. Each interval includes its upper end only, so 5 of 25 is in the first. Examples where everybody says NULL are shown separately. Each bar opens its examples.`,
    unit: "share",
    x: "μ",
    y: "Share of examples",
  };
}

function popular(part: string, published: string): Word {
  return {
    label: `The most popular ${part}`,
    explanation: `Annotations that give one of their example’s one, two or three most popular answers, as a share of all annotations (NULL counts as an answer), and of those that are not NULL (NQ, section 4.4). Published: ${published}, of 25 annotations each; the paper doesn’t say over which of the two. Each bar opens the examples, each with its own share.`,
    y: "Share of annotations",
  };
}

const RANKS = {
  most_popular: "Most popular",
  two_most_popular: "Two most popular",
  three_most_popular: "Three most popular",
};

const OVERS = { all: "of all annotations", non_null: "of those not NULL" };

/** What the most popular answers of one example account for, as a column of the example table. */
function popularOfExample(part: "long" | "short"): Words {
  return Object.fromEntries(
    Object.entries(RANKS).flatMap(([rank, label]) =>
      Object.entries(OVERS).map(([over, whole]) => [
        `${rank}_of_example_${part}_${over}`,
        { label: `${label} ${part} answers, ${whole}`, unit: "share" },
      ]),
    ),
  );
}

function distinct(part: string): Word {
  return {
    label: `Distinct ${part}`,
    explanation:
      "How many different answers an example has, not counting NULL (NQ, section 4.4). Each bar opens its examples.",
    unit: "count",
    x: "Distinct answers",
    y: "Share of examples",
  };
}

function varied(part: string, paper: string): Word {
  return {
    label: `The most varied ${part}`,
    explanation: `Examples with the most distinct answers; ties are ordered by the entropy of the answers that are not NULL. ${paper}`,
  };
}

function meanMu(part: string): Word {
  return {
    label: `Mean μ, ${part}`,
    explanation: `${MU} The mean over examples, each with the same weight.`,
    counted: "examples",
  };
}

function meanDistinct(part: string): Word {
  return {
    label: `Distinct ${part} of an example`,
    explanation: "The mean number of different answers, not counting NULL (NQ, section 4.4).",
    counted: "examples",
  };
}

function meanEntropy(part: string): Word {
  return {
    label: `Entropy, ${part}`,
    explanation:
      "The mean over examples of −Σ p log₂ p, where p is each answer’s share of the annotations, NULL included: 0 if all say the same, 1 bit if two answers are equally frequent.",
    counted: "examples",
  };
}

export const WORDS: Words = {
  compared_examples: {
    label: "Examples compared",
    explanation: "Examples with two or more annotations. With only one, nothing can differ.",
  },
  mean_mu_long: meanMu("long answers"),
  mean_mu_short: meanMu("short answers"),
  mean_distinct_long: meanDistinct("long answers"),
  mean_distinct_short: meanDistinct("short answers"),
  mean_entropy_long: meanEntropy("long answers"),
  mean_entropy_short: meanEntropy("short answers"),
  mu_long: mu("long answers"),
  mu_short: mu("short answers"),
  zero: { label: "0" },
  popular_long: popular("long answers", "83% for one, 96% for two"),
  popular_short: popular("short answers", "64% for one, 90% for three"),
  most_popular: { label: RANKS.most_popular },
  two_most_popular: { label: RANKS.two_most_popular },
  three_most_popular: { label: RANKS.three_most_popular },
  ...popularOfExample("long"),
  ...popularOfExample("short"),
  all: { label: "Of all annotations" },
  non_null: { label: "Of those not NULL" },
  distinct_long: distinct("long answers"),
  distinct_short: distinct("short answers"),
  entropy_long: { label: "Entropy, long answers", unit: "bits" },
  entropy_short: { label: "Entropy, short answers", unit: "bits" },
  most_varied_long: varied(
    "long answers",
    "The paper’s has 7 passages about tungsten (NQ, section 4.4).",
  ),
  most_varied_short: varied(
    "short answers",
    "The paper’s has 11 answers to where blood is pumped, “to the lungs” among them (NQ, section 4.4).",
  ),
  by_annotations: {
    label: "By number of annotations",
    explanation:
      "The fewer annotations an example has, the larger the share of its most popular answer: with two, it is never less than half. Compare figures from 25 annotations only with others from 25.",
  },
  example: { label: "Example" },
  question: { label: "Question" },
  distinct: { label: "Distinct answers" },
  entropy_bits: { label: "Entropy, bits" },
  answers: { label: "Not NULL" },
  annotations: { label: "Annotations" },
  examples: { label: "Examples" },
  most_popular_long_all: { label: "Most popular long answer, of all" },
  most_popular_long_non_null: { label: "of those not NULL" },
  most_popular_short_all: { label: "Most popular short answer, of all" },
  most_popular_short_non_null: { label: "of those not NULL" },
  not_25_way: {
    label: "Not 25-way",
    explanation:
      "Published figures use 25 annotations per example. With fewer, the most popular answers account for more.",
  },
};
