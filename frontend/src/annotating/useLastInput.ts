import { useEffect, useState } from "react";

import type { ChosenBy } from "@/anchoring/pageView";

/** What people used last: a pointer or keys. */
export class LastInput {
  private by: ChosenBy = "keys";

  get chosenBy(): ChosenBy {
    return this.by;
  }

  /** Hears an event of the window or of a frame, which its window doesn't hear. */
  readonly note = ({ type }: Event): void => {
    if (type === "pointerdown") this.by = "pointer";
    else if (type === "keydown") this.by = "keys";
  };
}

/** Listens to the window; what happens in a frame it is told by `note`. */
export function useLastInput(): LastInput {
  const [input] = useState(() => new LastInput());
  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, passive: true, signal: listening.signal };
    window.addEventListener("pointerdown", input.note, options);
    window.addEventListener("keydown", input.note, options);
    return () => {
      listening.abort();
    };
  }, [input]);
  return input;
}
