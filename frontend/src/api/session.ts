import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { ApiError } from "./errors";
import { queryKeys } from "./queryKeys";
import { authenticate, giveCode, signOut } from "./signIn";
import type { Me } from "./types";

/** The signed-in person; the query fails with status 401 when nobody is. */
export const meQuery = () =>
  queryOptions({
    queryKey: queryKeys.me(),
    queryFn: ({ signal }) => readFrom("/api/v1/me/", signal),
    staleTime: 5 * 60_000,
  });

/** Signs in by name or e-mail address; a person who was signed in here before is signed out. */
export async function signIn(credentials: { username: string; password: string }): Promise<Me> {
  try {
    await authenticate(credentials);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    // Another tab was faster, perhaps as somebody else.
    await signOut();
    await authenticate(credentials);
  }
  return read(api.GET("/api/v1/me/"));
}

/** Signs in with a code, after the password was right. */
export async function signInWithCode(code: string): Promise<Me> {
  await giveCode(code);
  return read(api.GET("/api/v1/me/"));
}
