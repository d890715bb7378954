import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { ErrorState, LoadingState } from "./states";

/** Shows a query's data, or that it is loading, or why it failed. */
export function QueryView<Data>({
  query,
  errorOrder = 2,
  children,
}: {
  query: Pick<UseQueryResult<Data>, "data" | "error" | "refetch">;
  /** Level of an error's heading: 1 if the query is for the whole page. */
  errorOrder?: 1 | 2;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error !== null) {
    return (
      <ErrorState order={errorOrder} error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  return <LoadingState />;
}
