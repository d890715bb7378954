import type { Assignment } from "@/api/types";

/** The time of a question that has no limit and was just opened. */
export const NO_LIMIT: Assignment["time"] = {
  limit_seconds: null,
  used_seconds: 0,
  running_since: null,
  is_up: false,
  was_up_at: null,
  period: 1,
};
