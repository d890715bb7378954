import { AnnotatePage } from "@/annotating/AnnotatePage";
import { AssignmentPage } from "@/annotating/AssignmentPage";
import { LeadRevisionPage } from "@/annotating/LeadRevisionPage";
import { RevisionPage } from "@/annotating/RevisionPage";
import type { AnnotationScreenProps, FetchAhead } from "@/annotating/screen";
import { TrainingAnswerPage } from "@/features/training/TrainingAnswerPage";
import { describeAnswer, KINDS } from "@/kinds/kinds";

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
