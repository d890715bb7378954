import { useRef } from "react";

import { newKey } from "@/api/idempotencyKey";

/**
 * Sends a form's content with an idempotency key, which stays the same until a send has succeeded:
 * where the answer got lost, sending again adds nothing. Other content gets another key.
 */
export function useSendOnce() {
  const kept = useRef<{ readonly key: string; readonly content: string } | null>(null);
  return async function sendOnce<Sent>(
    content: unknown,
    send: (idempotencyKey: string) => Promise<Sent>,
  ): Promise<Sent> {
    const text = JSON.stringify(content);
    if (kept.current?.content !== text) kept.current = { key: newKey(), content: text };
    const sent = await send(kept.current.key);
    kept.current = null;
    return sent;
  };
}
