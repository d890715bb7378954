import { VisuallyHidden } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { KeysDialog } from "@/annotating/KeysDialog";
import { leaveField, useKeys } from "@/annotating/useKeys";
import { judgingKeys, type Meeting, type Round, showAnswer } from "@/api/judging";
import { ErrorState, LoadingState } from "@/components/states";
import { VERDICT_WORDS, VERDICTS } from "@/components/verdicts";

import { AnswerForms } from "./AnswerForms";
import { ContextPanel } from "./ContextPanel";
import { FinishDialog } from "./FinishDialog";
import screen from "./JudgingScreen.module.css";
import { MEETING_KEYS } from "./keyGroups";
import { MeetingAnswerView } from "./MeetingAnswerView";
import { useMeetingDrafts } from "./meetingDrafts";
import { MeetingHeader } from "./MeetingHeader";
import { MeetingRail, type ShownAnswers, shownAnswers } from "./MeetingRail";
import classes from "./MeetingScreen.module.css";
import type { MeetingStore, MeetingView } from "./meetingStore";
import { RoundGuidelines } from "./RoundGuidelines";
import { useMeeting } from "./useMeeting";

type Covering = "guidelines" | "keys" | "finish" | null;

/** Phase 2: everybody sees the same answer, and all verdicts on it. */
export function MeetingScreen({ round }: { round: Round }) {
  const { store, ...view } = useMeeting(round.id);
  const { meeting, connection } = view;
  if (meeting) return <OpenMeeting round={round} view={view} meeting={meeting} store={store} />;
  if (connection.kind === "refused") {
    return <ErrorState error={connection.error} order={1} onRetry={store.wake} />;
  }
  return <LoadingState label="Joining the meeting" />;
}

interface OpenMeetingProps {
  readonly round: Round;
  readonly view: MeetingView;
  readonly meeting: Meeting;
  readonly store: MeetingStore;
}

function OpenMeeting({ round, view, meeting, store }: OpenMeetingProps) {
  const [covering, setCovering] = useState<Covering>(null);
  const [shown, setShown] = useState<ShownAnswers>("disagreements");
  const [contextOf, setContextOf] = useState<number | null>(null);
  const drafts = useMeetingDrafts(round.id);
  const justification = useRef<HTMLTextAreaElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const queryClient = useQueryClient();
  const move = useMutation({
    // One after the other, so that the last choice is the one that stays.
    scope: { id: `move-${round.id}` },
    mutationFn: (number: number) => showAnswer(round.id, number),
    onSuccess: (moved) => {
      store.accept(moved);
    },
  });
  const { answer } = meeting;
  const isOpen = meeting.phase === "consensus";
  const listed = shownAnswers(meeting, shown);
  // The answer whose forms are shown: the reader's own, if the others have moved on.
  const written = view.held ?? answer;

  // Where the reader is going, though the server may not have said so yet.
  const heading = move.isPending ? move.variables : answer?.number;
  const goTo = (number: number | undefined) => {
    if (!isOpen || number === undefined || number === heading) return;
    store.release();
    move.mutate(number);
  };
  const step = (by: 1 | -1) => {
    const position = listed.findIndex(({ number }) => number === heading);
    goTo(listed[position < 0 ? 0 : position + by]?.number);
  };
  const toggleContext = () => {
    setContextOf(contextOf === null && round.seat !== null ? (answer?.number ?? null) : null);
  };
  const choose = (verdict: (typeof VERDICTS)[number]) => {
    if (!isOpen || !answer || view.held) return;
    const { consensus } = drafts.of(answer.number);
    const { justification: text = "", version = 0 } = consensus ?? answer.consensus ?? {};
    drafts.change(answer.number, { consensus: { justification: text, version, verdict } });
  };
  const { onFrameKey } = useKeys(
    {
      n: step.bind(null, 1),
      ArrowRight: step.bind(null, 1),
      p: step.bind(null, -1),
      ArrowLeft: step.bind(null, -1),
      o: () => {
        goTo(meeting.answers.find(({ consensus }) => consensus === null)?.number);
      },
      c: toggleContext,
      g: setCovering.bind(null, "guidelines"),
      k: setCovering.bind(null, "keys"),
      j: () => justification.current?.focus(),
      m: () => note.current?.focus(),
      ...Object.fromEntries(
        VERDICTS.map((verdict) => [VERDICT_WORDS[verdict].key, choose.bind(null, verdict)]),
      ),
    },
    { Escape: leaveField },
  );
  const close = () => {
    setCovering(null);
  };

  return (
    <div className={screen.screen}>
      <VisuallyHidden role="log" aria-label="What the others are doing" aria-live="polite">
        {view.news.map((sentence, position) => (
          <p key={`${position}${sentence}`}>{sentence}</p>
        ))}
      </VisuallyHidden>
      <MeetingHeader
        round={round}
        meeting={meeting}
        connection={view.connection}
        onRetry={store.wake}
        onCover={setCovering}
      />
      <div className={classes.body}>
        <MeetingRail
          meeting={meeting}
          shown={shown}
          unfinished={drafts.unfinished}
          isOpen={isOpen}
          onShow={setShown}
          onGoTo={goTo}
        />
        {contextOf !== null && contextOf === answer?.number ? (
          <ContextPanel
            round={round.id}
            number={contextOf}
            recorded={false}
            onClose={toggleContext}
            onKey={onFrameKey}
          />
        ) : (
          <MeetingAnswerView
            round={round}
            meeting={meeting}
            onContext={toggleContext}
            onKey={onFrameKey}
          />
        )}
        {written && (
          <AnswerForms
            key={written.number}
            round={round.id}
            answer={written}
            onScreen={answer?.number ?? null}
            isOpen={isOpen}
            draft={drafts.of(written.number)}
            justification={justification}
            note={note}
            onChange={(change) => drafts.change(written.number, change)}
            onMeeting={(changed) => store.accept(changed)}
            onNews={store.wake}
            onRelease={() => store.release()}
          />
        )}
      </div>
      <RoundGuidelines round={round} opened={covering === "guidelines"} onClose={close} />
      <KeysDialog groups={MEETING_KEYS} opened={covering === "keys"} onClose={close} />
      <FinishDialog
        round={round}
        meeting={meeting}
        unfinished={drafts.unfinished}
        opened={covering === "finish"}
        onClose={close}
        onGoTo={(number) => {
          close();
          goTo(number);
        }}
        onFinished={(finished) => {
          close();
          queryClient.setQueryData(judgingKeys.round(round.id), finished);
          void queryClient.invalidateQueries({ queryKey: judgingKeys.rounds(round.project) });
          store.wake();
        }}
      />
    </div>
  );
}
