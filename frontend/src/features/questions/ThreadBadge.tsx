import { Badge } from "@mantine/core";

import type { Thread } from "@/api/guidance";

/** The state of a question. */
export function ThreadBadge({ thread }: { thread: Pick<Thread, "state" | "is_overdue"> }) {
  if (thread.is_overdue) {
    return (
      <Badge color="brick" flex="none" title="Waiting for more than a day">
        Overdue
      </Badge>
    );
  }
  if (thread.state === "waiting")
    return (
      <Badge color="amber" flex="none">
        Waiting
      </Badge>
    );
  if (thread.state === "answered")
    return (
      <Badge color="plumb" flex="none">
        Answered
      </Badge>
    );
  return (
    <Badge color="gray" flex="none" title="Closed without an answer">
      Closed
    </Badge>
  );
}
