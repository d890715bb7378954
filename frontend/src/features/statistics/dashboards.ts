/** A page for one question that a lead asks. */
export interface Dashboard {
  /** The end of its address. */
  readonly path: string;
  readonly question: string;
  readonly what: string;
  /** The report's sections that it shows. */
  readonly sections: readonly string[];
}

export const DASHBOARDS: readonly Dashboard[] = [
  {
    path: "schedule",
    question: "Are we on schedule?",
    what: "How fast annotations come in, when they will be complete, and where the time goes.",
    sections: ["schedule", "adaptive_overlap", "process"],
  },
  {
    path: "agreement",
    question: "Do annotators agree?",
    what: "Agreement on every decision, by several coefficients, and where annotators disagree.",
    sections: ["agreement"],
  },
  {
    path: "ambiguity",
    question: "Where is the page ambiguous?",
    what: "Questions to which annotators give different answers, and how much they differ.",
    sections: ["ambiguity"],
  },
  {
    path: "people",
    question: "Who needs help?",
    what: "How each annotator compares with the others. The limits allow for how much each has done.",
    sections: ["people"],
  },
  {
    path: "human-bound",
    question: "How good can a model get?",
    what: "How well one annotator, or twenty together, predict the others’ answers.",
    sections: ["human_bound"],
  },
  {
    path: "many-annotations",
    question: "25 answers per question",
    what: "What 25 annotations of an example show that five can’t.",
    sections: ["many_annotations"],
  },
  {
    path: "suggestions",
    question: "What do suggestions cost?",
    what: "The time that a system’s suggestions save, and how much they pull answers towards them.",
    sections: ["suggestions"],
  },
];
