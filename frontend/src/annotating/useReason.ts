import { useSessionStorage } from "@mantine/hooks";
import { useState } from "react";

import type { ApiError } from "@/api/errors";
import { useOwnName } from "@/api/useMe";

import type { StoreKey } from "./draftStore";

/** What a reason is asked for with. */
export const REASONS = {
  change: {
    label: "Reason for the change",
    description: "Kept with the answer. Its author and the leads can read it.",
    missing: "Say why you are changing the answer.",
    submit: "Submit the change",
  },
  decision: {
    label: "Reason for the decision",
    description: "Kept with the decision. The leads can read it.",
    missing: "Say why this is the right answer.",
    submit: "Decide",
  },
} as const;

/** Why a submitted answer is changed, or why one is right. */
export interface Reason {
  readonly text: string;
  /** Whether the answer has to say why. */
  readonly isNeeded: boolean;
  readonly words: (typeof REASONS)[keyof typeof REASONS];
  readonly set: (text: string) => void;
  readonly forget: () => void;
  /**
   * Notes where the server wants a reason for what was thought to need none: another tab has
   * replaced the answer that was taken back, or a lead has asked for another look at it.
   */
  readonly noteRefusal: (error: ApiError) => void;
}

/** The reason, which this tab keeps through a reload, as the draft is kept. */
export function useReason(
  storeKey: StoreKey,
  reasonFor: keyof typeof REASONS | null | undefined,
): Reason {
  const ownName = useOwnName();
  const [text, set, forget] = useSessionStorage({
    key: `plumbline:reason:${ownName}:${storeKey}`,
    defaultValue: "",
    getInitialValueInEffect: false,
  });
  const [isMissed, setMissed] = useState(false);
  return {
    text,
    isNeeded: isMissed || reasonFor != null,
    words: REASONS[reasonFor ?? "change"],
    set,
    forget,
    noteRefusal: ({ code }) => {
      if (code === "reason_needed") setMissed(true);
    },
  };
}
