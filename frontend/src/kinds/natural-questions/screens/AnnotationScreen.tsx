import { Button, Text, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useReducer, useRef } from "react";

import { ConflictDialog } from "@/annotating/ConflictDialog";
import type { FindFieldControl } from "@/annotating/FindField";
import { belongsToFocus, isCovered, isTyping, keyName, typedBy, undoKey } from "@/annotating/keys";
import { KeysDialog } from "@/annotating/KeysDialog";
import { LeaveMenu } from "@/annotating/LeaveMenu";
import type { AnnotationScreenProps } from "@/annotating/screen";
import { SessionNotices } from "@/annotating/SessionNotices";
import { TimeUsed } from "@/annotating/TimeUsed";
import { TOO_SOON } from "@/annotating/useFirstLook";
import { useKeptKeys } from "@/annotating/useKeptKeys";
import { useKeydown } from "@/annotating/useKeys";
import { useReason } from "@/annotating/useReason";
import { useSendsAtOnce } from "@/annotating/useSendsAtOnce";
import { useTimeShown } from "@/annotating/useTimeShown";
import { projectQuery } from "@/api/projects";
import { BAD_REASONS } from "@/components/badReasons";
import { useGuidelinesDrawer } from "@/components/GuidelinesDrawerContext";

import type { BadReason, NaturalQuestionsAssignment, QuestionQuality, Stage } from "../types";
import classes from "./AnnotationScreen.module.css";
import { BadReasonDialog } from "./BadReasonDialog";
import { describeAnswer, describeDraft } from "./describeDraft";
import { KEY_GROUPS } from "./keyGroups";
import { isPageKey } from "./pageKeys";
import { PageStage } from "./PageStage";
import { QuestionStage } from "./QuestionStage";
import { SessionLine } from "./RailFooter";
import { ReviewStage } from "./ReviewStage";
import { FIRST_SCREEN, screenReducer, toolsOf, type OpenDialog } from "./screenState";
import { showGuidelineSection } from "./showGuidelineSection";
import { StageHeader } from "./StageHeader";
import { useAnnotation, type AnnotationSession } from "./useAnnotation";
import { useHeard } from "./useHeard";
import { usePageWork } from "./usePageWork";

const STAGE_KEYS: Partial<Record<string, Stage>> = {
  1: "question",
  2: "long_answer",
  3: "short_answer",
  4: "review",
};

/** Keys that go on as long as they are held. A decision would meet the next question. */
const MOVING = /^(Ctrl\+(Shift\+)?)?(Arrow\w+|Home|End)$|^Page(Up|Down)$|^j$/;

const STAGE_NAMES: Record<Stage, string> = {
  question: "Stage 1: the question",
  long_answer: "Stage 2: the long answer",
  short_answer: "Stage 3: the short answer",
  review: "Review",
};

