import type { QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";

import type { Assignment, Submitted } from "@/api/types";

import type { DraftTarget } from "./draftTarget";
import type { LeaveAction } from "./LeaveMenu";
import type { SubmissionEvents } from "./useDraftSession";
import type { REASONS } from "./useReason";

/** What is known of an answer that is more than an annotator's first one. */
export interface RevisionFacts {
  /** Says above it why it is open. */
  readonly notice: ReactNode;
  /** What needs a reason; null for an answer that was taken back right after submitting. */
  readonly reasonFor: keyof typeof REASONS | null;
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
