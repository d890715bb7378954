import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { queryKeys } from "./queryKeys";
import type { Me, NewAccount } from "./types";

/** Whether a link makes a new site's first account; fails when it does not. */
export const setUpLinkQuery = (secret: string) =>
  queryOptions({
    queryKey: queryKeys.setUpLink(secret),
    queryFn: ({ signal }) => readFrom("/api/v1/set-up/{secret}/", signal, { path: { secret } }),
  });

/** Make a new site's first account, and be signed in with it. */
export function createFirstAccount(secret: string, account: NewAccount): Promise<Me> {
  return read(
    api.POST("/api/v1/set-up/{secret}/", { params: { path: { secret } }, body: account }),
  );
}
