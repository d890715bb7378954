import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { queryKeys } from "./queryKeys";
import type { components } from "./schema";

export type Suggestions = components["schemas"]["SuggestionsOutput"];
export type SuggestionsChoice = components["schemas"]["SuggestionsInputRequest"];
/** What is marked on an annotator's page. */
export type Suggestion = components["schemas"]["SuggestionOutput"];

/** What a project suggests to its annotators. */
export const suggestionsQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.suggestions(slug),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/suggestions/", signal, { path: { slug } }),
  });

export function changeSuggestions(slug: string, choice: SuggestionsChoice): Promise<Suggestions> {
  return read(
    api.PUT("/api/v1/projects/{slug}/suggestions/", { params: { path: { slug } }, body: choice }),
  );
}

export const suggestionsFile = (slug: string) => `/api/v1/projects/${slug}/suggestions/export/`;
