import { type QueryClient, useQuery } from "@tanstack/react-query";

import { pageAheadQuery } from "@/api/assignments";
import type { Assignment, Page } from "@/api/types";

/**
 * Fetches the pages of a question that is only reserved, for a connection that is lost meanwhile.
 *
 * That of Natural Questions stays in memory, since nobody may see it before the question is called
 * good. Pages of ambiguous questions are shown at once: the browser's cache keeps them.
 */
export function fetchPagesAhead(assignment: Assignment, queryClient: QueryClient): void {
  if (assignment.kind === "nq") {
    void queryClient.query(pageAheadQuery(assignment.id));
    return;
  }
  for (const { html_url } of assignment.pages) {
    if (html_url !== null) loadOutOfSight(html_url);
  }
}

/** The page that was fetched ahead for an assignment; null without one. */
export function usePageAhead(assignment: number): Page | null {
  return useQuery({ ...pageAheadQuery(assignment), enabled: false }).data ?? null;
}

/** Loads a rendering as a frame would: browsers cache frames apart from what scripts fetch. */
function loadOutOfSight(address: string): void {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.setAttribute("sandbox", "allow-same-origin");
  frame.addEventListener("load", () => {
    frame.remove();
  });
  frame.src = address;
  document.body.append(frame);
}
