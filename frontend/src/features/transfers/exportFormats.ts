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
      what: "The original format with HTML, tokens, candidates and byte offsets. The official evaluation script reads it directly.",
      hasAnnotatedOnly: false,
      hasConcerns: false,
      hasAnnotationsPerExample: true,
    },
    {
      value: "nq-simplified",
      title: "Natural Questions, simplified",
      what: "The page as plain tokens with token offsets. Smaller, and most training code reads it.",
      hasAnnotatedOnly: false,
      hasConcerns: false,
      hasAnnotationsPerExample: true,
    },
    {
      value: "squad",
      title: "SQuAD",
      what: "Questions whose single short answer is in a paragraph, with that paragraph, in the format of SQuAD 1.1. Used to evaluate retrieval.",
      hasAnnotatedOnly: false,
      hasConcerns: false,
      hasAnnotationsPerExample: false,
    },
  ],
  asqa: [
    {
      value: "asqa",
      title: "ASQA",
      what: "The official format, with splits as keys: questions, disambiguations, answers and knowledge. The official scorer reads it directly.",
      hasAnnotatedOnly: true,
      hasConcerns: true,
      hasAnnotationsPerExample: false,
    },
    {
      value: "squad",
      title: "SQuAD",
      what: "The disambiguations as questions about their context passages, in the format of SQuAD 1.1. Used to train reader models.",
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
