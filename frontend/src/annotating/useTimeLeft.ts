import { useState } from "react";

import type { Assignment, WorkingTime } from "@/api/types";

type Timed = Pick<Assignment, "time" | "state">;

export interface TimeLeft {
  readonly time: WorkingTime;
  /** The slot went back, so the question may be somebody else's. */
  readonly expired: boolean;
  /** The server told another time: with a draft's answer, or since another period runs. */
  readonly note: (told: Timed) => void;
}

/** The time of a question, as the server told it last. */
export function useTimeLeft(assignment: Timed): TimeLeft {
  const [told, note] = useState<Timed | null>(null);
  // That of a question that was only reserved begins once it is the annotator's.
  const { time, state } = told ?? assignment;
  return { time, expired: state === "expired", note };
}
