import { useEffect, useRef } from "react";

import type { PageView } from "@/anchoring/pageView";
import type { TokenSpan } from "@/anchoring/spans";

interface Sought {
  readonly position: number;
  readonly span: TokenSpan;
}

type View = Pick<PageView, "rangesOf" | "reveal">;

/**
 * Brings a passage into view once its page is open and in front. It does so once: on return the page
 * stays where it was left.
 */
export function useSought(sought: Sought | null, current: number, view: View | null): void {
  const done = useRef<Sought>(null);
  useEffect(() => {
    if (!view || sought === null || sought === done.current || sought.position !== current) return;
    done.current = sought;
    const [target] = view.rangesOf([sought.span]);
    if (target) view.reveal(target, "list");
  }, [sought, current, view]);
}
