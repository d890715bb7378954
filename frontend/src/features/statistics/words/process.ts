import type { Words } from "../words";

export const WORDS: Words = {
  null: {
    label: "No long answer",
    explanation:
      "Annotations without a long answer, bad questions among them, of all annotations. The paper’s 51% (NQ, section 3.3) is of all training examples, one annotation each.",
    counted: "annotations",
    unit: "count",
  },
  bad: {
    label: "Bad question",
    explanation:
      "Questions that were judged bad (NQ, section 3.2: ambiguous, incomprehensible, with clear false presuppositions, opinion-seeking, or not a request for facts), of the annotations that say it.",
    counted: "annotations that say it",
    unit: "count",
  },
  top_level: {
    label: "Top-level",
    explanation:
      "Long answers that lie in no other candidate, of all long answers (data statistics of NQ’s repository: 95%).",
    counted: "long answers",
    unit: "count",
  },
  single_span: {
    label: "One span",
    explanation:
      "Short answers of exactly one span, of all short answers that are spans (data statistics of NQ’s repository: 90%).",
    counted: "short answers of spans",
    unit: "count",
  },
  quality_unsaid: {
    label: "Quality not said",
    explanation:
      "Some annotations come from files that don’t say whether the question was good. Without a long answer they are counted apart, neither as bad question nor as no answer.",
    counted: "annotations",
  },
  seconds_mean: {
    label: "Mean time",
    explanation:
      "Active seconds of an annotation over all stages: idle time and hidden tabs don’t count. The paper’s annotators took 80 seconds (NQ, section 3.2).",
    counted: "timed annotations",
  },
  seconds_median: {
    label: "Median time",
    explanation: "Half of the timed annotations took less.",
    counted: "timed annotations",
  },
  seconds_missing: {
    label: "Without a time",
    explanation: "Annotations whose time was not measured in every stage, such as imported ones.",
    counted: "annotations",
  },

  decision_path: {
    label: "The way of annotations",
    explanation:
      "Figure 2 of the NQ paper: where annotations end, as shares of all of them, with intervals over examples. Published shares are those of the training data, by the counts of NQ’s repository; the picture’s shares of bad questions and of no answer are not among them. Each end leads to its examples.",
    x: "End",
  },
  no_answer: { label: "No answer", unit: "count" },
  unsaid: { label: "No long answer, quality not said", unit: "count" },
  long_only: { label: "Long answer only", unit: "count" },
  spans: { label: "Long and short answer" },
  yes_no: { label: "Yes or no" },

  long_answer_types: {
    label: "Kinds of long answers",
    explanation:
      "By the tag of the candidate, of all long answers; published: data statistics of NQ’s repository.",
    x: "Kind",
    y: "Share of long answers",
  },
  paragraph: { label: "Paragraph" },
  table: { label: "Table" },
  row: { label: "Table row" },
  list: { label: "List" },
  list_item: { label: "List item" },

  forms: {
    label: "Forms of answers",
    explanation:
      "Long answers by whether they lie in another candidate; short answers by how many spans they have.",
    x: "Form",
    y: "Share of long, of short answers",
  },
  nested: { label: "Within another candidate", unit: "count" },
  spread: { label: "Several spans", unit: "count" },

  bad_by_guideline: {
    label: "Bad questions by guidelines",
    explanation:
      "Questions judged bad, of the annotations made under each version of the guidelines that say it.",
    x: "Version of the guidelines",
    y: "Bad questions",
  },
  no_guideline: { label: "None" },

  seconds_by_stage: {
    label: "Time by stage",
    explanation:
      "Mean active seconds with Student’s interval. A stage counts the annotations that came to it: a bad question ends before the page is shown, and without a long answer there is no short one. So the stages don’t add up to the time in all.",
    x: "Stage",
    y: "Mean, seconds",
  },
  question: { label: "Question" },
  long_answer: { label: "Long answer" },
  short_answer: { label: "Short answer" },
  in_all: { label: "In all" },

  seconds_distribution: {
    label: "How long annotations take",
    explanation: "Timed annotations by their active seconds over all stages.",
    x: "Seconds, from and below",
    y: "Share of timed annotations",
  },
  "0_to_20": { label: "0–20" },
  "20_to_40": { label: "20–40" },
  "40_to_60": { label: "40–60" },
  "60_to_80": { label: "60–80" },
  "80_to_100": { label: "80–100" },
  "100_to_120": { label: "100–120" },
  "120_to_180": { label: "120–180" },
  "180_to_240": { label: "180–240" },
  "240_and_more": { label: "240 and more" },

  seconds: {
    label: "Time in numbers",
    explanation:
      "Active seconds of the annotations that came to each stage: how many have a time, how many have none, mean with its 95% interval, quartiles, and the 90th percentile.",
  },
  stage: { label: "Stage" },
  present: { label: "Timed" },
  missing: { label: "Without" },
  mean: { label: "Mean" },
  low: { label: "From" },
  high: { label: "To" },
  answers: { label: "Answers" },
  lower_quartile: { label: "Lower quartile" },
  median: { label: "Median" },
  upper_quartile: { label: "Upper quartile" },
  percentile_90: { label: "90th percentile" },

  tag_unknown: {
    label: "Unknown kind",
    explanation: "Of some long answers the kind is not known; they are left out of the kinds.",
  },
  top_level_unknown: {
    label: "Unknown level",
    explanation:
      "Of some long answers it is not known whether they are top-level; they are left out of that share.",
  },

  spans_answers: { label: "Short answers of spans", unit: "count" },
  yes_no_answers: { label: "Answers yes or no", unit: "count" },
  long_answers: { label: "Long answers", unit: "count" },
  short_answers: { label: "Short answers", unit: "count" },
  tag_paragraph: { label: "Paragraphs as long answer", unit: "count" },
  tag_table: { label: "Tables as long answer", unit: "count" },
  tag_row: { label: "Table rows as long answer", unit: "count" },
  tag_list: { label: "Lists as long answer", unit: "count" },
  tag_list_item: { label: "List items as long answer", unit: "count" },
  bad_without_guidelines: { label: "Bad question, without guidelines", unit: "count" },
  timed_question: { label: "Timed at the question", unit: "count" },
  timed_long_answer: { label: "Timed at the long answer", unit: "count" },
  timed_short_answer: { label: "Timed at the short answer", unit: "count" },
  timed_in_all: { label: "Timed in all stages", unit: "count" },
  took_0_to_20: { label: "Took below 20 seconds", unit: "count" },
  took_20_to_40: { label: "Took 20 to 40 seconds", unit: "count" },
  took_40_to_60: { label: "Took 40 to 60 seconds", unit: "count" },
  took_60_to_80: { label: "Took 60 to 80 seconds", unit: "count" },
  took_80_to_100: { label: "Took 80 to 100 seconds", unit: "count" },
  took_100_to_120: { label: "Took 100 to 120 seconds", unit: "count" },
  took_120_to_180: { label: "Took 120 to 180 seconds", unit: "count" },
  took_180_to_240: { label: "Took 180 to 240 seconds", unit: "count" },
  took_240_and_more: { label: "Took 240 seconds or more", unit: "count" },
};
