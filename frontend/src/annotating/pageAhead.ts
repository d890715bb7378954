import { useQuery } from "@tanstack/react-query";

import { pageAheadQuery } from "@/api/assignments";
import type { Page } from "@/api/types";

/** The page that was fetched ahead for an assignment; null without one. */
export function usePageAhead(assignment: number): Page | null {
  return useQuery({ ...pageAheadQuery(assignment), enabled: false }).data ?? null;
}

/** Loads a rendering as a frame would: browsers cache frames apart from what scripts fetch. */
export function loadOutOfSight(address: string): void {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.setAttribute("sandbox", "allow-same-origin");
  frame.addEventListener("load", () => {
    frame.remove();
  });
  frame.src = address;
  document.body.append(frame);
}
