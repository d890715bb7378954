import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { notifyDone } from "./notify";

interface Upload<Sent> {
  readonly send: (sent: Sent, onProgress: (share: number) => void) => Promise<unknown>;
  /** Empties the form. */
  readonly onDone: () => void;
  readonly says: string;
  /** The list in which the sent thing appears. */
  readonly list: QueryKey;
}

/** Sends files with a form; `share` is how much of them is there, from 0 to 1. */
export function useUpload<Sent>({ send, onDone, says, list }: Upload<Sent>) {
  const queryClient = useQueryClient();
  const [share, setShare] = useState(0);
  const sending = useMutation({
    mutationFn: (sent: Sent) => send(sent, setShare),
    meta: { silent: true },
    onSuccess: async () => {
      setShare(0);
      onDone();
      notifyDone(says);
      await queryClient.invalidateQueries({ queryKey: list });
    },
  });
  return { sending, share };
}
