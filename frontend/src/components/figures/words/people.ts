import type { Word, Words } from "@/components/figures/word";

const CENTRE =
  "The number is for all annotators together; in the funnel, each point is one annotator. The band allows for how many annotations each has: p ± 3 · s / √n, with Wilson’s limits for yes-or-no outcomes, and wider if people differ anyway (Spiegelhalter 2005). It doesn’t decide who is worth a look: that also takes the order of the annotations and the others’ answers to each example.";

function agreement(on: string): Word {
  return {
    label: `Agreement on ${on}`,
    explanation: `For each annotation, the share of the example’s other annotations that say the same: (those with the same answer − 1) / (all − 1). ${CENTRE}`,
    counted: "annotations with another one of the same example",
    unit: "share",
    x: "Annotations",
    y: "Share of others who agree",
  };
}

function rate(label: string, what: string): Word {
  return {
    label,
    explanation: `${what} ${CENTRE}`,
    counted: "annotations",
    unit: "share",
    x: "Annotations",
    y: "Share of annotations",
  };
}

export const WORDS: Words = {
  annotators: {
    label: "Annotators",
    explanation: "People who have annotated so far.",
    counted: "annotations",
  },
  to_look_at: {
    label: "Worth a look",
    explanation:
      "Annotators whose annotations differ from the others’, or from their own earlier ones, by more than steady people’s do. It is a reason to look, not a verdict: of those shown, on average at most one in ten is steady, and over a project about one in a hundred steady people is shown.",
    counted: "annotators",
  },
  noticed_after: {
    label: "Annotations until a change is noticed",
    explanation:
      "If two in five answers of one annotator become random, this page shows them after about so many further annotations. It follows from how much the others of this project agree, and from how many annotators there are. Smaller changes take longer.",
  },
  agree_quality: agreement("question quality"),
  agree_null: agreement("whether there is an answer"),
  agree_long: agreement("the long answer"),
  agree_short: agreement("the short answer"),
  null: rate("No answer found", "The share of annotations without a long answer."),
  bad: rate("Bad questions", "The share of annotations that call the question bad."),
  quick: rate(
    "Quick annotations",
    "The share of annotations that were quicker, in active time, than nine in ten annotations with the same steps. Ties don’t count as quicker. Signals compare the mean time of each day: with the annotator’s own other days, and, for being quick, with everybody’s.",
  ),
  slow: rate(
    "Slow annotations",
    "The share of annotations that were slower, in active time, than nine in ten annotations with the same steps. Ties don’t count as slower. Everybody has their own pace, so only becoming slower is a signal.",
  ),
  signals: {
    label: "Signals",
    explanation:
      "What stands out, the most urgent first. An urgency of 3 means that one in a thousand steady people comes to as much.",
  },
  annotator: { label: "Annotator" },
  measure: { label: "Measure" },
  way: { label: "How" },
  more_often: { label: "More often" },
  less_often: { label: "Less often" },
  trigger: { label: "Seen in" },
  level: { label: "From the start" },
  change: { label: "A change" },
  rate: { label: "Rate" },
  expected: { label: "Everybody’s" },
  low: { label: "Lower limit" },
  high: { label: "Upper limit" },
  outcomes: { label: "Annotations" },
  earlier_rate: { label: "Rate before the run" },
  run_rate: { label: "Rate in the run" },
  earlier_seconds: { label: "Active time before the run, or everybody’s (median)" },
  run_seconds: { label: "Active time in the run (median)" },
  run: { label: "Annotations in the run" },
  since: { label: "Since" },
  until: { label: "Until" },
  behind: { label: "Examples" },
  urgency: { label: "Urgency" },
  annotations: { label: "Annotations" },
  seconds_question: { label: "Question (median)" },
  seconds_long_answer: { label: "Long answer (median)" },
  seconds_short_answer: { label: "Short answer (median)" },
  seconds: { label: "In all (median)" },
  exams: { label: "Exams" },
  exam_met: { label: "Criteria met" },
  feedback: { label: "Feedback" },
  feedback_open: { label: "Unread feedback" },
  reasons: { label: "Signals" },
  imported_annotations: {
    label: "Annotations from files",
    explanation:
      "Annotations from files count as the others that people agree with or not. Who made them isn’t known, so their accounts are left out here.",
  },
  two_annotators: {
    label: "Two annotators",
    explanation:
      "With two annotators, agreement is the same for both. It takes a third to see who differs.",
  },
};
