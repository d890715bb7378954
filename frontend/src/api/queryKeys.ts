type QueryParameters = Readonly<Record<string, string | number | boolean>>;

/** Every cache key in one place, so that invalidating matches storing. */
export const queryKeys = {
  me: () => ["me"] as const,
  /** Not below the project's: nothing that changes there asks for it again. */
  firstClaim: (slug: string) => ["first-claim", slug] as const,
  account: () => ["account"] as const,
  devices: () => ["devices"] as const,
  tokens: () => ["tokens"] as const,
  signInReturn: () => ["sign-in-return"] as const,
  secondFactor: () => ["second-factor"] as const,
  newKey: () => ["new-key"] as const,
  dataExport: () => ["data-export"] as const,
  projects: () => ["projects"] as const,
  deletedProjects: () => ["deleted-projects"] as const,
  deletedParts: (slug: string) => ["project", slug, "deleted-parts"] as const,
  project: (slug: string) => ["project", slug] as const,
  progress: (slug: string) => ["project", slug, "progress"] as const,
  guidelines: (slug: string) => ["project", slug, "guidelines"] as const,
  guidelineSeen: (slug: string) => ["project", slug, "guideline-seen"] as const,
  guidelineChanges: (slug: string) => ["project", slug, "guideline-changes"] as const,
  members: (slug: string, query: QueryParameters) => ["project", slug, "members", query] as const,
  invitations: (slug: string, query: QueryParameters) =>
    ["project", slug, "invitations", query] as const,
  setUpLink: (secret: string) => ["set-up", secret] as const,
  openedInvitation: (secret: string) => ["invitation", secret] as const,
  annotators: (slug: string, query: QueryParameters) =>
    ["project", slug, "annotators", query] as const,
  examples: (slug: string, query: QueryParameters) =>
    ["project", slug, "examples", "list", query] as const,
  example: (slug: string, id: number) => ["project", slug, "examples", id] as const,
  controls: (slug: string) => ["project", slug, "controls"] as const,
  controlShare: (slug: string) => ["project", slug, "control-share"] as const,
  namedAssignments: (slug: string) => ["project", slug, "named-assignments"] as const,
  disagreements: (slug: string, query: QueryParameters) =>
    ["project", slug, "disagreements", "list", query] as const,
  disagreement: (slug: string, id: number) => ["project", slug, "disagreements", id] as const,
  writing: (slug: string, id: number, annotation: number | null) =>
    ["project", slug, "disagreements", id, "writing", annotation] as const,
  referenceSheet: (slug: string, id: number) =>
    ["project", slug, "examples", id, "reference-sheet"] as const,
  concerns: (slug: string, query: QueryParameters) => ["project", slug, "concerns", query] as const,
  confirmations: (slug: string, query: QueryParameters) =>
    ["project", slug, "confirmations", query] as const,
  annotations: (slug: string, query: QueryParameters) =>
    ["project", slug, "annotations", query] as const,
  annotationVersions: (slug: string, id: number) =>
    ["project", slug, "annotations", "versions", id] as const,
  savedViews: (slug: string, table: string) => ["project", slug, "saved-views", table] as const,
  history: (slug: string, query: QueryParameters) => ["project", slug, "history", query] as const,
  exampleHistory: (slug: string, id: number) =>
    ["project", slug, "examples", id, "history"] as const,
  training: (slug: string) => ["project", slug, "training"] as const,
  ownTraining: (slug: string) => ["project", slug, "training", "own"] as const,
  trainees: (slug: string) => ["project", slug, "training", "members"] as const,
  trainee: (slug: string, id: number) => ["project", slug, "training", "members", id] as const,
  trainingExamples: (slug: string) => ["project", slug, "training", "examples"] as const,
  trainingAnswer: (id: number) => ["training-answer", id] as const,
  overview: (slug: string) => ["project", slug, "overview"] as const,
  hours: (slug: string, weeks: number) => ["project", slug, "hours", weeks] as const,
  allHours: (slug: string) => ["project", slug, "hours"] as const,
  adaptiveOverlap: (slug: string) => ["project", slug, "adaptive-overlap"] as const,
  suggestions: (slug: string) => ["project", slug, "suggestions"] as const,
  submissions: (slug: string) => ["project", slug, "submissions"] as const,
  competition: (slug: string) => ["project", slug, "competition"] as const,
  competitionTable: (slug: string, phase: string) =>
    ["project", slug, "competition", "table", phase] as const,
  competitionInvitation: (slug: string) => ["project", slug, "competition", "invitation"] as const,
  competitionHalves: (slug: string) => ["project", slug, "competition", "halves"] as const,
  competitionSubmissions: (slug: string, query: QueryParameters) =>
    ["project", slug, "competition", "submissions", query] as const,
  competitionTeams: (slug: string) => ["project", slug, "competition", "teams"] as const,
  /** Once a team has submitted, nobody leaves it. */
  competitionTeam: (slug: string) => ["project", slug, "submissions", "team"] as const,
  openedCompetitionInvitation: (secret: string) => ["competition-invitation", secret] as const,
  ownCompetitions: () => ["own-competitions"] as const,
  release: (slug: string, query?: QueryParameters) =>
    query === undefined
      ? (["project", slug, "release"] as const)
      : (["project", slug, "release", query] as const),
  releases: (slug: string, query: QueryParameters) => ["project", slug, "releases", query] as const,
  splits: (slug: string) => ["project", slug, "splits"] as const,
  queue: (slug: string) => ["project", slug, "queue"] as const,
  leaderboard: (slug: string, query: QueryParameters) =>
    ["project", slug, "leaderboard", query] as const,
  exportFormats: (slug: string) => ["project", slug, "export-formats"] as const,
  jobs: (slug: string) => ["project", slug, "jobs"] as const,
  jobsOfKinds: (slug: string, query: QueryParameters) => ["project", slug, "jobs", query] as const,
  job: (id: string) => ["job", id] as const,
  jobProblems: (id: string) => ["job", id, "problems"] as const,
  assignments: (slug: string, query: QueryParameters) =>
    ["project", slug, "assignments", query] as const,
  parked: (slug: string, query: QueryParameters) => ["project", slug, "parked", query] as const,
  assignment: (id: number) => ["assignment", id] as const,
  pageAhead: (id: number) => ["page-ahead", id] as const,
  leadRevision: (slug: string, id: number) =>
    ["project", slug, "annotations", "revision", id] as const,
  ownAnnotation: (id: number) => ["annotation", id] as const,
  comparisonStudies: (slug: string, query: QueryParameters) =>
    ["project", slug, "comparison-studies", query] as const,
  comparisonSources: (slug: string) => ["project", slug, "comparison-sources"] as const,
  comparisonStudy: (id: number) => ["comparison-study", id] as const,
  nextComparison: (study: number) => ["comparison-study", study, "next"] as const,
  comparisonResults: (id: number) => ["comparison-study", id, "results"] as const,
  comparisonCorrelations: (id: number, fingerprint: string | null) =>
    ["comparison-study", id, "correlations", fingerprint] as const,
};
