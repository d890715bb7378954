import type { ExportFormat } from "@/api/jobs";
import type { Project } from "@/api/types";

/** What can be switched on for an export, as the API calls it. */
export type ExportSwitch = "annotated_only" | "with_concerns" | "page_sources" | "source_offsets";

export const SWITCHES: Record<ExportSwitch, string> = {
  annotated_only: "Only annotations with an answer",
  with_concerns: "Include examples with a concern",
  page_sources: "Add each page’s source, revision and licence",
  source_offsets: "Add byte offsets in the source",
};

/** A format that can be exported, and what can be chosen for it. */
export interface ExportFormatChoice {
  value: ExportFormat;
  title: string;
  what: string;
  switches: readonly ExportSwitch[];
  hasAnnotationsPerExample: boolean;
}

const CHOICES: Record<Project["kind"], readonly ExportFormatChoice[]> = {
  nq: [
    {
      value: "nq",
      title: "Natural Questions",
      what: "The original format with HTML, tokens, candidates and byte offsets. The official evaluation script reads it directly.",
      switches: ["page_sources", "source_offsets"],
      hasAnnotationsPerExample: true,
    },
    {
      value: "nq-simplified",
      title: "Natural Questions, simplified",
      what: "The page as plain tokens with token offsets. Smaller, and most training code reads it.",
      switches: ["page_sources"],
      hasAnnotationsPerExample: true,
    },
    {
      value: "squad",
      title: "SQuAD",
      what: "Questions whose single short answer is in a paragraph, with that paragraph, in the format of SQuAD 1.1. Used to evaluate retrieval.",
      switches: [],
      hasAnnotationsPerExample: false,
    },
  ],
  asqa: [
    {
      value: "asqa",
      title: "ASQA",
      what: "The official format, with splits as keys: questions, disambiguations, answers and knowledge. The official scorer reads it directly.",
      switches: ["annotated_only", "with_concerns", "page_sources"],
      hasAnnotationsPerExample: false,
    },
    {
      value: "squad",
      title: "SQuAD",
      what: "The disambiguations as questions about their context passages, in the format of SQuAD 1.1. Used to train reader models.",
      switches: ["with_concerns"],
      hasAnnotationsPerExample: false,
    },
  ],
};

/** What a project of this kind can be exported as. */
export function exportFormatsOf(kind: Project["kind"]): readonly ExportFormatChoice[] {
  return CHOICES[kind];
}
