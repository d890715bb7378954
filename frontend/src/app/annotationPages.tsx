import { lazy } from "react";

import { AnnotatePage } from "@/annotating/AnnotatePage";
import { AssignmentPage } from "@/annotating/AssignmentPage";
import { RevisionPage } from "@/annotating/RevisionPage";
import type { AnnotationScreenProps } from "@/annotating/screen";

const NaturalQuestionsScreen = lazy(async () => ({
  default: (await import("@/features/natural-questions/AnnotationScreen")).AnnotationScreen,
}));
const LongFormScreen = lazy(async () => ({
  default: (await import("@/features/long-form/LongFormScreen")).LongFormScreen,
}));

/** Nobody comes here in the course of annotating, so annotators don't load it. */
const LeadRevisionPage = lazy(async () => ({
  default: (await import("@/annotating/LeadRevisionPage")).LeadRevisionPage,
}));
const TrainingAnswerPage = lazy(async () => ({
  default: (await import("@/features/training/TrainingAnswerPage")).TrainingAnswerPage,
}));

/** The page for an assignment's kind; its code is loaded when it is first needed. */
function ScreenOfKind({ assignment, ...props }: AnnotationScreenProps) {
  switch (assignment.kind) {
    case "nq":
      return <NaturalQuestionsScreen assignment={assignment} {...props} />;
    case "asqa":
      return <LongFormScreen assignment={assignment} {...props} />;
  }
}

export function AnnotateRoute() {
  return <AnnotatePage screen={ScreenOfKind} />;
}

export function AssignmentRoute() {
  return <AssignmentPage screen={ScreenOfKind} />;
}

export function RevisionRoute() {
  return <RevisionPage screen={ScreenOfKind} />;
}

export function LeadRevisionRoute() {
  return <LeadRevisionPage screen={ScreenOfKind} />;
}

export function TrainingAnswerRoute() {
  return <TrainingAnswerPage screen={ScreenOfKind} />;
}
