import { useEffect, useEffectEvent, useState } from "react";

import { isSearchKey, typedBy } from "./keys";

interface KeptKey {
  readonly event: KeyboardEvent;
  /** What was typed behind a key that opens the search. */
  readonly text: string;
}

interface KeptKeys {
  /** Whether keys wait; then each further one waits behind them. */
  readonly areWaiting: boolean;
  /** Whether the last of them opens the search, so that what is typed now is its text. */
  readonly openSearch: boolean;
  readonly keep: (event: KeyboardEvent) => void;
}

interface Waiting {
  /** What the keys are meant for is there. */
  readonly isReady: boolean;
  /** It still comes next: going back, or a page that can't be opened, drops what was typed. */
  readonly isMeant: boolean;
}

/**
 * Keys that were typed before what they are meant for was there: applied in order once it is. With
 * a key that opens the search comes the text that was typed behind it.
 */
export function useKeptKeys(
  { isReady, isMeant }: Waiting,
  apply: (event: KeyboardEvent, text: string) => void,
): KeptKeys {
  const [kept, setKept] = useState<readonly KeptKey[]>([]);
  const applyNext = useEffectEvent(({ event, text }: KeptKey) => {
    // The next one waits until what this one changes is on screen.
    setKept((waiting) => waiting.slice(1));
    apply(event, text);
  });
  const [first] = kept;
  if (!isMeant && first) setKept([]);
  useEffect(() => {
    if (!isReady || !first) return;
    const timer = setTimeout(() => {
      applyNext(first);
    });
    return () => {
      clearTimeout(timer);
    };
  }, [isReady, first]);
  return {
    areWaiting: first !== undefined,
    openSearch: opensSearch(kept.at(-1)),
    keep: (event) => {
      setKept((waiting) => keptWith(waiting, event));
    },
  };
}

function opensSearch(key: KeptKey | undefined): boolean {
  return key !== undefined && isSearchKey(key.event);
}

function keptWith(waiting: readonly KeptKey[], event: KeyboardEvent): readonly KeptKey[] {
  const last = waiting.at(-1);
  if (!last || !opensSearch(last)) return [...waiting, { event, text: "" }];
  return [...waiting.slice(0, -1), { ...last, text: last.text + typedBy(event) }];
}
