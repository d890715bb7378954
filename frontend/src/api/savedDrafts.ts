import { lasting } from "./client";
import type { components } from "./schema";
import type { Assignment, DraftBody } from "./types";

type Schemas = components["schemas"];

/** A draft as it is sent: without times where the program that saved it gave none. */
export function sentDraft({ active_seconds: seconds, ...draft }: DraftBody) {
  const body = seconds === null ? draft : { ...draft, active_seconds: seconds };
  // TypeScript doesn't see that the times and the rest belong to one kind.
  return lasting(body as Schemas["DraftInputRequest"]);
}

/** The answer to a saved draft; a page that wasn't asked for is missing there. */
export function toSaved(saved: Schemas["SavedDraftOutput"]): Assignment {
  const whole = { page: null, ...saved };
  return whole;
}
