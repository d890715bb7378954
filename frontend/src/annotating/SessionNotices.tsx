import type { Assignment } from "@/api/types";

import { ClosedNotice, EndedNotice } from "./ClosedNotice";
import type { SaveState } from "./draftKeeper";
import { RefusedNotice } from "./RefusedNotice";
import { TimeNotice } from "./TimeNotice";
import type { TimeLeft } from "./useTimeLeft";

interface SessionNoticesProps {
  readonly session: { readonly saveState: SaveState; readonly timeLeft: TimeLeft };
  readonly assignment: Pick<Assignment, "id" | "revising">;
  readonly now: number;
  /** What becomes of the answer where the question is somebody else's by now, or is closed. */
  readonly ended: string;
  readonly closed?: string;
  readonly onGoOn: () => void;
}

/** What the annotator has to know: the time, and what the server refuses. */
export function SessionNotices(props: SessionNoticesProps) {
  const { session, assignment, now, ended, closed, onGoOn } = props;
  const { saveState, timeLeft } = session;
  if (saveState.kind === "ended") return <EndedNotice onGoOn={onGoOn}>{ended}</EndedNotice>;
  if (saveState.kind === "closed") {
    return (
      <ClosedNotice onGoOn={onGoOn}>
        {saveState.error.detail} Nothing more can be saved here. {closed}
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
