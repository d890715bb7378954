import { useCallback, useEffect, useRef } from "react";

import type { ActiveSeconds, Stage } from "@/api/types";

import { ActiveTime } from "./activeTime";

export interface ActiveTimer {
  /** Seconds of each stage so far. */
  readonly read: () => ActiveSeconds;
  /** For input that this document does not see: that in the page's frame. */
  readonly noteInput: () => void;
  readonly isActive: () => boolean;
}

const NO_TIME: ActiveSeconds = { question: 0, long_answer: 0, short_answer: 0 };

/** Measures the active time of one assignment. `before` is read once. */
export function useActiveTime(stage: Stage, before: ActiveSeconds | null): ActiveTimer {
  const time = useRef<ActiveTime | null>(null);

  useEffect(() => {
    time.current ??= new ActiveTime({
      at: performance.now(),
      stage,
      visible: document.visibilityState === "visible",
      before,
    });
    time.current.setStage(stage, performance.now());
  }, [stage, before]);

  const read = useCallback(() => time.current?.read(performance.now()) ?? NO_TIME, []);
  const noteInput = useCallback(() => time.current?.noteInput(performance.now()), []);
  const isActive = useCallback(() => time.current?.isActive(performance.now()) ?? false, []);

  useEffect(() => {
    const note = () => time.current?.noteInput(performance.now());
    const look = () =>
      time.current?.setVisible(document.visibilityState === "visible", performance.now());
    const types = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
    for (const type of types) window.addEventListener(type, note, { passive: true });
    document.addEventListener("visibilitychange", look);
    return () => {
      for (const type of types) window.removeEventListener(type, note);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);

  return { read, noteInput, isActive };
}
