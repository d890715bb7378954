import { useCallback, useEffect, useEffectEvent, useRef } from "react";

import { ActiveTime, type SecondsByStage } from "./activeTime";

export interface ActiveTimer<Stage extends string> {
  /** Seconds of each stage so far. */
  readonly read: () => SecondsByStage<Stage>;
  /** For input that this document does not see: that in the page's frame. */
  readonly noteInput: () => void;
  readonly isActive: () => boolean;
  /** The same for a tab that has just been hidden, or is being left. */
  readonly isPresent: () => boolean;
}

/**
 * Measures the active time of one assignment: in `stage`, which is one of `stages` or, where no
 * time counts, null. `stages` and `before` are read once.
 */
export function useActiveTime<Stage extends string>(
  stages: readonly Stage[],
  stage: Stage | null,
  before: SecondsByStage<Stage> | null,
): ActiveTimer<Stage> {
  const time = useRef<ActiveTime<Stage> | null>(null);
  const begin = useEffectEvent(
    () =>
      new ActiveTime({
        at: performance.now(),
        stages,
        stage,
        visible: document.visibilityState === "visible",
        before,
      }),
  );

  useEffect(() => {
    time.current ??= begin();
    time.current.setStage(stage, performance.now());
  }, [stage]);

  const read = useCallback(() => time.current?.read(performance.now()) ?? noTime(stages), [stages]);
  const noteInput = useCallback(() => time.current?.noteInput(performance.now()), []);
  const isActive = useCallback(() => time.current?.isActive(performance.now()) ?? false, []);
  const isPresent = useCallback(() => time.current?.isPresent(performance.now()) ?? false, []);

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

  return { read, noteInput, isActive, isPresent };
}

function noTime<Stage extends string>(stages: readonly Stage[]): SecondsByStage<Stage> {
  return Object.fromEntries(stages.map((stage) => [stage, 0])) as SecondsByStage<Stage>;
}
