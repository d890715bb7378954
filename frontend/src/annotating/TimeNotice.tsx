import { Alert, Button } from "@mantine/core";
import { IconClock, IconInfoCircle } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";

import { moveAssignment } from "@/api/assignments";
import type { Assignment } from "@/api/types";

import { ActionNotice } from "./ActionNotice";
import type { TimeLeft } from "./useTimeLeft";
import { describeLimit, isUp } from "./workingTime";

interface TimeNoticeProps {
  readonly assignment: Pick<Assignment, "id" | "revising">;
  readonly timeLeft: TimeLeft;
  readonly now: number;
  readonly onGoOn: () => void;
}

/** What became of a question whose time or lease is over, and of one that was taken up again. */
export function TimeNotice(props: TimeNoticeProps) {
  const { assignment, timeLeft, now } = props;
  const { time, expired } = timeLeft;
  // Changing a submitted answer takes no slot, so no limit either.
  const isFirst = assignment.revising === null;
  if (isFirst && isUp(time, now)) return <TimeIsUp {...props} />;
  if (expired) {
    return (
      <Alert color="gray" radius={0} icon={<IconInfoCircle size={18} />}>
        You did nothing here for a while, so the question went back to the queue and somebody else
        may be answering it too. Your answer is kept, and you can still submit it.
      </Alert>
    );
  }
  if (isFirst && time.period > 1) {
    return (
      <Alert color="gray" radius={0} icon={<IconClock size={18} />}>
        You used up your time for this question before, so it went back to the queue. Your answer is
        as you left it, and you have another {describeLimit(time)}.
      </Alert>
    );
  }
  return null;
}

function TimeIsUp({ assignment, timeLeft, onGoOn }: TimeNoticeProps) {
  const { time, note } = timeLeft;
  const takeUp = useMutation({
    mutationFn: () => moveAssignment(assignment.id, "resume"),
    onSuccess: note,
  });
  return (
    <ActionNotice
      color="gray"
      icon={<IconClock size={18} />}
      actions={
        <>
          <Button
            variant="default"
            size="compact-sm"
            loading={takeUp.isPending}
            onClick={() => takeUp.mutate()}
          >
            Continue this question
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={onGoOn}>
            Next question
          </Button>
        </>
      }
    >
      The {describeLimit(time)} for this question {time.limit_seconds === 60 ? "is" : "are"} used
      up, so it goes back to the queue. Your answer is kept. You can submit it as it is, continue
      the question, or go on.
    </ActionNotice>
  );
}
