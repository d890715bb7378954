/** One page of a list. */
export interface Paginated<Row> {
  count: number;
  next: string | null;
  previous: string | null;
  results: Row[];
}

export type Role = "annotator" | "expert" | "lead";
export type ProjectKind = "nq" | "asqa";

export interface Membership {
  project: string;
  title: string;
  kind: ProjectKind;
  role: Role;
}

export interface Me {
  username: string;
  display_name: string;
  is_site_administrator: boolean;
  may_create_projects: boolean;
  memberships: Membership[];
}

export interface Project {
  slug: string;
  kind: ProjectKind;
  title: string;
  overlap: number;
  lease_minutes: number;
  role: Role;
  created_at: string;
  /** null when none were written yet */
  guideline_version: number | null;
}

export interface OwnProgress {
  submitted: number;
  submitted_today: number;
  open: number;
  parked: number;
  seconds_median: number | null;
}

export interface ProjectProgress {
  examples: number;
  examples_complete: number;
  annotations_required: number;
  annotations_submitted: number;
  late: number;
  open_assignments: number;
  annotators: number;
  by_day: { date: string; annotations: number }[];
}

export interface Progress {
  own: OwnProgress;
  project: ProjectProgress | null;
}

export interface Guidelines {
  version: number;
  markdown: string;
  html: string;
  updated_at: string | null;
}

export interface Member {
  id: number;
  username: string;
  display_name: string;
  role: Role;
  is_active: boolean;
  joined_at: string;
}

export type JobState = "queued" | "running" | "succeeded" | "failed" | "cancelled";

export interface Job {
  id: string;
  kind: string;
  state: JobState;
  done: number;
  total: number | null;
  message: string;
  result_url: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  cancel_requested: boolean;
  created_by: string | null;
  filename: string | null;
  problem_count: number;
}

export interface JobProblem {
  line: number | null;
  field: string;
  problem: string;
  fix: string;
}

export interface ExampleSummary {
  id: number;
  example_id: string;
  question: string;
  page_title: string;
  page_url: string;
  split: string;
  annotations_submitted: number;
  annotations_required: number;
  open_assignments: number;
}

export interface Candidate {
  index: number;
  tag: string;
  start_token: number;
  end_token: number;
  top_level: boolean;
}

export interface Page {
  id: number;
  title: string;
  url: string;
  sha256: string;
  html_url: string;
  token_count: number;
  candidates: Candidate[];
}

export type QuestionQuality = "good" | "bad";
export type YesNoAnswer = "NONE" | "YES" | "NO";

export interface TokenSpan {
  start_token: number;
  end_token: number;
}

export interface ActiveSeconds {
  question: number;
  long_answer: number;
  short_answer: number;
}

export interface NaturalQuestionsAnswer {
  question_quality: QuestionQuality | null;
  long_answer: { candidate_index: number } | null;
  short_answers: TokenSpan[];
  yes_no_answer: YesNoAnswer;
}

export type Stage = "question" | "long_answer" | "short_answer" | "review";

/** The answer so far; `decided` tells *no answer* from *not chosen yet*. */
export interface Draft extends NaturalQuestionsAnswer {
  long_answer_decided: boolean;
  short_answer_decided: boolean;
  stage: Stage;
  active_seconds: ActiveSeconds;
  page_state?: unknown;
}

export type AssignmentState =
  "reserved" | "open" | "parked" | "submitted" | "expired" | "released" | "skipped";

export interface Assignment {
  id: number;
  project: string;
  state: AssignmentState;
  /** The draft's version; 0 when nothing was saved yet. */
  version: number;
  lease_expires_at: string | null;
  note: string;
  created_at: string;
  question: { id: number; text: string };
  page: Page | null;
  draft: Draft | null;
}

/** An own assignment in a list. */
export interface AssignmentSummary {
  id: number;
  state: AssignmentState;
  question: string;
  note: string;
  lease_expires_at: string | null;
  created_at: string;
  submitted_at: string | null;
}

export interface Annotation {
  id: number;
  /** 64 bits, so a string */
  annotation_id: string;
  example: number;
  question: string;
  page_title: string;
  annotator: string;
  created_at: string;
  is_late: boolean;
  source: "human" | "imported" | "simulated";
  question_quality: QuestionQuality | null;
  long_answer: (TokenSpan & { candidate_index: number; tag: string; text: string }) | null;
  short_answers: (TokenSpan & { text: string })[];
  yes_no_answer: YesNoAnswer;
  active_seconds: ActiveSeconds | null;
}

export interface ExampleDetail extends ExampleSummary {
  page: Page | null;
  annotations: Annotation[];
}

export interface Annotator {
  username: string;
  display_name: string;
  submitted: number;
  open: number;
  last_at: string | null;
  seconds_median: number | null;
  null_share: number | null;
  bad_share: number | null;
}
