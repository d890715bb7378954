import { useSessionStorage } from "@mantine/hooks";

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
