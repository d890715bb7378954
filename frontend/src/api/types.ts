import type { LongFormAssignment } from "./longFormTypes";
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
export type QuestionQuality = Schemas["QuestionQuality"];
export type YesNoAnswer = Schemas["YesNoAnswer"];
export type Stage = Schemas["StageEnum"];
export type BadReason = Schemas["BadReasonEnum"];

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
export type NaturalQuestionsAnnotation = Schemas["NaturalQuestionsAnnotationOutput"];
export type LongFormAnnotation = Schemas["LongFormAnnotationOutput"];
/** An annotation of any kind; `kind` tells what was answered. */
export type Annotation = NaturalQuestionsAnnotation | LongFormAnnotation;
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
export type ActiveSeconds = Schemas["ActiveSeconds"];
export type Page = Schemas["PageOutput"];
export type Candidate = Schemas["CandidateOutput"];
export type TokenSpan = Schemas["TokenSpanField"];

export type AssignmentSummary = Schemas["AssignmentSummaryOutput"];

/** The answer so far, as it is saved; `decided` tells *no answer* from *not chosen yet*. */
export type Draft = Omit<Schemas["NaturalQuestionsDraftOutput"], "saved_at" | "active_seconds"> & {
  active_seconds: ActiveSeconds;
};

/** An answer without what is kept of the way to it. */
export type NaturalQuestionsAnswer = Omit<
  Draft,
  "long_answer_decided" | "short_answer_decided" | "stage" | "active_seconds" | "word_jumps"
>;

export type NaturalQuestionsAssignment = Omit<
  Schemas["NaturalQuestionsAssignmentOutput"],
  "draft"
> & { draft: Draft | null };

/** An assignment of any kind; `kind` tells what there is to annotate. */
export type Assignment = NaturalQuestionsAssignment | LongFormAssignment;

/** A draft of any kind, with the version that it was made from. */
export type DraftBody = Schemas["DraftInputRequest"];

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
