import type { ProjectKind } from "@/api/types";

/** A page for one question that a lead asks. */
export interface Dashboard {
  /** The end of its address. */
  readonly path: string;
  /** Its file in `pages/`, without *Page*; long-form projects may have one with *LongForm* before. */
  readonly file: string;
  readonly question: string;
  readonly what: string;
  /** The report's sections that it shows. */
  readonly sections: readonly string[];
  readonly kinds: readonly ProjectKind[];
}

const BOTH: readonly ProjectKind[] = ["nq", "asqa"];

export const DASHBOARDS: readonly Dashboard[] = [
  {
    path: "schedule",
    file: "Schedule",
    question: "Are we on schedule?",
    what: "How fast annotations come in, when they will be complete, and where the time goes.",
    sections: ["schedule", "adaptive_overlap", "process"],
    kinds: BOTH,
  },
  {
    path: "agreement",
    file: "Agreement",
    question: "Do annotators agree?",
    what: "Agreement on every decision, by several coefficients, and where annotators disagree.",
    sections: ["agreement"],
    kinds: BOTH,
  },
  {
    path: "ambiguity",
    file: "Ambiguity",
    question: "Where is the page ambiguous?",
    what: "Questions to which annotators give different answers, and how much they differ.",
    sections: ["ambiguity"],
    kinds: ["nq"],
  },
  {
    path: "people",
    file: "People",
    question: "Who needs help?",
    what: "How each annotator compares with the others. The limits allow for how much each has done.",
    sections: ["people"],
    kinds: BOTH,
  },
  {
    path: "human-bound",
    file: "HumanBound",
    question: "How good can a model get?",
    what: "How well one annotator, or twenty together, predict the others’ answers.",
    sections: ["human_bound"],
    kinds: ["nq"],
  },
  {
    path: "many-annotations",
    file: "ManyAnnotations",
    question: "25 answers per question",
    what: "What 25 annotations of an example show that five can’t.",
    sections: ["many_annotations"],
    kinds: ["nq"],
  },
  {
    path: "suggestions",
    file: "Suggestions",
    question: "What do suggestions cost?",
    what: "The time that a system’s suggestions save, and how much they pull answers towards them.",
    sections: ["suggestions"],
    kinds: ["nq"],
  },
];

export function dashboardsOf(kind: ProjectKind): Dashboard[] {
  return DASHBOARDS.filter(({ kinds }) => kinds.includes(kind));
}
