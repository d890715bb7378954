import type { TaskKind } from "./taskKind";

export const ASQA: TaskKind = {
  name: "ASQA",
  what: "Annotators write one long answer to an ambiguous question, covering all of its meanings, with the passages that support it.",
  usual: {
    overlap: 1,
    conduct: {
      minutes_per_question: 60,
      recommended_per_day: 10,
      requires_training: false,
      regime: "full",
    },
  },
  choosesRegime: true,
  criteria: ["completeness", "comprehensiveness", "fluency", "attributability", "other"],
  experts: "comparing",
  answerLines: 3,
  predictions: "JSON with a long-form answer, or a retriever’s passages, to each key",
  metrics: ["ovscore", "QA-F1", "rougeLsum", "str_em"],
  axes: { x: "QA-F1", y: "rougeLsum", scale: 1 },
};
