import type { ExportSwitch } from "@/kinds/fileFormats";

export const SWITCHES: Record<ExportSwitch, string> = {
  annotated_only: "Only annotations with an answer",
  with_concerns: "Include examples with a concern",
  page_sources: "Add each page’s source, revision and licence",
  source_offsets: "Add byte offsets in the source",
  simulated: "Include simulated annotations",
  with_gold: "Put decided answers before the annotations",
};
