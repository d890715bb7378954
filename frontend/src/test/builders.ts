import type { Account } from "@/api/account";
import type { News } from "@/api/guidance";
import type { Round } from "@/api/judging";
import type { Overview } from "@/api/overview";
import type {
  AssignmentSummary,
  ExampleSummary,
  Invitation,
  Job,
  Me,
  Member,
  OwnProgress,
  Project,
  ProjectProgress,
  Queue,
  ReferenceSheet,
  ReviewedAnnotation,
} from "@/api/types";
import type {
  NaturalQuestionsAnnotation,
  NaturalQuestionsAssignment,
} from "@/kinds/natural-questions/types";

import { NO_LIMIT } from "./noLimit";

export function buildMe(changes: Partial<Me> = {}): Me {
  return {
    username: "lena",
    display_name: "Lena",
    is_site_administrator: false,
    may_create_projects: true,
    reviews_answers: false,
    must_set_up_second_factor: false,
    memberships: [],
    ...changes,
  };
}

export function buildAccount(changes: Partial<Account> = {}): Account {
  return {
    username: "ada",
    reviews_answers: false,
    gets_daily_mail: true,
    display_name: "Ada",
    email: "",
    email_is_confirmed: false,
    pending_email: "",
    has_password: true,
    mail_is_set_up: false,
    second_factor: "off",
    single_sign_on: "",
    is_connected: false,
    ...changes,
  };
}

export function buildNews(changes: Partial<News> = {}): News {
  return {
    questions_waiting: 0,
    questions_overdue: 0,
    questions_answered: 0,
    faq_new: 0,
    feedback_new: 0,
    used_pages: [],
    ...changes,
  };
}

export function buildProject(changes: Partial<Project> = {}): Project {
  return {
    slug: "demo",
    kind: "nq",
    title: "Rivers",
    overlap: 3,
    lease_minutes: 60,
    queue_order: "random",
    allows_revisions: true,
    revision_minutes: null,
    reviews_answers: false,
    finds_question_words: true,
    regime: "full",
    minutes_per_question: null,
    recommended_per_day: null,
    requires_training: false,
    standing: "active",
    has_hidden_split: false,
    has_competition: false,
    role: "lead",
    guideline_version: 1,
    created_at: "2026-11-20T09:00:00Z",
    ...changes,
  };
}

export function buildOwnProgress(changes: Partial<OwnProgress> = {}): OwnProgress {
  return {
    submitted: 0,
    submitted_today: 0,
    open: 0,
    parked: 0,
    reopened: 0,
    seconds_median: null,
    seconds_today: 0,
    ...changes,
  };
}

export function buildProjectProgress(changes: Partial<ProjectProgress> = {}): ProjectProgress {
  return {
    examples: 10,
    examples_complete: 2,
    annotations_required: 30,
    annotations_submitted: 9,
    late: 0,
    open_assignments: 1,
    annotators: 3,
    out_of_reach: { annotations: 0, examples: 0, annotators: 3, missing: 0 },
    examples_with_clauses: 0,
    by_day: [],
    long_form: null,
    as_of: "2026-11-20T09:00:00Z",
    ...changes,
  };
}

export function buildOverview(changes: Partial<Overview> = {}): Overview {
  return {
    forecast: { day: null, low: null, high: null, reason: "There are too few days." },
    waiting: {
      questions: 0,
      questions_overdue: 0,
      parked: 0,
      late: 0,
      trainees: 0,
      to_look_at: 0,
      disagreements: 0,
    },
    computed_at: "2026-11-20T09:00:00Z",
    targets: [],
    obstacles: ["left", "no_targets"],
    ...changes,
  };
}

export function buildMember(changes: Partial<Member> = {}): Member {
  return {
    id: 1,
    pseudonym: "Annotator 4173",
    username: "ada",
    display_name: "Ada",
    name: "Ada",
    role: "annotator",
    is_active: true,
    is_steward: false,
    joined_at: "2026-11-20T09:00:00Z",
    ...changes,
  };
}

export function buildInvitation(changes: Partial<Invitation> = {}): Invitation {
  return {
    id: 1,
    role: "annotator",
    state: "open",
    link: null,
    email: "",
    mail_state: "none",
    note: "",
    max_uses: 1,
    uses: 0,
    used_by: [],
    created_at: "2026-11-20T09:00:00Z",
    created_by: "lena",
    expires_at: "2026-12-04T09:00:00Z",
    ...changes,
  };
}

export function buildJob(changes: Partial<Job> = {}): Job {
  return {
    id: "5b7f0e0e-0000-4000-8000-000000000001",
    kind: "import_nq",
    state: "succeeded",
    done: 5,
    total: 5,
    message: "Imported 5 examples.",
    result_url: null,
    created_at: "2026-11-20T09:00:00Z",
    started_at: "2026-11-20T09:00:01Z",
    finished_at: "2026-11-20T09:00:05Z",
    cancel_requested: false,
    created_by: "lena",
    filename: "dev.jsonl.gz",
    problem_count: 0,
    per_second: null,
    result_expires_at: null,
    undone: null,
    ...changes,
  };
}

