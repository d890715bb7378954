import type { ExportFormat } from "@/api/jobs";
import type { Project } from "@/api/types";

/** A format that can be exported, and what can be chosen for it. */
export interface ExportFormatChoice {
  value: ExportFormat;
  title: string;
  what: string;
  hasAnnotatedOnly: boolean;
  hasConcerns: boolean;
  hasAnnotationsPerExample: boolean;
}

const CHOICES: Record<Project["kind"], readonly ExportFormatChoice[]> = {
  nq: [
    {
      value: "nq",
      title: "Natural Questions",
      what: "The original format with HTML, tokens, candidates and byte offsets. The official evaluation reads it as it is.",
      hasAnnotatedOnly: false,
      hasConcerns: false,
      hasAnnotationsPerExample: true,
    },
    {
      value: "nq-simplified",
      title: "Natural Questions, simplified",
      what: "The page as plain tokens with token offsets: smaller, and what most training code reads.",
      hasAnnotatedOnly: false,
      hasConcerns: false,
      hasAnnotationsPerExample: true,
    },
    {
      value: "squad",
      title: "SQuAD",
      what: "Questions with a single short answer in a paragraph, on that paragraph, in the format of SQuAD 1.1: what evaluations of retrieval are made from.",
      hasAnnotatedOnly: false,
      hasConcerns: false,
      hasAnnotationsPerExample: false,
    },
  ],
  asqa: [
    {
      value: "asqa",
      title: "ASQA",
      what: "The official format, its splits as keys: questions, disambiguations, answers and their knowledge. The official scorer reads it as it is.",
      hasAnnotatedOnly: true,
      hasConcerns: true,
      hasAnnotationsPerExample: false,
    },
    {
      value: "squad",
      title: "SQuAD",
      what: "The disambiguations as questions on their context passages, in the format of SQuAD 1.1: what a reader model is trained with.",
      hasAnnotatedOnly: false,
      hasConcerns: true,
      hasAnnotationsPerExample: false,
    },
  ],
};

/** What a project of this kind can be exported as. */
export function exportFormatsOf(kind: Project["kind"]): readonly ExportFormatChoice[] {
  return CHOICES[kind];
}
