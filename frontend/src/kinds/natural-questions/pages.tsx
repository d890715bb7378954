import { lazy } from "react";

import { ON_PAGES } from "@/components/ScopeLine";

import type { AnswersOnPageProps, KindPages, QuotableAnswerProps } from "../kindPages";
import { IMPORT_FORMATS, PUBLISHED_FORMATS } from "./formats";
import { ANNOTATIONS, ANNOTATOR_COLUMNS, EXAMPLES } from "./lists";
import type { NaturalQuestionsAnnotation } from "./types";

const AnswersOnPage = lazy(() => import("./screens/AnswersOnPage"));
const QuotableAnswer = lazy(() => import("./QuotableAnswer"));

export const PAGES: KindPages = {
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
  ownPages: [],
  somePages: ["judging", "judgment-rounds"],
  experts: "judging",
  makesExamplesOfQueries: true,

  importFormats: IMPORT_FORMATS,
  publishedFormats: PUBLISHED_FORMATS,
  AfterImports: lazy(() => import("./NewerRevisions")),

  Example: lazy(() => import("./screens/ExampleView")),
  answersOnPage: (props: AnswersOnPageProps<NaturalQuestionsAnnotation>) => (
    <AnswersOnPage {...props} />
  ),
  examples: EXAMPLES,
  annotations: ANNOTATIONS,
  annotatorColumns: ANNOTATOR_COLUMNS,
  ProgressFigures: null,

  criteria: ["question", "long_answer", "short_answer", "other"],
  quotable: (props: QuotableAnswerProps<NaturalQuestionsAnnotation>) => (
    <QuotableAnswer {...props} />
  ),
  TrainingContent: lazy(() => import("./TrainingContent")),
  comparesWithReferences: true,

  Settings: lazy(() => import("./Settings")),
  settingsTab: "Overlap and suggestions",
  submittingSwitches: [
    {
      name: "reviews_answers",
      label: "Annotators review each answer before they submit it",
      description:
        "If off, the last decision submits the answer. People can choose a review for themselves in their account.",
    },
    {
      name: "finds_question_words",
      label: "A key leads to the next passage with words of the question",
      description: "In the order of the page. Each answer records how often it was used.",
    },
  ],

  dashboards: {
    schedule: "Schedule",
    agreement: "Agreement",
    ambiguity: "Ambiguity",
    people: "People",
    "human-bound": "HumanBound",
    "many-annotations": "ManyAnnotations",
    suggestions: "Suggestions",
  },
  scope: `Intervals are for other questions like these, answered by the same people. ${ON_PAGES}`,

  predictions: "Predictions in the official JSON of Natural Questions",
  asks: { threshold: true, passages: false, withoutContext: false },
  readMetrics: "",
  trainsSystems: true,
  metrics: ["long-best-threshold-f1", "short-best-threshold-f1"],
  intervalsTake: "100 examples, or 100 pages where examples share pages",
  scoring:
    "In per cent, computed as the official evaluator of Natural Questions does. F1 is at the score threshold that gives the best one; so are precision and recall. People give no confidence scores, so all of their answers count.",
  caution: [
    "F1 at the best threshold is too high on average, since the threshold is chosen on the same examples: in simulations by 2 to 4 points with 100 examples and by 1 with 500.",
    "Intervals allow for a part of that.",
  ],
  analysed: { answer: "Long answer", hasShortAnswers: true, countsAnswers: true },
  axes: { x: "short-best-threshold-f1", y: "long-best-threshold-f1", scale: 100 },
};
