type QueryParameters = Readonly<Record<string, string | number | boolean>>;

/** Every cache key in one place, so that what is invalidated is what was stored. */
export const queryKeys = {
  me: () => ["me"] as const,
  projects: () => ["projects"] as const,
  project: (slug: string) => ["project", slug] as const,
  progress: (slug: string) => ["project", slug, "progress"] as const,
  guidelines: (slug: string) => ["project", slug, "guidelines"] as const,
  members: (slug: string, query: QueryParameters) => ["project", slug, "members", query] as const,
  annotators: (slug: string, query: QueryParameters) =>
    ["project", slug, "annotators", query] as const,
  examples: (slug: string, query: QueryParameters) =>
    ["project", slug, "examples", "list", query] as const,
  example: (slug: string, id: number) => ["project", slug, "examples", id] as const,
  annotations: (slug: string, query: QueryParameters) =>
    ["project", slug, "annotations", query] as const,
  jobs: (slug: string) => ["project", slug, "jobs"] as const,
  job: (id: string) => ["job", id] as const,
  jobProblems: (id: string) => ["job", id, "problems"] as const,
  assignments: (slug: string, query: QueryParameters) =>
    ["project", slug, "assignments", query] as const,
  assignment: (id: number) => ["assignment", id] as const,
};
