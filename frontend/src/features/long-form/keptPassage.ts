import type { LongFormAssignment } from "@/api/longFormTypes";

function keyOf({ id, revising }: Pick<LongFormAssignment, "id" | "revising">): string {
  return `plumbline:passage:${id}:${revising ?? ""}`;
}

/** The passage that was being typed when this tab was loaded again; empty for none. */
export function readKeptPassage(assignment: Pick<LongFormAssignment, "id" | "revising">): string {
  try {
    return window.sessionStorage.getItem(keyOf(assignment)) ?? "";
  } catch {
    return "";
  }
}

/** Keep a passage that is being typed until it is added, which makes it part of the draft. */
export function keepPassage(
  assignment: Pick<LongFormAssignment, "id" | "revising">,
  content: string,
): void {
  try {
    if (content === "") window.sessionStorage.removeItem(keyOf(assignment));
    else window.sessionStorage.setItem(keyOf(assignment), content);
  } catch {
    // A full or forbidden storage only loses it when the page is loaded again.
  }
}
