import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { type Results, startResults } from "@/api/comparisons";
import { queryKeys } from "@/api/queryKeys";

/**
 * Queues the computing of a study's results. Opening results that are out of date starts it, once.
 * While comparisons keep coming in, and after a job that failed or was cancelled, somebody has to
 * ask.
 */
export function useComputing(id: number, results: Results) {
  const queryClient = useQueryClient();
  const computing = useMutation({
    mutationFn: () => startResults(id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.comparisonResults(id) }),
  });
  const isStarted = useRef(false);
  const isBehind =
    results.comparisons_now > 0 &&
    !results.is_current &&
    (results.job === null || results.job.state === "succeeded");
  const { mutate } = computing;
  useEffect(() => {
    if (!isBehind || isStarted.current) return;
    isStarted.current = true;
    mutate();
  }, [isBehind, mutate]);
  return computing;
}
