/** What of a `draft` is still to be sent, once `sent` has arrived: what was typed meanwhile. */
export function unsent(draft: string, sent: string): string {
  return draft.startsWith(sent) ? draft.slice(sent.length).trimStart() : draft;
}
