import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryClientConfig,
  type QueryKey,
} from "@tanstack/react-query";

/**
 * A cache in which no answer from before a change takes the place of one from after it.
 *
 * TanStack Query asks anew when a query is invalidated, but not where its first request is still
 * under way, and an answer under way when `setQueryData` is called is stored over what was set.
 * Either may have been worked out before the change, and nothing asks again.
 */
export class FreshQueryClient extends QueryClient {
  /** An empty cache. */
  constructor(config?: QueryClientConfig) {
    super(config);
    this.getQueryCache().subscribe((event) => {
      const isSet =
        event.type === "updated" && event.action.type === "success" && event.action.manual === true;
      if (!isSet || event.query.state.fetchStatus !== "fetching") return;
      // What fails is told by the query itself.
      event.query.fetch(undefined, { cancelRefetch: true }).catch(() => undefined);
    });
  }

  /** Ask anew for all that is on screen, also for what has not been answered once. */
  override invalidateQueries<TTaggedQueryKey extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<TTaggedQueryKey>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters)) {
      const isFirst = query.state.data === undefined && query.state.fetchStatus === "fetching";
      // Silent, because who waits for the first request is given the answer to the next.
      if (isFirst && query.isActive()) void query.cancel({ silent: true });
    }
    return super.invalidateQueries(filters, options);
  }
}
