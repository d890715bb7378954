import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";

import { ApiError } from "@/api/errors";

type Failed = Pick<UseQueryResult, "error" | "isFetching">;

/** Shows another page; `replace` takes this one out of the tab's history. */
export type PageChange = (page: number, options?: { readonly replace: boolean }) => void;

/** Shows the page before one that is gone, for instance since its last row was removed. */
export function useStepBack(query: Failed, page: number, onPageChange: PageChange): void {
  const stepBack = useEffectEvent(() => onPageChange(page - 1, { replace: true }));
  const isGone = page > 1 && isMissing(query);
  useEffect(() => {
    if (isGone) stepBack();
  }, [isGone, page]);
}

/** Whether the server has no such page. An earlier error may be out of date. */
function isMissing({ error, isFetching }: Failed): boolean {
  return !isFetching && error instanceof ApiError && error.status === 404;
}
