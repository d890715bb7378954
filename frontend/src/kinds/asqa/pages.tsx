import { IconFlag, IconMessageCheck } from "@tabler/icons-react";
import { lazy } from "react";

import { ON_GROUPS } from "@/components/ScopeLine";

import type { KindPages, QuotableAnswerProps } from "../kindPages";
import { IMPORT_FORMATS, PUBLISHED_FORMATS } from "./formats";
import { ANNOTATIONS, ANNOTATOR_COLUMNS, EXAMPLES } from "./lists";
import type { LongFormAnnotation } from "./types";

const QuotableAnswer = lazy(() => import("./QuotableAnswer"));

export const PAGES: KindPages = {
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
  ownPages: [
    {
      path: "concerns",
      label: "Concerns",
      icon: IconFlag,
      Page: lazy(() => import("./review/ConcernsPage")),
    },
    {
      path: "confirmations",
      label: "Confirmations",
      icon: IconMessageCheck,
      Page: lazy(() => import("./review/ConfirmationsPage")),
    },
  ],
  somePages: ["passages", "comparison-studies", "comparing"],
  experts: "comparing",
  makesExamplesOfQueries: false,

  importFormats: IMPORT_FORMATS,
  publishedFormats: PUBLISHED_FORMATS,
  AfterImports: null,

  Example: lazy(() => import("./review/ReferenceSheetPage")),
  answersOnPage: () => null,
  examples: EXAMPLES,
  annotations: ANNOTATIONS,
  annotatorColumns: ANNOTATOR_COLUMNS,
  ProgressFigures: lazy(() => import("./ProgressFigures")),

  criteria: ["completeness", "comprehensiveness", "fluency", "attributability", "other"],
  quotable: (props: QuotableAnswerProps<LongFormAnnotation>) => <QuotableAnswer {...props} />,
  TrainingContent: lazy(() => import("./TrainingContent")),
  comparesWithReferences: false,

  Settings: lazy(() => import("./Settings")),
  settingsTab: "Overlap",
  submittingSwitches: [],

  dashboards: { schedule: "LongFormSchedule", agreement: "LongFormAgreement", people: "People" },
  scope: `Intervals are for other questions like these, answered by the same people. ${ON_GROUPS}`,

  predictions: "JSON with a long-form answer, or a retriever’s passages, to each key",
  asks: { threshold: false, passages: true, withoutContext: true },
  readMetrics: "Disambig-F1 and DR",
  trainsSystems: false,
  metrics: ["ovscore", "QA-F1", "rougeLsum", "str_em"],
  intervalsTake: "60 questions, or 60 groups of pages where questions share pages",
  scoring:
    "In per cent, computed as the official ASQA scorer does. Words are a mean. Annotators are compared with one reference, systems with the better of two.",
  caution: ["", ""],
  analysed: { answer: "Written answer", hasShortAnswers: false, countsAnswers: false },
  axes: { x: "QA-F1", y: "rougeLsum", scale: 1 },
};
