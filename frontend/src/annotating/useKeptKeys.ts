import { useEffect, useEffectEvent, useState } from "react";

interface KeptKeys {
  /** Whether keys wait; then each further one waits behind them. */
  readonly areWaiting: boolean;
  readonly keep: (event: KeyboardEvent) => void;
}

interface Waiting {
  /** What the keys are meant for is there. */
  readonly isReady: boolean;
  /** It is still what comes next: going back drops what was typed for it. */
  readonly isMeant: boolean;
}

/** Keys that were typed before what they are meant for was there: applied in order once it is. */
export function useKeptKeys(
  { isReady, isMeant }: Waiting,
  apply: (event: KeyboardEvent) => void,
): KeptKeys {
  const [kept, setKept] = useState<readonly KeyboardEvent[]>([]);
  const applyNext = useEffectEvent((event: KeyboardEvent) => {
    // The next one waits until what this one changes is on screen.
    setKept((waiting) => waiting.slice(1));
    apply(event);
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
    keep: (event) => {
      setKept((waiting) => [...waiting, event]);
    },
  };
}
