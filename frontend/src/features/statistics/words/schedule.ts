import type { Words } from "../words";

export const WORDS: Words = {
  submitted: {
    label: "Submitted",
    explanation:
      "Annotations that count: the newest version of each, in one of the slots of its example.",
    counted: "annotations wanted",
  },
  left: {
    label: "To go",
    explanation: "Annotations wanted, less those submitted.",
    counted: "annotations wanted",
    unit: "count",
  },
  complete: {
    label: "Complete",
    explanation: "Examples that have every annotation they are to have.",
    counted: "examples",
  },
  rate: {
    label: "Pace",
    explanation:
      "Mean of the latest whole days, four weeks at most, weekends among them, with Student’s interval over these days. Imported annotations have no day; a revision counts on the day of the answer that it replaces. Days are those of UTC.",
    counted: "whole days",
    method: "Student’s t over days",
  },
  finish: {
    label: "Expected end",
    explanation:
      "The day on which nothing is left, if work goes on as in the last four weeks at most. Their days are drawn again with replacement, working days and weekends apart, and each day to come is one of those drawn. The middle of all runs, and the range of 95% of them. Once everything is there, the last day with an annotation.",
    counted: "whole days",
    method: "bootstrap over days",
  },
  seconds_spent: {
    label: "Time spent",
    explanation:
      "Sum of the active time: idle time and hidden tabs don’t count. Annotations without a measured time, such as imported ones, are left out.",
    counted: "timed annotations",
  },
  seconds_needed: {
    label: "Time needed",
    explanation:
      "Annotations to go times the mean active time of an annotation so far, with the interval of that mean: for other annotators of other examples.",
    counted: "timed annotations",
  },
  open: { label: "Open", explanation: "Questions that somebody holds now, or has next." },
  parked: { label: "Parked", explanation: "Questions that annotators have put aside." },
  expired: {
    label: "Expired",
    explanation: "Questions that went back to the queue because their time ran out.",
  },
  late: {
    label: "Late",
    explanation:
      "Annotations that came after their slot was given away, and wait for your decision.",
  },
  waiting: {
    label: "Waiting questions",
    explanation: "What annotators have asked and nobody has answered.",
  },
  oldest_question: {
    label: "Oldest waiting since",
    explanation: "The day on which the question was asked that has waited longest.",
  },

  per_day: {
    label: "Annotations per day",
    explanation:
      "What each day (UTC) brought, and the mean of each whole day with the six before it. The last 13 weeks. A day leads to the examples with annotations of that day; what they have of it adds up to the bar.",
    y: "Annotations",
  },
  mean_7_days: { label: "Mean of 7 days" },
  burn_up: {
    label: "From the first day to the last",
    explanation:
      "Annotations up to each day, the forecast with the range of 95% of its runs, and how many are wanted. Imported annotations are there from the beginning.",
    y: "Annotations",
  },
  so_far: { label: "Submitted" },
  forecast: { label: "Forecast" },
  wanted: { label: "Wanted" },
  examples_by_split: {
    label: "Examples by split",
    explanation:
      "Complete: all annotations are there. Begun: at least one is. Each part leads to its examples.",
    y: "Examples",
    x: "Split",
  },
  begun: { label: "Begun" },
  not_begun: { label: "Not begun" },
  not_begun_left: { label: "To go, not begun", unit: "count" },
  no_split: { label: "Without split" },
  all: { label: "All" },

  splits: {
    label: "Splits",
    explanation:
      "Wanted, submitted, held and free count annotations. Held ones are open or parked at the moment; free ones nobody has.",
  },
  split: { label: "Split" },
  examples: { label: "Examples" },
  held: { label: "Held" },
  free: { label: "Free" },
  done: { label: "Share submitted" },

  finished: { label: "Finished", explanation: "Every annotation is there." },
  imported_without_days: {
    label: "Imported annotations",
    explanation:
      "Some annotations were imported. It is not known on which days they were made, so pace and forecast go by the others.",
  },
  forecast_open_ended: {
    label: "Open end",
    explanation:
      "The expected end has no upper bound: in more than 2.5% of the runs the project takes more than ten years. More days with annotations narrow it.",
  },
};
