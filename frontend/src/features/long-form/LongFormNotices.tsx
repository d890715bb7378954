import { Alert, Button } from "@mantine/core";
import { IconInfoCircle, IconPencil } from "@tabler/icons-react";

import type { RevisionFacts } from "@/annotating/screen";
import { TimeNotice } from "@/annotating/TimeNotice";
import type { LongFormAssignment } from "@/api/longFormTypes";
import { formatDateTime } from "@/components/format";

import classes from "./LongFormScreen.module.css";
import type { LongFormSession } from "./useLongForm";

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
  return (
    <TimeNotice
      assignment={assignment}
      time={time}
      expired={expired}
      now={now}
      onTakenUp={session.takeUp}
      onGoOn={onGoOn}
    />
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
