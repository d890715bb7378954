import type { TaskKind } from "./taskKind";

export const NATURAL_QUESTIONS: TaskKind = {
  name: "Natural Questions",
  what: "Annotators judge a question, find the long answer on its page and mark the short one.",
  usual: {
    overlap: 5,
    conduct: {
      minutes_per_question: "",
      recommended_per_day: "",
      requires_training: false,
      regime: "full",
    },
  },
  choosesRegime: false,
  criteria: ["question", "long_answer", "short_answer", "other"],
  experts: "judging",
  answerLines: 1,
  predictions: "Predictions in the official JSON of Natural Questions",
  metrics: ["long-best-threshold-f1", "short-best-threshold-f1"],
  axes: { x: "short-best-threshold-f1", y: "long-best-threshold-f1", scale: 100 },
};
