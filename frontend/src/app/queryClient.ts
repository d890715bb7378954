import { MutationCache, QueryCache, type QueryClient } from "@tanstack/react-query";

import { ApiError, isTransient } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import { notifyError } from "@/components/notify";

import { FreshQueryClient } from "./freshQueryClient";

function retryTransient(failures: number, error: unknown): boolean {
  return failures < 2 && isTransient(error);
}

/**
 * The cache of everything that came from the server.
 *
 * A failed change shows a toast unless its mutation says `meta: { silent: true }` because the form
 * shows the error itself. A query with `meta: { mayBeGone: true }` shows none for a page of a list
 * that is gone: the table steps back. `onSignedOut` is called when the server no longer knows somebody who was
 * signed in; what is on screen stays, so that nothing typed is lost.
 */
export function createQueryClient(
  { onSignedOut }: { onSignedOut: () => void } = { onSignedOut: () => undefined },
): QueryClient {
  function handle(error: unknown, showToast: boolean): void {
    const isSignedOut = error instanceof ApiError && error.status === 401;
    if (isSignedOut && client.getQueryData(queryKeys.me()) !== undefined) onSignedOut();
    else if (showToast) notifyError(error);
  }

  const client = new FreshQueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        const isGone = error instanceof ApiError && error.status === 404;
        if (isGone && query.meta?.mayBeGone === true) return;
        // A page that has nothing to show yet shows the error in its place.
        handle(error, query.state.data !== undefined);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        handle(error, mutation.meta?.silent !== true);
      },
    }),
    defaultOptions: {
      queries: { retry: retryTransient, staleTime: 5_000 },
      mutations: { retry: false },
    },
  });
  return client;
}
