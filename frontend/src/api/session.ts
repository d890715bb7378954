import { queryOptions } from "@tanstack/react-query";

import { request } from "./client";
import { queryKeys } from "./queryKeys";
import type { Me } from "./types";

/** The signed-in person; the query fails with status 401 when nobody is. */
export const meQuery = () =>
  queryOptions({
    queryKey: queryKeys.me(),
    queryFn: ({ signal }) => request<Me>("GET", "me/", { signal }),
    staleTime: 5 * 60_000,
  });

export function signIn(credentials: { username: string; password: string }): Promise<Me> {
  return request<Me>("POST", "auth/session/", { body: credentials });
}

export function signOut(): Promise<null> {
  return request<null>("DELETE", "auth/session/");
}
