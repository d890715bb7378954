import { Alert, Button, Divider } from "@mantine/core";
import { useEffect, useEffectEvent, useRef } from "react";

import type { AnswerOnScreen, Meeting } from "@/api/judging";

import { ConsensusForm } from "./ConsensusForm";
import type { MeetingDraft } from "./meetingDrafts";
import classes from "./MeetingScreen.module.css";
import { Notes } from "./Notes";
import { FORMS_OF_ANSWER } from "./useMeeting";

interface AnswerFormsProps {
  readonly round: number;
  readonly answer: AnswerOnScreen;
  /** The answer that everybody sees: another one while somebody still writes about this one. */
  readonly onScreen: number | null;
  readonly isOpen: boolean;
  readonly draft: MeetingDraft;
  readonly justification: React.RefObject<HTMLTextAreaElement | null>;
  readonly note: React.RefObject<HTMLTextAreaElement | null>;
  readonly onChange: (change: Partial<MeetingDraft>) => void;
  readonly onMeeting: (meeting: Meeting) => void;
  readonly onNews: () => void;
  readonly onRelease: () => void;
}

/** The consensus on one answer and its running notes. */
export function AnswerForms({
  round,
  answer,
  onScreen,
  isOpen,
  draft,
  justification,
  note,
  onChange,
  onMeeting,
  onNews,
  onRelease,
}: AnswerFormsProps) {
  const isElsewhere = onScreen !== null && onScreen !== answer.number;
  const forms = useRef<HTMLElement>(null);
  const leave = useEffectEvent(({ relatedTarget }: FocusEvent) => {
    const isInside = relatedTarget instanceof Node && forms.current?.contains(relatedTarget);
    if (isElsewhere && isInside !== true) onRelease();
  });
  useEffect(() => {
    const element = forms.current;
    const listen = (event: FocusEvent) => {
      leave(event);
    };
    element?.addEventListener("focusout", listen);
    return () => {
      element?.removeEventListener("focusout", listen);
    };
  }, []);
  return (
    <aside
      ref={forms}
      className={classes.side}
      aria-label={`Consensus and notes on answer ${answer.number + 1}`}
      {...FORMS_OF_ANSWER}
    >
      <div className={classes.forms}>
        {isElsewhere && (
          <Alert
            color="amber"
            mb="sm"
            title={`Everybody has moved on to answer ${onScreen + 1}`}
            role="status"
          >
            You are writing about answer {answer.number + 1}. What you write stays with it.
            <Button size="compact-sm" variant="default" mt="xs" display="block" onClick={onRelease}>
              Go on to answer {onScreen + 1}
            </Button>
          </Alert>
        )}
        <ConsensusForm
          round={round}
          answer={answer}
          isOpen={isOpen}
          draft={draft.consensus}
          justification={justification}
          onChange={(consensus) => onChange({ consensus })}
          onMeeting={onMeeting}
        />
        <Divider my="md" />
        <Notes
          round={round}
          answer={answer}
          isOpen={isOpen}
          draft={draft.note}
          note={note}
          onChange={(text) => onChange({ note: text })}
          onNews={onNews}
        />
      </div>
    </aside>
  );
}
