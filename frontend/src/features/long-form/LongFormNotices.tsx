import { ClosedNotice, EndedNotice } from "@/annotating/ClosedNotice";
import { RefusedNotice } from "@/annotating/RefusedNotice";
import { TimeNotice } from "@/annotating/TimeNotice";
import type { LongFormAssignment } from "@/api/longFormTypes";

import type { LongFormSession } from "./useLongForm";

interface NoticesProps {
  readonly session: LongFormSession;
  readonly assignment: LongFormAssignment;
  readonly now: number;
  readonly onGoOn: () => void;
}

/** What the annotator has to know: the time, and what the server refuses. */
export function LongFormNotices({ session, assignment, now, onGoOn }: NoticesProps) {
  const { saveState, timeLeft } = session;
  if (saveState.kind === "ended") {
    return (
      <EndedNotice onGoOn={onGoOn}>
        What you wrote stays in this browser until you leave this page: copy what you want to keep.
      </EndedNotice>
    );
  }
  if (saveState.kind === "closed") {
    return (
      <ClosedNotice onGoOn={onGoOn}>
        {saveState.error.detail} Nothing more can be saved here. What you wrote stays in this
        browser.
      </ClosedNotice>
    );
  }
  return (
    <>
      <RefusedNotice state={saveState} />
      <TimeNotice assignment={assignment} timeLeft={timeLeft} now={now} onGoOn={onGoOn} />
    </>
  );
}
