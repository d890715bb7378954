import type { Submission } from "@/api/submissions";

/** What outcomes of submissions are called. */
export const OUTCOMES: Record<Submission["outcome"], { label: string; color: string }> = {
  waiting: { label: "Waiting", color: "gray" },
  scored: { label: "Scored", color: "plumb" },
  refused: { label: "Refused", color: "brick" },
  cancelled: { label: "Cancelled", color: "gray" },
  failed: { label: "Failed", color: "brick" },
  deleted: { label: "Deleted", color: "gray" },
};
