import { queryOptions } from "@tanstack/react-query";

import { api, read } from "./client";
import { queryKeys } from "./queryKeys";
import type { Me } from "./types";

/** The signed-in person; the query fails with status 401 when nobody is. */
export const meQuery = () =>
  queryOptions({
    queryKey: queryKeys.me(),
    queryFn: ({ signal }) => read(api.GET("/api/v1/me/", { signal })),
    staleTime: 5 * 60_000,
  });

export function signIn(credentials: { username: string; password: string }): Promise<Me> {
  return read(api.POST("/api/v1/auth/session/", { body: credentials }));
}

export async function signOut(): Promise<void> {
  await api.DELETE("/api/v1/auth/session/");
}
