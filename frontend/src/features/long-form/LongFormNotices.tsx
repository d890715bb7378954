import { Alert, Button } from "@mantine/core";
import { IconClock, IconInfoCircle, IconPencil } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";

import type { RevisionFacts } from "@/annotating/screen";
import { moveAssignment } from "@/api/assignments";
import type { LongFormAssignment } from "@/api/longFormTypes";
import { formatDateTime } from "@/components/format";

import classes from "./LongFormScreen.module.css";
import type { LongFormSession } from "./useLongForm";
import { describeLimit, isUp } from "./workingTime";

interface NoticesProps {
  readonly session: LongFormSession;
  readonly assignment: LongFormAssignment;
  readonly now: number;
  readonly onGoOn: () => void;
}

/** What the annotator has to know: the time, and what the server refuses. */
export function LongFormNotices({ session, assignment, now, onGoOn }: NoticesProps) {
  const { saveState, time, expired } = session;
  if (saveState.kind === "closed") {
    return (
      <Alert color="amber" radius={0} icon={<IconInfoCircle size={18} />}>
        {saveState.error.detail} Nothing more can be saved here. What you wrote stays in this
        browser.{" "}
        <Button variant="default" size="compact-sm" ml="sm" onClick={onGoOn}>
          Go on with the next question
        </Button>
      </Alert>
    );
  }
  // Changing a submitted answer takes no slot, so no limit either.
  if (assignment.revising === null && isUp(time, now)) {
    return <TimeIsUp session={session} assignment={assignment} onGoOn={onGoOn} />;
  }
  if (expired) {
    return (
      <Alert color="gray" radius={0} icon={<IconInfoCircle size={18} />}>
        Nothing was done here for a while, so the question went back to the list and somebody else
        may be answering it too. What you wrote is kept, and you can still submit it.
      </Alert>
    );
  }
  if (time.period > 1 && assignment.revising === null) {
    return (
      <Alert color="gray" radius={0} icon={<IconClock size={18} />}>
        Your time for this question was used up before, so it had gone back to the list. What you
        wrote is as you left it, and you have another {describeLimit(time)}.
      </Alert>
    );
  }
  return null;
}

function TimeIsUp({ session, assignment, onGoOn }: Omit<NoticesProps, "now">) {
  const takeUp = useMutation({
    mutationFn: () => moveAssignment(assignment.id, "resume"),
    onSuccess: (taken) => {
      if (taken.kind === "asqa") session.takeUp(taken);
    },
  });
  return (
    <Alert color="gray" radius={0} icon={<IconClock size={18} />}>
      The {describeLimit(session.time)} for this question are used, so it goes back to the list.
      What you wrote is kept. You can submit it as it is, take the question up again, or go on.
      <Button
        variant="default"
        size="compact-sm"
        ml="sm"
        loading={takeUp.isPending}
        onClick={() => {
          takeUp.mutate();
        }}
      >
        Take it up again
      </Button>
      <Button variant="subtle" size="compact-sm" ml={4} onClick={onGoOn}>
        Next question
      </Button>
    </Alert>
  );
}

/** Why a submitted answer is open again. */
export function RevisionNotice({ revision }: { revision: RevisionFacts }) {
  const { submittedAt, request } = revision;
  return (
    <Alert
      color={request === null ? "gray" : "amber"}
      radius={0}
      icon={<IconPencil size={18} />}
      title={request === null ? undefined : "A lead asks you to look at this answer again"}
    >
      {request !== null && <div className={classes.request}>“{request}”</div>}
      You submitted this answer on {formatDateTime(submittedAt)}. It counts as it was until you
      submit the changed one.
    </Alert>
  );
}
