import { useEffect, useEffectEvent, useState } from "react";

interface KeptKeys {
  /** Whether keys wait; then each further one waits behind them. */
  readonly areWaiting: boolean;
  readonly keep: (event: KeyboardEvent) => void;
}

/** Keys that were typed before what they are meant for was there: applied in order once it is. */
export function useKeptKeys(isReady: boolean, apply: (event: KeyboardEvent) => void): KeptKeys {
  const [kept, setKept] = useState<readonly KeyboardEvent[]>([]);
  const applyNext = useEffectEvent((event: KeyboardEvent) => {
    // The next one waits until what this one changes is on screen.
    setKept((waiting) => waiting.slice(1));
    apply(event);
  });
  const [first] = kept;
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
