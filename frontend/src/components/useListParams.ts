import { useCallback, useEffect, useMemo, useRef } from "react";
import { type NavigateOptions, useSearchParams } from "react-router";

import { PAGE_SIZE, type TableOrder } from "./PagedTable";
import type { PageChange } from "./useStepBack";

export interface ListParams<Name extends string> {
  /** The filters that are set; "" for those that are not. */
  filters: Record<Name, string>;
  /** Whether something may be left out, which an order doesn't do. */
  isFiltered: boolean;
  page: number;
  /** How the headers of a table order it, where `ordering` is among the names. */
  order: TableOrder;
  /** What to ask the server for. */
  query: Record<string, string | number>;
  setFilter: (name: Name, value: string) => void;
  /** Sets several at once. */
  setFilters: (changes: Partial<Record<Name, string>>) => void;
  setPage: PageChange;
  clear: () => void;
}

/** Keeps a list's filters and page in the address, so that a link and the back button keep them. */
export function useListParams<Name extends string>(
  names: readonly Name[],
  perPage = PAGE_SIZE,
): ListParams<Name> {
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number.parseInt(params.get("page") ?? "1", 10) || 1);
  const filters = useMemo(
    () =>
      Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""])) as Record<
        Name,
        string
      >,
    [names, params],
  );

  // The router shows a change once it is rendered, and the next change may come before that.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const go = useCallback(
    (to: URLSearchParams, options?: NavigateOptions) => {
      latest.current = to;
      setParams(to, options);
    },
    [setParams],
  );

  const setFilters = useCallback(
    (changes: Partial<Record<Name, string>>) => {
      const after = new URLSearchParams(latest.current);
      for (const [name, value] of Object.entries<string | undefined>(changes)) {
        if (value) after.set(name, value);
        else after.delete(name);
      }
      after.delete("page");
      go(after, { replace: true });
    },
    [go],
  );
  const setFilter = useCallback(
    (name: Name, value: string) => {
      setFilters({ [name]: value } as Partial<Record<Name, string>>);
    },
    [setFilters],
  );
  const setPage = useCallback<PageChange>(
    (next, options) => {
      const after = new URLSearchParams(latest.current);
      if (next === 1) after.delete("page");
      else after.set("page", String(next));
      go(after, options);
    },
    [go],
  );
  const clear = useCallback(() => {
    go(new URLSearchParams(), { replace: true });
  }, [go]);

  return {
    filters,
    isFiltered: names.some((name) => name !== "ordering" && filters[name] !== ""),
    page,
    order: {
      value: params.get("ordering") ?? "",
      onChange: (value) => setFilters({ ordering: value } as Partial<Record<Name, string>>),
    },
    query: { ...filters, page, page_size: perPage },
    setFilter,
    setFilters,
    setPage,
    clear,
  };
}
