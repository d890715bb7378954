import { useState } from "react";

import type { Stage } from "../types";

/** Makes a text that is said twice another one; a screen reader would not say the same again. */
const AGAIN = "\u00a0";

interface Shown {
  readonly stage: Stage;
  /** What is said of a new stage; "" where the focus moves to it and says so. */
  readonly stageName: string;
  /** What the last action took away or refused. */
  readonly notice: string | null;
}

interface Heard {
  /** What the live region says. */
  readonly text: string;
  readonly announce: (text: string) => void;
}

/** The latest that screen readers say beside the focus: a stage, a notice or an announcement. */
export function useHeard(shown: Shown): Heard {
  const { stage, notice } = shown;
  const [heard, setHeard] = useState({ stage, notice, text: "" });
  if (heard.stage !== stage || heard.notice !== notice) {
    setHeard({ stage, notice, text: textAfter(heard, shown) });
  }
  return {
    text: heard.text,
    announce: (text) => {
      setHeard((before) => ({ ...before, text: before.text === text ? text + AGAIN : text }));
    },
  };
}

function textAfter(
  heard: { readonly stage: Stage; readonly notice: string | null; readonly text: string },
  { stage, stageName, notice }: Shown,
): string {
  if (notice !== null && notice !== heard.notice) return notice;
  if (stage !== heard.stage) return stageName;
  // The notice is gone; what was announced after it stays.
  return heard.text === heard.notice ? "" : heard.text;
}
