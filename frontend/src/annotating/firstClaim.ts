import { type QueryClient, queryOptions } from "@tanstack/react-query";

import { canUnpack } from "@/anchoring/pageLoading";
import { claimNextAssignment } from "@/api/assignments";
import { guidelineChangesQuery, projectQuery } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import { meQuery } from "@/api/session";
import type { Assignment } from "@/api/types";

const KEY = "plumbline:annotating";

/** Milliseconds that a claim is kept which nobody takes, because another page is opened instead. */
const KEPT_MS = 10_000;

const claimQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.firstClaim(slug),
    queryFn: () => claimNextAssignment(slug, { rendered: canUnpack() }),
    staleTime: Infinity,
    gcTime: KEPT_MS,
    retry: false,
  });

/** Notes that this tab annotates in a project: loaded again, it asks for its question at once. */
export function noteAnnotating(slug: string): void {
  try {
    sessionStorage.setItem(KEY, slug);
  } catch {
    // Then the question is asked for a moment later.
  }
}

/**
 * Asks for what annotating begins with, where this tab is loaded again. Otherwise that would wait
 * for the page's code, and then for the answer who is signed in.
 */
export function beginAnnotating(queryClient: QueryClient, path: string): void {
  const slug = readNoted();
  if (slug === null || path !== `/projects/${slug}/annotate`) return;
  // What fails is asked for again by the one who needs it.
  queryClient.query(meQuery()).catch(ignore);
  queryClient.query(claimQuery(slug)).catch(ignore);
  queryClient.query(projectQuery(slug)).catch(ignore);
  queryClient.query(guidelineChangesQuery(slug)).catch(ignore);
}

/** The claim that was begun when the tab was loaded; null without one. Each is taken once. */
export async function takeFirstClaim(
  queryClient: QueryClient,
  slug: string,
): Promise<{ readonly assignment: Assignment | null } | null> {
  const query = claimQuery(slug);
  const begun = queryClient.getQueryState(query.queryKey);
  if (begun === undefined || begun.status === "error") return null;
  try {
    return { assignment: await queryClient.query(query) };
  } catch {
    // Asked once more, the server says again what is wrong.
    return null;
  } finally {
    queryClient.removeQueries({ queryKey: query.queryKey });
  }
}

function ignore(): void {
  // See above.
}

function readNoted(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
