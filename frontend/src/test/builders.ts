import type {
  Annotation,
  AssignmentSummary,
  ExampleSummary,
  Job,
  Me,
  Member,
  OwnProgress,
  Project,
  ProjectProgress,
} from "@/api/types";

export function buildMe(changes: Partial<Me> = {}): Me {
  return {
    username: "lena",
    display_name: "Lena",
    is_site_administrator: false,
    may_create_projects: true,
    memberships: [],
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
    seconds_median: null,
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
    by_day: [],
    ...changes,
  };
}

export function buildMember(changes: Partial<Member> = {}): Member {
  return {
    id: 1,
    username: "ada",
    display_name: "Ada",
    role: "annotator",
    is_active: true,
    joined_at: "2026-11-20T09:00:00Z",
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
    annotations_submitted: 1,
    annotations_required: 3,
    open_assignments: 0,
    ...changes,
  };
}

export function buildAnnotation(changes: Partial<Annotation> = {}): Annotation {
  return {
    id: 11,
    annotation_id: "6782080525527814293",
    example: 7,
    question: "how long is the volga",
    page_title: "Volga",
    annotator: "ada",
    created_at: "2026-11-20T09:00:00Z",
    is_late: false,
    source: "human",
    question_quality: "good",
    long_answer: null,
    short_answers: [],
    yes_no_answer: "NONE",
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
    ...changes,
  };
}
