import type { ReactNode } from "react";

import { ErrorState, LoadingState } from "./states";

/** What of a query, or of what is made of one, a page shows. */
export interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** Shows a query's data, or that it is loading, or why it failed. */
export function QueryView<Data>({
  query,
  errorOrder = 2,
  children,
}: {
  query: Loaded<Data>;
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
