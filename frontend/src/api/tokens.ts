import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { queryKeys } from "./queryKeys";
import type { components } from "./schema";

export type ApiToken = components["schemas"]["ApiTokenOutput"];
export type NewApiToken = components["schemas"]["NewApiTokenOutput"];

/** As many as a page of the API holds. */
const MOST = 500;

export const tokensQuery = () =>
  queryOptions({
    queryKey: queryKeys.tokens(),
    queryFn: ({ signal }) => readFrom("/api/v1/me/tokens/", signal, { query: { page_size: MOST } }),
  });

/** Makes a token; the answer is the only one that has its key. Null: it never expires. */
export function createToken(name: string, expiresAt: Date | null): Promise<NewApiToken> {
  const expires_at = expiresAt === null ? null : expiresAt.toISOString();
  return read(api.POST("/api/v1/me/tokens/", { body: { name, expires_at } }));
}

export async function revokeToken(id: number): Promise<void> {
  await api.DELETE("/api/v1/me/tokens/{id}/", { params: { path: { id } } });
}

export async function revokeAllTokens(): Promise<void> {
  await api.DELETE("/api/v1/me/tokens/");
}
