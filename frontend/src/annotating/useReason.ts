import { useSessionStorage } from "@mantine/hooks";

/**
 * Why a submitted answer is changed, and how to set and to forget it. This tab keeps it through a
 * reload, as the draft is kept. `revising` is the annotation; null for a first answer.
 */
export function useReason(revising: number | null) {
  return useSessionStorage({
    key: `plumbline:reason:${revising ?? "none"}`,
    defaultValue: "",
    getInitialValueInEffect: false,
  });
}
