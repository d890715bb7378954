import { useLocalStorage } from "@mantine/hooks";

import { useNow } from "./useNow";

/** Milliseconds after which the time that is used is shown anew. */
const CLOCK_STEP = 10_000;

interface TimeShown {
  readonly now: number;
  readonly hidden: boolean;
  readonly toggle: () => void;
}

/** The present moment for a quiet timer, and whether this browser hides it. */
export function useTimeShown(): TimeShown {
  const now = useNow(CLOCK_STEP);
  const [hidden, setHidden] = useLocalStorage({
    key: "plumbline:time-hidden",
    defaultValue: false,
  });
  return {
    now,
    hidden,
    toggle: () => {
      setHidden(!hidden);
    },
  };
}
