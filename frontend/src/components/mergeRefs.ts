import { useMergedRef } from "@mantine/hooks";
import type { Ref, RefCallback } from "react";

/** `useMergeRefs` of `@floating-ui/react`; vite.config.ts says for whom. */
export function useMergeRefs<Instance>(refs: Ref<Instance>[]): RefCallback<Instance> {
  return useMergedRef(...refs);
}
