import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryClientConfig,
  type QueryKey,
} from "@tanstack/react-query";

/**
 * A cache in which a response from before a change never replaces one from after it.
 *
 * TanStack Query asks again when a query is invalidated, but not while its first request is still
 * running. And a response that is on its way when `setQueryData` is called replaces the value that
 * was set. Either may be from before the change, and nothing asks again.
 */
export class FreshQueryClient extends QueryClient {
  /** An empty cache. */
  constructor(config?: QueryClientConfig) {
    super(config);
    this.getQueryCache().subscribe((event) => {
      const isSet =
        event.type === "updated" && event.action.type === "success" && event.action.manual === true;
      if (!isSet || event.query.state.fetchStatus !== "fetching") return;
      // The query itself reports failures.
      event.query.fetch(undefined, { cancelRefetch: true }).catch(() => undefined);
    });
  }

  /** Ask again for everything on screen, also for queries without a first response. */
  override invalidateQueries<TTaggedQueryKey extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<TTaggedQueryKey>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters)) {
      const isFirst = query.state.data === undefined && query.state.fetchStatus === "fetching";
      // Silent, because callers that wait for the first request get the response to the next.
      if (isFirst && query.isActive()) void query.cancel({ silent: true });
    }
    return super.invalidateQueries(filters, options);
  }
}