export function buildExample(changes: Partial<ExampleSummary> = {}): ExampleSummary {
  return {
    id: 7,
    example_id: "5655493461695504401",
    question: "how long is the volga",
    page_title: "Volga",
    page_url: "",
    split: "",
    priority: 0,
    annotations_submitted: 1,
    annotations_required: 3,
    open_assignments: 0,
    is_taken_out: false,
    answers: null,
    ambiguity: null,
    ...changes,
  };
}

export function buildAnnotation(
  changes: Partial<NaturalQuestionsAnnotation> = {},
): NaturalQuestionsAnnotation {
  return {
    id: 11,
    kind: "nq",
    annotation_id: "6782080525527814293",
    example: 7,
    question: "how long is the volga",
    page_title: "Volga",
    annotator: "ada",
    created_at: "2026-11-20T09:00:00Z",
    is_late: false,
    late: null,
    source: "human",
    revision_of: null,
    reason: "",
    revised_by: null,
    reopened: null,
    guideline_version: 1,
    client_version: "",
    question_quality: "good",
    long_answer: null,
    short_answers: [],
    yes_no_answer: "NONE",
    bad_reason: "",
    word_jumps: null,
    active_seconds: null,
    ...changes,
  };
}

export function buildAssignment(changes: Partial<AssignmentSummary> = {}): AssignmentSummary {
  return {
    id: 21,
    state: "open",
    question: "how long is the volga",
    note: "",
    lease_expires_at: null,
    created_at: "2026-11-20T09:00:00Z",
    submitted_at: null,
    annotation: null,
    may_revise: false,
    changed_by_lead: null,
    asked: null,
    freed: null,
    reopened: null,
    ...changes,
  };
}

export function buildReviewedAnnotation(
  changes: Partial<ReviewedAnnotation> = {},
): ReviewedAnnotation {
  return {
    id: 31,
    annotation_id: "6782080525527814294",
    example: 7,
    key: "-4469503464110108318",
    split: "dev",
    question: "who kept the old crossing",
    page_title: "",
    annotator: "ada",
    created_at: "2026-11-20T09:00:00Z",
    is_late: false,
    late: null,
    source: "human",
    revision_of: null,
    reason: "",
    revised_by: null,
    reopened: null,
    guideline_version: 2,
    client_version: "",
    kind: "asqa",
    long_form_answer: "The Marten family kept the ferry.",
    knowledge: [],
    missing: [],
    concern: "",
    word_count: 6,
    coverage: 0.5,
    regime: "full",
    active_seconds: { writing: 600 },
    ...changes,
  };
}

export function buildSheet(changes: Partial<ReferenceSheet> = {}): ReferenceSheet {
  return {
    ...buildExample({
      question: "who kept the old crossing",
      ambiguity: { key: "-4469503464110108318", disambiguations: 2, concerns: 0 },
      annotations_submitted: 2,
      annotations_required: 2,
      split: "dev",
    }),
    disambiguations: [
      {
        question: "Who kept the ferry at the old crossing?",
        short_answers: ["Marten", "the Marten family"],
        context: "The ferry is kept by the Marten family since 1712.",
        context_page: "The old crossing",
      },
      {
        question: "Who kept the toll house at the old crossing?",
        short_answers: ["Ann Lee"],
        context: null,
        context_page: null,
      },
    ],
    pages: [],
    annotations: [],
    agreements: [],
    ...changes,
  };
}

export function buildQueue(changes: Partial<Queue> = {}): Queue {
  return {
    order: "imported",
    within: "imported",
    seed: 0,
    splits: [],
    balance_pairs: false,
    found_splits: [
      { name: "", examples: 2 },
      { name: "dev", examples: 10 },
      { name: "train", examples: 300 },
    ],
    overlap: 1,
    overlaps: [],
    overlap_job: null,
    is_ordered: true,
    job: null,
    ...changes,
  };
}

/** An expert's view of a round that has just begun. */
export function buildRound(changes: Partial<Round> = {}): Round {
  return {
    id: 5,
    project: "demo",
    number: 1,
    title: "Spring",
    target: "long",
    size: 3,
    seed: null,
    population_size: null,
    answer_count: 3,
    guidelines: "",
    guidelines_html: "",
    phase: "independent",
    opened_at: "2026-11-20T09:00:00Z",
    consensus_at: null,
    finished_at: null,
    cancelled_at: null,
    experts: [
      { number: 1, name: "Expert 1", is_you: false, judged: null, closed_at: null },
      { number: 2, name: "Expert 2", is_you: true, judged: 1, closed_at: null },
    ],
    seat: 2,
    disagreements: null,
    settled: null,
    variability: null,
    ...changes,
  };
}

/** An assignment as its screen gets it: open, and nothing is answered yet. */
export function buildOpenAssignment(
  changes: Partial<NaturalQuestionsAssignment> = {},
): NaturalQuestionsAssignment {
  return {
    kind: "nq",
    id: 1,
    project: "demo",
    state: "open",
    version: 0,
    lease_expires_at: null,
    note: "",
    created_at: "2026-01-01T00:00:00Z",
    question: { id: 1, text: "who built it" },
    time: NO_LIMIT,
    page: null,
    revising: null,
    freed: null,
    draft: null,
    ...changes,
  };
}

/** The assignment of an annotation that is being revised. */
export const REVISED_ASSIGNMENT = buildOpenAssignment({ state: "submitted", revising: 4 });
