import type { Words } from "@/components/figures/word";

export const WORDS: Words = {
  null: {
    label: "No long answer",
    explanation:
      "The share of annotations without a long answer, including bad questions. The paper’s 51% (NQ, section 3.3) is over all training examples, with one annotation each.",
    counted: "annotations",
    unit: "count",
  },
  bad: {
    label: "Bad question",
    explanation:
      "The share of annotations that judge the question bad (NQ, section 3.2: ambiguous, incomprehensible, with clear false presuppositions, opinion-seeking, or not a request for facts), of those that judge it at all.",
    counted: "annotations that judge the question",
    unit: "count",
  },
  top_level: {
    label: "Top-level",
    explanation:
      "The share of long answers that are not inside another candidate (data statistics of NQ’s repository: 95%).",
    counted: "long answers",
    unit: "count",
  },
  single_span: {
    label: "One span",
    explanation:
      "The share of short answers with exactly one span, of all short answers that are spans (data statistics of NQ’s repository: 90%).",
    counted: "short answers that are spans",
    unit: "count",
  },
  bad_after_page: {
    label: "Bad after the page",
    explanation:
      "Questions that an annotator called good, then bad after seeing the page. The judgment should come from the question alone, so the annotator gives a reason. The history shows it.",
    counted: "bad questions",
  },
  quality_unsaid: {
    label: "Quality not said",
    explanation:
      "Some annotations come from files that don’t say whether the question was good. Those without a long answer are counted separately, neither as bad question nor as no answer.",
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
    label: "Where annotations end",
    explanation:
      "Figure 2 of the NQ paper: the share of annotations that end at each decision, with intervals. Published shares come from the counts of the training data in NQ’s repository, which don’t include the figure’s shares of bad questions and of no answer. Each end opens its examples.",
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
      "Shares of all long answers, by the candidate’s tag. Published: data statistics of NQ’s repository.",
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
      "Long answers by whether they are inside another candidate; short answers by how many spans they have.",
    x: "Form",
    y: "Share of long, of short answers",
  },
  nested: { label: "Within another candidate", unit: "count" },
  spread: { label: "Several spans", unit: "count" },

  bad_by_guideline: {
    label: "Bad questions by guidelines",
    explanation: "The share of questions judged bad, under each version of the guidelines.",
    x: "Version of the guidelines",
    y: "Bad questions",
  },
  no_guideline: { label: "None" },

  seconds_by_stage: {
    label: "Time by stage",
    explanation:
      "Mean active seconds with Student’s interval. A stage counts the annotations that reached it. A bad question ends before the page is shown, and without a long answer there is no short one, so the stages don’t add up to the total time.",
    x: "Stage",
    y: "Mean, seconds",
  },
  question: { label: "Question" },
  long_answer: { label: "Long answer" },
  short_answer: { label: "Short answer" },
  in_all: { label: "In all" },

  seconds_distribution: {
    label: "Time for an annotation",
    explanation: "Timed annotations by their active seconds over all stages.",
    x: "Seconds (upper bound excluded)",
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
      "Active seconds of the annotations that reached each stage: how many have a time, how many don’t, the mean with its 95% interval, the quartiles, and the 90th percentile.",
  },
  stage: { label: "Stage" },
  present: { label: "Timed" },
  missing: { label: "Without" },
  tag_unknown: {
    label: "Unknown kind",
    explanation: "The kind of some long answers is not known. They are left out of the kinds.",
  },
  top_level_unknown: {
    label: "Unknown level",
    explanation:
      "For some long answers, it is not known whether they are top-level. They are left out of that share.",
  },

  spans_answers: { label: "Short answers that are spans", unit: "count" },
  yes_no_answers: { label: "Yes-or-no answers", unit: "count" },
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
