import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import type { Sending } from "@/api/jobs";

import { notifyDone } from "./notify";

interface Upload<Sent> {
  readonly send: (sent: Sent, sending: Sending) => Promise<unknown>;
  /** Empties the form of what was sent. */
  readonly onDone: (sent: Sent) => void;
  readonly says: string;
  /** The list in which the sent thing appears. */
  readonly list: QueryKey;
}

/**
 * Sends files with a form; `share` is how much of them is there, from 0 to 1. `onCancel` stops it and
 * leaves the form as it is.
 */
export function useUpload<Sent>({ send, onDone, says, list }: Upload<Sent>) {
  const queryClient = useQueryClient();
  const [share, setShare] = useState(0);
  const stopping = useRef(new AbortController());
  const sending = useMutation({
    mutationFn: (sent: Sent) => {
      stopping.current = new AbortController();
      setShare(0);
      return send(sent, { onProgress: setShare, signal: stopping.current.signal });
    },
    meta: { silent: true },
    onSuccess: async (_, sent) => {
      onDone(sent);
      notifyDone(says);
      await queryClient.invalidateQueries({ queryKey: list });
    },
  });

  function onCancel(): void {
    stopping.current.abort();
    // What was stopped on purpose is not an error.
    sending.reset();
  }
  return { sending, share, onCancel };
}