/** One question through its stages. Give it the assignment's id as key. */
export function AnnotationScreen(props: AnnotationScreenProps<NaturalQuestionsAssignment>) {
  const { assignment, doneToday, revision, target } = props;
  const isOpen = target.standing === "open";
  const reason = useReason(target.storeKey, revision?.reasonFor);
  const sendsAtOnce = useSendsAtOnce(
    assignment.project,
    target.isOwnAnnotation && !reason.isNeeded,
  );
  const finder = useQuery(projectQuery(assignment.project)).data?.finds_question_words ?? false;
  const session = useAnnotation({ screen: props, reason, sendsAtOnce });
  const { annotation, dispatch, page, saveState } = session;
  const { answer, stage } = annotation;
  const [screen, act] = useReducer(screenReducer, FIRST_SCREEN);
  const { dialog } = screen;
  const view = toolsOf(screen)?.view ?? null;
  const open = (opened: OpenDialog | null) => act({ dialog: opened });
  const timeShown = useTimeShown();
  const guidelines = useGuidelinesDrawer();
  const region = useRef<HTMLDivElement>(null);
  const find = useRef<FindFieldControl>(null);
  const keys = useRef<HTMLDivElement>(null);

  const openGuidelines = () => {
    guidelines.open();
    showGuidelineSection(stage === "short_answer" ? /short answer/i : /long answer/i);
  };
  const openHelp = () => {
    open("keys");
  };

  const judge = (quality: QuestionQuality) => {
    // The judgment comes from the question alone; once the page was shown it takes a reason.
    if (quality === "bad" && page !== null) open("bad");
    else dispatch({ type: "judge", quality });
  };
  const callBad = (why: BadReason) => {
    open(null);
    dispatch({ type: "judge", quality: "bad", reason: why });
  };
  const travel = (way: "undo" | "redo") => {
    const [step] = way === "undo" ? annotation.past.slice(-1) : annotation.future;
    if (step) {
      dispatch({ type: way });
      const lines = describeAnswer(step.answer, page, view);
      heard.announce(`${way === "undo" ? "Undone" : "Redone"}. ${lines.join(". ")}`);
    } else if (way === "undo") props.onUndoSubmission?.();
  };
  const isOnPage = stage === "long_answer" || stage === "short_answer";
  // Nobody sees what a key would do to a page that couldn't be opened, so it does nothing later.
  const keepsKeys = isOnPage && screen.page !== "failed";
  // The focus stays on the page from one stage to the next, so the stage has to be said.
  const stageName = isOnPage ? STAGE_NAMES[stage] : "";
  const notice = session.isTooSoon ? TOO_SOON : annotation.notice;
  const heard = useHeard({ stage, stageName, notice });

  const work = usePageWork({
    session,
    screen,
    act,
    announce: heard.announce,
    find,
    keys,
    onKey: (event) => handleKey(event),
    wordsOf: finder ? assignment.question.text : null,
  });

  const handleStageKey = (event: KeyboardEvent): boolean => {
    const key = keyName(event);
    const target = STAGE_KEYS[key];
    const way = undoKey(event);
    // A search that was begun before the page is there takes letters and digits, too.
    if (keptKeys.openSearch && typedBy(event) !== "") {
      keptKeys.keep(event);
      return true;
    }
    if (target === "review" && sendsAtOnce) return false;
    if (target) dispatch({ type: "go_to", stage: target });
    else if (way) travel(way);
    else if (key === "k") openHelp();
    else if (key === "t") timeShown.toggle();
    else if (key === "e") openGuidelines();
    else if (key === "?") guidelines.open();
    else if (stage === "question" && key === "g") judge("good");
    else if (stage === "question" && key === "b") judge("bad");
    else if (stage === "review" && (key === "Enter" || key === "Ctrl+Enter")) session.submit();
    else if (keepsKeys && isPageKey(event) && (view === null || keptKeys.areWaiting)) {
      keptKeys.keep(event);
    } else return work.handleKey(event);
    return true;
  };
  const keptKeys = useKeptKeys({ isReady: view !== null, isMeant: keepsKeys }, (event, text) => {
    const isElsewhere = isCovered() || isTyping({ target: document.activeElement });
    if (session.submitting !== "no" || isElsewhere) return;
    if (work.handleKey(event) && text !== "") work.search(text);
  });
  const handleKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    if (dialog === "bad") {
      // The password may be asked for over the dialog.
      if (event.repeat || isTyping(event)) return;
      const chosen = BAD_REASONS[Number(keyName(event)) - 1];
      if (chosen === undefined) return;
      event.preventDefault();
      callBad(chosen.reason);
      return;
    }
    if (belongsToFocus(event) || isCovered()) return;
    // The shell listens for the question mark itself, but not in the frame.
    if (event.key === "?" && event.view === window) return;
    const isHeld = event.repeat && !MOVING.test(keyName(event));
    if (session.submitting !== "no" || isHeld) return;
    if (handleStageKey(event)) event.preventDefault();
  };
  useKeydown(handleKey);

  const onReview = useEffectEvent(props.onReview);
  const takeFocus = useEffectEvent(() => {
    if (!work.focus()) region.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    takeFocus();
  }, [stage]);
  useEffect(() => {
    if ((stage === "short_answer" || stage === "review") && isOpen) onReview();
  }, [stage, isOpen]);

  return (
    <div className={classes.screen}>
      <StageHeader
        question={assignment.question.text}
        session={session}
        onUndoSubmission={props.onUndoSubmission}
        onTravel={travel}
        timer={
          revision ? null : (
            <TimeUsed
              time={session.timeLeft.time}
              now={timeShown.now}
              hidden={timeShown.hidden}
              onToggle={timeShown.toggle}
            />
          )
        }
        menu={
          <LeaveMenu
            assignment={assignment.id}
            back={target.back}
            action={dialog === "keys" || dialog === "bad" ? null : dialog}
            leaveBy={session.leaveBy}
            onAction={open}
            onLeft={props.onLeft}
          />
        }
      />
      {revision?.notice}
      <SessionNotices
        session={session}
        assignment={assignment}
        now={timeShown.now}
        ended="Your answer was not saved."
        onGoOn={props.onGoOn}
      />
      {notice !== null && saveState.kind !== "ended" && (
        <StepNotice session={session} notice={notice} />
      )}
      <div
        ref={region}
        className={classes.body}
        role="region"
        aria-label={STAGE_NAMES[stage]}
        data-counts={session.hasLooked}
        // Nothing more can be saved, so there is nothing to press.
        inert={saveState.kind === "closed"}
        tabIndex={-1}
      >
        {stage === "question" && (
          <div className={classes.questionStage}>
            <QuestionStage
              question={assignment.question.text}
              quality={answer.quality}
              onJudge={judge}
            />
            <footer data-below-toasts>
              <SessionLine slug={assignment.project} doneToday={doneToday} onHelp={openHelp} />
            </footer>
          </div>
        )}
        {stage === "long_answer" && !page && (
          <p className={classes.waiting} role="status">
            {describeWaiting(session)}
          </p>
        )}
        {page && answer.quality === "good" && (
          <PageStage
            session={session}
            page={page}
            slug={assignment.project}
            findsWords={finder}
            work={work}
            find={find}
            keys={keys}
            screen={screen}
            act={act}
            onOpen={() => {
              if (document.activeElement === region.current) work.focus();
            }}
            doneToday={doneToday}
            onHelp={openHelp}
            onGuidelines={openGuidelines}
          />
        )}
        {stage === "review" && (
          <ReviewStage
            question={assignment.question.text}
            answer={answer}
            view={view}
            submitting={session.submitting}
            problem={session.problem}
            ready={isOpen}
            reason={reason}
            onEdit={(to) => dispatch({ type: "go_to", stage: to })}
            onSubmit={session.submit}
          />
        )}
      </div>
      <VisuallyHidden aria-live="polite">{heard.text}</VisuallyHidden>
      <BadReasonDialog opened={dialog === "bad"} onChoose={callBad} onClose={() => open(null)} />
      <KeysDialog groups={KEY_GROUPS} opened={dialog === "keys"} onClose={() => open(null)} />
      <ConflictDialog
        state={session.saveState}
        describe={(draft, theirs) =>
          describeDraft(draft, page ?? theirs.page, view).map((line) => (
            <Text key={line} size="sm" lineClamp={3}>
              {line}
            </Text>
          ))
        }
        onResolve={session.resolveConflict}
      />
    </div>
  );
}

function describeWaiting({ saveState, pageMissing }: AnnotationSession): string {
  if (pageMissing) return "This question has no page. Skip it and say so.";
  return saveState.kind === "offline"
    ? "You are offline, so the page can’t be opened. It opens when the connection is back."
    : "Opening the page…";
}

/** What the last step took away or refused, which can be taken back; screen readers hear of it. */
function StepNotice({ session, notice }: { session: AnnotationSession; notice: string }) {
  const { annotation, dispatch } = session;
  return (
    <div className={classes.notice} aria-hidden>
      <span>{notice}</span>
      {notice === annotation.notice && annotation.past.length > 0 && (
        <Button
          variant="white"
          size="compact-sm"
          flex="none"
          tabIndex={-1}
          onClick={() => dispatch({ type: "undo" })}
        >
          Undo
        </Button>
      )}
    </div>
  );
}
