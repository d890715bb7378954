import { useSessionStorage } from "@mantine/hooks";
import { useState } from "react";

import type { ApiError } from "@/api/errors";
import { useOwnName } from "@/api/useMe";

/** Why a submitted answer is changed. */
export interface Reason {
  readonly text: string;
  /** Whether the change has to say why. */
  readonly isNeeded: boolean;
  readonly set: (text: string) => void;
  readonly forget: () => void;
  /**
   * Notes where the server wants a reason for what was thought to need none: another tab has
   * replaced the answer that was taken back, or a lead has asked for another look at it.
   */
  readonly noteRefusal: (error: ApiError) => void;
}

/**
 * The reason for a revision, which this tab keeps through a reload, as the draft is kept.
 * `revising` is the annotation; null for a first answer.
 */
export function useReason(revising: number | null, needsReason = false): Reason {
  const ownName = useOwnName();
  const [text, set, forget] = useSessionStorage({
    key: `plumbline:reason:${ownName}:${revising ?? "none"}`,
    defaultValue: "",
    getInitialValueInEffect: false,
  });
  const [isMissed, setMissed] = useState(false);
  return {
    text,
    isNeeded: isMissed || needsReason,
    set,
    forget,
    noteRefusal: ({ code }) => {
      if (code === "reason_needed") setMissed(true);
    },
  };
}
