import type { Words } from "@/components/figures/word";

export const WORDS: Words = {
  submitted: {
    label: "Submitted",
    explanation:
      "Annotations that count: the newest version of each, if it fills one of its example’s slots.",
    counted: "annotations wanted",
  },
  left: {
    label: "To go",
    explanation: "Annotations wanted minus those submitted.",
    counted: "annotations wanted",
    unit: "count",
  },
  complete: {
    label: "Complete",
    explanation: "Examples that have all their annotations.",
    counted: "examples",
  },
  rate: {
    label: "Pace",
    explanation:
      "Mean over the latest whole days (UTC), four weeks at most, weekends included. The interval is over whole weeks. It holds if the coming weeks are like the last four and a busy week says nothing of the next one. Imported annotations have no day. A revision counts on the day of the answer it replaces.",
    counted: "whole days",
    method: "Student’s t over weeks, if the coming weeks are like the last four",
  },
  finish: {
    label: "Expected end",
    explanation:
      "The day on which nothing is left, if the coming weeks are like the last four. Every week to come is one of those, drawn with replacement, at a pace known as well as four weeks tell it. Shown are the median of all runs and the range of 95% of them. Holidays, and people who join or leave, are not foreseen.",
    counted: "whole days",
    method: "bootstrap of weeks, if the coming weeks are like the last four",
  },
  finished_on: {
    label: "Finished on",
    explanation: "All annotations are in. This is the last day with an annotation (UTC).",
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
      "Annotations to go, times the mean active time of an annotation so far. The interval is that of the mean, for other annotators of other examples.",
    counted: "timed annotations",
  },
  open: { label: "Open", explanation: "Questions that somebody is working on now, or gets next." },
  parked: { label: "Parked", explanation: "Questions that annotators have put aside." },
  expired: {
    label: "Expired",
    explanation: "Questions that went back to the queue because their time ran out.",
  },
  late: {
    label: "Late",
    explanation:
      "Annotations that arrived after their slot was given away. They wait for your decision.",
  },
  waiting: {
    label: "Unanswered questions",
    explanation: "Questions from annotators that nobody has answered.",
  },
  oldest_question: {
    label: "Oldest waiting since",
    explanation: "The day on which the longest-waiting question was asked.",
  },

  per_day: {
    label: "Annotations per day",
    explanation:
      "Annotations on each day (UTC), and the mean of each whole day and the six before it, for the last 13 weeks. Each day opens the examples annotated on it; their annotations of that day add up to the bar.",
    y: "Annotations",
  },
  mean_7_days: { label: "Mean of 7 days" },
  burn_up: {
    label: "From the first day to the last",
    explanation:
      "Annotations up to each day, the forecast with the range of 95% of its runs, and how many are wanted. Imported annotations count from the beginning.",
    y: "Annotations",
  },
  so_far: { label: "Submitted" },
  forecast: { label: "Forecast" },
  wanted: { label: "Wanted" },
  examples_by_split: {
    label: "Examples by split",
    explanation:
      "Complete: all annotations are in. Begun: at least one is. Each part opens its examples.",
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
      "Wanted, submitted, held and free count annotations. Held ones are open or parked now; nobody has the free ones.",
  },
  split: { label: "Split" },
  examples: { label: "Examples" },
  held: { label: "Held" },
  free: { label: "Free" },
  done: { label: "Share submitted" },

  finished: { label: "Finished", explanation: "Well done: all annotations are in." },
  imported_without_days: {
    label: "Imported annotations",
    explanation:
      "Some annotations were imported. The days on which they were made are not known, so pace and forecast use the others.",
  },
  forecast_open_ended: {
    label: "Open end",
    explanation:
      "The expected end has no upper bound: in more than 2.5% of the runs, the project takes more than ten years. More days with annotations will narrow it.",
  },
};
