import { useQuery } from "@tanstack/react-query";
import { useContext } from "react";

import { projectQuery } from "@/api/projects";
import { MeContext } from "@/api/useMe";

/**
 * Whether the last decision submits an answer, without a review: where it can be taken back, needs
 * no reason (`mayBeSent`), and neither the project nor the annotator wants a review. Until that is
 * known, no.
 */
export function useSendsAtOnce(slug: string, mayBeSent: boolean): boolean {
  const me = useContext(MeContext);
  const project = useQuery(projectQuery(slug)).data;
  if (!mayBeSent || project === undefined) return false;
  return !project.reviews_answers && me?.reviews_answers !== true;
}
