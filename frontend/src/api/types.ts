import type { components } from "./schema";

type Schemas = components["schemas"];

/** One page of a list. */
export interface Paginated<Row> {
  count: number;
  next?: string | null;
  previous?: string | null;
  results: Row[];
}

export type Role = Schemas["Role"];
export type ProjectKind = Schemas["ProjectKind"];
export type JobState = Schemas["JobState"];
export type AssignmentState = Schemas["AssignmentState"];

export type Me = Schemas["MeOutput"];
export type Project = Schemas["ProjectOutput"];
export type Progress = Schemas["ProgressOutput"];
export type OwnProgress = Schemas["OwnProgressOutput"];
export type ProjectProgress = Schemas["ProjectProgressOutput"];
export type Guidelines = Schemas["GuidelineOutput"];
export type GuidelineChanges = Schemas["GuidelineChangesOutput"];
export type Member = Schemas["MemberOutput"];
export type Annotator = Schemas["AnnotatorOutput"];

export type Invitation = Schemas["InvitationOutput"];
export type InvitationState = Schemas["InvitationState"];
export type OpenedInvitation = Schemas["OpenedInvitationOutput"];
export type NewAccount = Schemas["NewAccountInputRequest"];
export type Acceptance = Schemas["AcceptanceOutput"];

export type Queue = Schemas["QueueOutput"];
export type QueueOrder = Schemas["QueueOrder"];
export type QueueWithin = Schemas["QueueWithin"];

export type Job = Schemas["JobOutput"];

export type ExampleSummary = Schemas["ExampleSummaryOutput"];
export type ExampleDetail = Schemas["ExampleDetailOutput"];
/** An annotation of any kind; `kind` tells what was answered. */
export type Annotation = Schemas["AnnotationOutput"];
/** What the queue does with the answer to a submission. */
export interface Submitted {
  readonly id: number;
  readonly is_late: boolean;
  /** Where it was asked for: the next assignment, null when there is none. */
  readonly next?: Schemas["AssignmentOutput"] | null;
}
export type ReviewedAnnotation = Schemas["ReviewedAnnotationOutput"];
export type ReferenceSheet = Schemas["ReferenceSheetOutput"];
export type SheetAnnotation = Schemas["SheetAnnotationOutput"];
export type FoundShortAnswer = Schemas["FoundShortAnswerOutput"];
export type Agreement = Schemas["AgreementOutput"];
export type Page = Schemas["PageOutput"];
export type Candidate = Schemas["CandidateOutput"];
export type TokenSpan = Schemas["TokenSpanField"];

export type VisitedPage = Schemas["VisitedPageOutput"];
export type KnowledgePiece = Schemas["KnowledgePieceOutput"];
export type WorkingTime = Schemas["WorkingTimeOutput"];
export type Disambiguation = Schemas["DisambiguationOutput"];

export type AssignmentSummary = Schemas["AssignmentSummaryOutput"];

/** An assignment with its draft as the browser keeps it, too: without when it was saved. */
type WithDraft<OneKind> = OneKind extends { draft: infer Draft }
  ? Omit<OneKind, "draft"> & { draft: Omit<NonNullable<Draft>, "saved_at"> | null }
  : never;

/** An assignment of any kind; `kind` tells what there is to annotate. */
export type Assignment = WithDraft<Schemas["AssignmentOutput"]>;

/** A draft of any kind, with the version that it was made from. */
export type DraftBody = NonNullable<Assignment["draft"]> & { version: number };

/** An answer of any kind that is submitted; which program sends it is added on the way. */
export type AnswerBody = WithoutClient<Schemas["AnswerInputRequest"]>;
type WithoutClient<Body> = Body extends unknown ? Omit<Body, "client_version"> : never;

/** One's own annotation; `assignment` carries what a revision of the newest version starts from. */
export type OwnAnnotation = Omit<Schemas["OwnAnnotationOutput"], "assignment"> & {
  assignment: Assignment;
};
/** Somebody's annotation for a lead; `assignment` carries what a revision of it starts from. */
export type LeadRevision = Omit<Schemas["LeadRevisionOutput"], "assignment"> & {
  assignment: Assignment;
};
export type AnnotationVersions = Schemas["AnnotationVersionsOutput"];

export type HistoryEvent = Schemas["EventOutput"];
export type ExampleHistory = Schemas["ExampleHistoryOutput"];
