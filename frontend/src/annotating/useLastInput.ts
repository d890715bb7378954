import { useEffect, useState } from "react";

import type { ChosenBy } from "@/anchoring/pageView";

/** What people used last: a pointer in the page, one beside it, or keys. */
export class LastInput {
  private by: ChosenBy = "keys";

  get chosenBy(): ChosenBy {
    return this.by;
  }

  /** Hears an event of the page's frame, which the window around it doesn't hear. */
  readonly noteInPage = ({ type }: Event): void => {
    this.note(type, "pointer");
  };

  /** Hears an event of the window. */
  readonly noteBeside = ({ type }: Event): void => {
    this.note(type, "button");
  };

  private note(type: string, pointer: "pointer" | "button"): void {
    if (type === "pointerdown") this.by = pointer;
    else if (type === "keydown") this.by = "keys";
  }
}

/** Listens to the window; what happens in the page it is told by `noteInPage`. */
export function useLastInput(): LastInput {
  const [input] = useState(() => new LastInput());
  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, passive: true, signal: listening.signal };
    window.addEventListener("pointerdown", input.noteBeside, options);
    window.addEventListener("keydown", input.noteBeside, options);
    return () => {
      listening.abort();
    };
  }, [input]);
  return input;
}
