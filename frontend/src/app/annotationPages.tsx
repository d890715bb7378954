import { lazy } from "react";

import { AnnotatePage } from "@/annotating/AnnotatePage";
import { AssignmentPage } from "@/annotating/AssignmentPage";
import { RevisionPage } from "@/annotating/RevisionPage";
import type { AnnotationScreenProps, FetchAhead } from "@/annotating/screen";
import { describeAnswer, KINDS } from "@/kinds/kinds";

/** Nobody comes here in the course of annotating, so annotators don't load it. */
const LeadRevisionPage = lazy(async () => ({
  default: (await import("@/annotating/LeadRevisionPage")).LeadRevisionPage,
}));
const WritePage = lazy(async () => ({
  default: (await import("@/features/disagreements/WritePage")).WritePage,
}));
const TrainingAnswerPage = lazy(async () => ({
  default: (await import("@/features/training/TrainingAnswerPage")).TrainingAnswerPage,
}));

/** The page for an assignment's kind; its code is loaded when it is first needed. */
function ScreenOfKind(props: AnnotationScreenProps) {
  return KINDS[props.assignment.kind].screen(props);
}

const fetchAhead: FetchAhead = (assignment, queryClient) => {
  KINDS[assignment.kind].fetchAhead(assignment, queryClient);
};

export function AnnotateRoute() {
  return <AnnotatePage screen={ScreenOfKind} fetchAhead={fetchAhead} />;
}

export function AssignmentRoute() {
  return <AssignmentPage screen={ScreenOfKind} />;
}

export function RevisionRoute() {
  return <RevisionPage screen={ScreenOfKind} describe={describeAnswer} />;
}

export function LeadRevisionRoute() {
  return <LeadRevisionPage screen={ScreenOfKind} />;
}

export function TrainingAnswerRoute() {
  return <TrainingAnswerPage screen={ScreenOfKind} />;
}

export function WriteRoute() {
  return <WritePage screen={ScreenOfKind} />;
}
