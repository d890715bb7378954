import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { isActive } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import type { Job } from "@/api/types";

/** Lets every other page of the project see what a job that has just ended did. */
export function useRefreshWhenFinished(slug: string, jobs: Job[] | undefined): void {
  const queryClient = useQueryClient();
  // A quick job may have ended before this list has seen it at work.
  const ended = jobs?.filter((job) => !isActive(job)).map(({ id }) => id);
  const known = useRef(ended);
  useEffect(() => {
    if (known.current !== undefined && ended?.some((id) => !known.current?.includes(id))) {
      void queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
    }
    known.current = ended;
  });
}
