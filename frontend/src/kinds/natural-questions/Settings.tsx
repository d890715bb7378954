import type { Project } from "@/api/types";

import { AdaptiveOverlapSettings } from "./AdaptiveOverlapSettings";
import { OverlapPlan } from "./OverlapPlan";
import { SuggestionSettings } from "./SuggestionSettings";

/** Settings that only projects for Natural Questions have. */
export default function Settings({ project }: { readonly project: Project }) {
  return (
    <>
      <OverlapPlan slug={project.slug} />
      <AdaptiveOverlapSettings project={project} />
      <SuggestionSettings slug={project.slug} />
    </>
  );
}
