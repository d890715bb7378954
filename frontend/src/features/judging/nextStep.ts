import type { Round } from "@/api/judging";
import { count } from "@/components/format";

/** A round's state for its reader, and what they can do there. */
export interface Step {
  readonly phase: string;
  readonly detail: string;
  readonly action: string;
  /** Whether the round waits for the reader. */
  readonly isYours: boolean;
}

export function nextStep(round: Round): Step {
  const you = round.experts.find(({ is_you: isYou }) => isYou);
  if (round.cancelled_at !== null) {
    return { phase: "Cancelled", detail: "", action: "Look", isYours: false };
  }
  switch (round.phase) {
    case "independent":
      return you?.closed_at === null
        ? {
            phase: "Phase 1",
            detail: `${you.judged ?? 0} of ${round.answer_count} judged`,
            action: (you.judged ?? 0) === 0 ? "Begin" : "Go on",
            isYours: true,
          }
        : { phase: "Phase 1", detail: describeWaiting(round), action: "Look", isYours: false };
    case "consensus":
      return {
        phase: "Meeting",
        detail: describeSettled(round),
        action: "Join",
        isYours: true,
      };
    case "finished":
      return { phase: "Finished", detail: "", action: "Look", isYours: false };
  }
}

/** How many of the differing answers have a consensus; those that agreed have one from the start. */
function describeSettled(round: Round): string {
  const disagreements = round.disagreements ?? 0;
  const settled = Math.max(0, (round.settled ?? 0) - (round.answer_count - disagreements));
  return `${settled} of ${count(disagreements, "disagreement")} settled`;
}

/** For whom a round waits in phase 1. */
export function describeWaiting({ experts }: Pick<Round, "experts">): string {
  const open = experts.filter(({ closed_at: closed }) => closed === null).length;
  return `waiting for ${open} of ${count(experts.length, "expert")}`;
}
