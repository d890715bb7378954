import { useSessionStorage } from "@mantine/hooks";

import type { ApiError } from "@/api/errors";
import { useOwnName } from "@/api/useMe";

/**
 * Why a submitted answer is changed, and how to set and to forget it. This tab keeps it through a
 * reload, as the draft is kept. `revising` is the annotation; null for a first answer.
 */
export function useReason(revising: number | null) {
  const ownName = useOwnName();
  return useSessionStorage({
    key: `plumbline:reason:${ownName}:${revising ?? "none"}`,
    defaultValue: "",
    getInitialValueInEffect: false,
  });
}

/**
 * Whether the server wants a reason for what was thought to need none: another tab has replaced the
 * answer that was taken back, or a lead has asked for another look at it.
 */
export function isReasonMissed({ code }: ApiError): boolean {
  return code === "reason_needed";
}
