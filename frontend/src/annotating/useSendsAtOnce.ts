import { useQuery } from "@tanstack/react-query";
import { useContext } from "react";

import { projectQuery } from "@/api/projects";
import { MeContext } from "@/api/useMe";

import { AnswerSourceContext } from "./answerSource";

/**
 * Whether the last decision submits an answer, without a review: where it can be taken back, needs
 * no reason, and neither the project nor the annotator wants a review. Until that is known, no.
 */
export function useSendsAtOnce(slug: string, { needsReason }: { needsReason: boolean }): boolean {
  const me = useContext(MeContext);
  const source = useContext(AnswerSourceContext);
  const project = useQuery(projectQuery(slug)).data;
  if (source !== null || needsReason || project === undefined) return false;
  return !project.reviews_answers && me?.reviews_answers !== true;
}
