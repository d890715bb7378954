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

export type Me = Schemas["MeOutput"];
export type Membership = Schemas["MyMembershipOutput"];
export type Project = Schemas["ProjectOutput"];
export type Progress = Schemas["ProgressOutput"];
export type OwnProgress = Schemas["OwnProgressOutput"];
export type ProjectProgress = Schemas["ProjectProgressOutput"];
export type Guidelines = Schemas["GuidelineOutput"];
export type Member = Schemas["MemberOutput"];
export type Annotator = Schemas["AnnotatorOutput"];

export type Job = Schemas["JobOutput"];
export type JobProblem = Schemas["JobProblemOutput"];

export type ExampleSummary = Schemas["ExampleSummaryOutput"];
export type ExampleDetail = Schemas["ExampleDetailOutput"];
export type Annotation = Schemas["AnnotationOutput"];
export type ActiveSeconds = Schemas["ActiveSeconds"];
export type Page = Schemas["PageOutput"];
export type Candidate = Schemas["CandidateOutput"];
export type TokenSpan = Schemas["TokenSpanField"];

export type AssignmentSummary = Schemas["AssignmentSummaryOutput"];

export interface NaturalQuestionsAnswer {
  question_quality: QuestionQuality | null;
  long_answer: Schemas["LongAnswerChoice"] | null;
  short_answers: TokenSpan[];
  yes_no_answer: YesNoAnswer;
}

/** The answer so far, as it is saved; `decided` tells *no answer* from *not chosen yet*. */
export type Draft = NaturalQuestionsAnswer &
  Pick<Schemas["DraftOutput"], "long_answer_decided" | "short_answer_decided" | "stage"> & {
    active_seconds: ActiveSeconds;
  };

export type Assignment = Omit<Schemas["AssignmentOutput"], "draft"> & { draft: Draft | null };
