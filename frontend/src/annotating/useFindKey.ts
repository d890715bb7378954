import { type RefObject, useRef } from "react";

import type { FindFieldControl } from "./FindField";
import { useKeys } from "./useKeys";

interface FindKey {
  /** For the field. */
  readonly find: RefObject<FindFieldControl | null>;
  /** For keys that are pressed in the page's frame. */
  readonly onFrameKey: (event: KeyboardEvent) => void;
}

/** Lets `/` lead to a find field where a page has no other keys of its own. */
export function useFindKey(): FindKey {
  const find = useRef<FindFieldControl>(null);
  const { onFrameKey } = useKeys({ "/": () => find.current?.focus() });
  return { find, onFrameKey };
}
