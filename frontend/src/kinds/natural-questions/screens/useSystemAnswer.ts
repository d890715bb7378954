import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";

import { type SystemAnswer, systemAnswerQuery } from "@/api/systemResults";

/** The answer of the system that the address names, or undefined. */
export function useSystemAnswer(slug: string, example: number): SystemAnswer | undefined {
  const [search] = useSearchParams();
  const [system, split] = [Number(search.get("system")), search.get("split") ?? ""];
  const answer = useQuery({
    ...systemAnswerQuery(slug, system, example, split),
    enabled: system > 0,
  });
  return answer.data;
}
