import type { QueryClient } from "@tanstack/react-query";

import type { Assignment, Submitted } from "@/api/types";

import type { DraftTarget } from "./draftTarget";
import type { LeaveAction } from "./LeaveMenu";
import type { SubmissionEvents } from "./useDraftSession";

/** What is known of a submitted answer that is being changed. */
export interface RevisionFacts {
  readonly submittedAt: string;
  /** What a lead asks the annotator to look at; null when it was the annotator's own wish. */
  readonly request: string | null;
  /** Until when it may be changed; null where there is no end to it. */
  readonly until: string | null;
  /** Whose answer a lead changes; null for one's own. */
  readonly annotator: string | null;
  /** False for an answer that was taken back right after submitting. */
  readonly needsReason: boolean;
}

/** What a page for one assignment is given, whatever is annotated on it. */
export interface AnnotationScreenProps<
  OneKind extends Assignment = Assignment,
> extends SubmissionEvents<Submitted> {
  readonly assignment: OneKind;
  readonly target: DraftTarget;
  readonly doneToday: number | null;
  readonly revision?: RevisionFacts;
  /** The answer is nearly there, so the next question may be fetched ahead. */
  readonly onReview: () => void;
  /** Takes the last submission back; undefined where none can be. */
  readonly onUndoSubmission?: (() => void) | undefined;
  readonly onLeft: (action: LeaveAction) => void;
  /** The server takes nothing more for this assignment. */
  readonly onGoOn: () => void;
}

/** Fetches what a question that is only reserved shows, for a connection that is lost meanwhile. */
export type FetchAhead = (assignment: Assignment, queryClient: QueryClient) => void;

/** A page for one assignment of any kind. Give it the assignment's id as key. */
export type AnnotationScreen = React.ComponentType<AnnotationScreenProps>;
