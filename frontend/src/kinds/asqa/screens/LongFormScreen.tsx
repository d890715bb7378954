import { Text, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import { flushSync } from "react-dom";

import { ConflictDialog } from "@/annotating/ConflictDialog";
import { Folded } from "@/annotating/Folded";
import { belongsToFocus, isCovered } from "@/annotating/keys";
import { KeysButton } from "@/annotating/KeysButton";
import { KeysDialog } from "@/annotating/KeysDialog";
import { LeaveMenu } from "@/annotating/LeaveMenu";
import { SaveIndicator } from "@/annotating/SaveIndicator";
import type { AnnotationScreenProps } from "@/annotating/screen";
import { SessionNotices } from "@/annotating/SessionNotices";
import { TimeUsed } from "@/annotating/TimeUsed";
import { UndoButtons } from "@/annotating/UndoButtons";
import { leaveField, useKeydown } from "@/annotating/useKeys";
import { useReason } from "@/annotating/useReason";
import { useTimeShown } from "@/annotating/useTimeShown";
import { projectQuery } from "@/api/projects";
import type { KnowledgePiece } from "@/api/types";
import { useGuidelinesDrawer } from "@/components/GuidelinesDrawerContext";
import { Hint } from "@/components/Hint";
import { notifyDone } from "@/components/notify";

import type { LongFormAssignment } from "../types";
import { analyse, readSupport, type Analysis } from "./analysis";
import { ANSWER_FIELD } from "./AnswerEditor";
import { AnswerPane } from "./AnswerPane";
import { ConcernDialog } from "./ConcernDialog";
import { describeDraft } from "./describeDraft";
import { Disambiguations } from "./Disambiguations";
import { describeTravel } from "./editing";
import { KEY_GROUPS, KEY_GROUPS_WITHOUT_LEAVING } from "./keyGroups";
import { isKnown, refusalOf, selectedPiece } from "./knowledge";
import classes from "./LongFormScreen.module.css";
import { PagesPane } from "./PagesPane";
import { handleKeyAnywhere, handleSingleKey, type ScreenCommands } from "./screenKeys";
import { type LongFormSession, useLongForm } from "./useLongForm";
import { useScreen } from "./useScreen";

/** Keys that scroll the part of the page in which the focus is. */
const SCROLLING = /^(Arrow|Page|Home|End| )/;

/** Keys that go on as long as they are held. */
const REPEATED = /^(Arrow|Page|z$|y$)/i;

/** One ambiguous question: what it can mean on the left, its long-form answer on the right. */
export function LongFormScreen(props: AnnotationScreenProps<LongFormAssignment>) {
  const { assignment, doneToday, revision, target } = props;
  const { disambiguations, pages } = assignment;
  const isOpen = target.standing === "open";
  const mayLeave = target.back === null;
  const reason = useReason(target.storeKey, revision?.reasonFor);
  const session = useLongForm({
    screen: props,
    reason,
    onAsked: ([first = 0]) => act({ type: "ask", number: first }),
  });
  const { content, editing, change, dispatch } = session;
  const screen = useScreen(props, session);
  const { act, isChanging, open, showPlace, state } = screen;
  const { dialog, large, lead } = state;
  const { now, hidden: timeHidden, toggle: toggleTime } = useTimeShown();
  const guidelines = useGuidelinesDrawer();
  const pagesPane = useRef<(event: KeyboardEvent) => boolean>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  const support = useMemo(
    () => readSupport(disambiguations, content.knowledge),
    [disambiguations, content.knowledge],
  );
  const analysis = useMemo(
    () => analyse(content.long_form_answer, disambiguations, support),
    [content.long_form_answer, disambiguations, support],
  );

  const asked = askedOf(session, analysis);
  const addPiece = (piece: KnowledgePiece) => {
    if (isKnown(content.knowledge, piece)) return;
    const refusal = refusalOf(content.knowledge, piece);
    if (refusal === null) dispatch({ type: "add_piece", piece });
    else notifyDone(refusal);
  };
  const submit = () => {
    if (!screen.remindOfTyped()) session.submit();
  };
  const travel = (way: "undo" | "redo", isHeld: boolean) => {
    const [next] = way === "undo" ? editing.past.slice(-1) : editing.future;
    if (!next) {
      // A key that is held ends at the beginning of this answer.
      if (way === "undo" && !isHeld) props.onUndoSubmission?.();
      return;
    }
    if (isChanging) {
      notifyDone("First keep or cancel the piece that you are changing.");
      return;
    }
    dispatch({ type: way });
    screen.change({ announcement: describeTravel(content, next) });
  };
  const commands: ScreenCommands = {
    submit,
    guidelines: guidelines.open,
    leaveText: leaveField,
    write: () => act({ type: "lead", lead: { kind: "text" } }),
    decide: (number) => {
      if (asked.includes(number)) {
        session.toggleConfirmed(number);
        return;
      }
      const found = analysis.presence[number]?.place;
      if (found) showPlace(found, false);
    },
    concern: () => {
      if (disambiguations.length > 0) open("concern");
    },
    newPiece: () => screen.beginPiece(),
    bringBack: screen.bringBack,
    travel: (way, event) => {
      // Other fields undo what was typed in them by themselves.
      if (belongsToFocus(event) && document.activeElement?.id !== ANSWER_FIELD) return false;
      travel(way, event.repeat);
      return true;
    },
    leave: (action) => {
      if (mayLeave) open(action);
    },
    help: () => open("keys"),
    toggleTime,
    toggleLarge: () => screen.change({ large: !large }),
    pagesPane: (event) => {
      if (SCROLLING.test(event.key) && isInScrolledPart(event.target)) return false;
      if (pagesPane.current?.(event)) return true;
      if (event.key === "Escape") commands.leaveText();
      return event.key === "Escape";
    },
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isCovered() || session.takesNothing) return;
    if (event.repeat && !REPEATED.test(event.key)) return;
    if (handleKeyAnywhere(event, commands)) event.preventDefault();
    else if (event.key === "Escape" && isText(event.target)) commands.leaveText();
    else if (belongsToFocus(event)) return;
    // The shell listens for the question mark itself, but not in the frame.
    else if (event.key === "?" && event.view === window) return;
    else if (handleSingleKey(event, commands)) event.preventDefault();
  };
  useKeydown(handleKey);

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  const onReview = useEffectEvent(props.onReview);
  const isNearlyDone = content.long_form_answer !== "" && isOpen;
  useEffect(() => {
    if (isNearlyDone) onReview();
  }, [isNearlyDone]);

  const hasSources = disambiguations.length > 0 || pages.length > 0;
  return (
    <div className={classes.screen} data-counts={session.hasLooked}>
      <header className={classes.header}>
        <Folded miw={0}>
          <h1 ref={heading} tabIndex={-1} className={classes.question} dir="auto">
            {assignment.question.text}
          </h1>
        </Folded>
        <div className={classes.status}>
          <SaveIndicator state={session.saveState} />
          <Pace slug={assignment.project} doneToday={doneToday} />
          {!revision && (
            <TimeUsed
              time={session.timeLeft.time}
              now={now}
              hidden={timeHidden}
              onToggle={commands.toggleTime}
            />
          )}
          <UndoButtons
            history={editing}
            disabled={session.takesNothing}
            onUndoSubmission={props.onUndoSubmission}
            onUndo={() => travel("undo", false)}
            onRedo={() => travel("redo", false)}
          />
          <KeysButton onClick={commands.help} />
          <LeaveMenu
            assignment={assignment.id}
            back={target.back}
            action={dialog === "keys" || dialog === "concern" ? null : dialog}
            leaveBy={session.leaveBy}
            onAction={open}
            onLeft={props.onLeft}
          />
        </div>
      </header>
      {revision?.notice}
      <SessionNotices
        session={session}
        assignment={assignment}
        now={now}
        ended="What you wrote stays in this browser until you leave this page: copy what you want to keep."
        closed="What you wrote stays in this browser."
        onGoOn={props.onGoOn}
      />
      <div className={classes.body} data-alone={!hasSources || undefined}>
        {!large && disambiguations.length > 0 && (
          <div data-scrolls className={classes.disambiguations} inert={session.takesNothing}>
            <Disambiguations
              disambiguations={disambiguations}
              presence={analysis.presence}
              asked={asked}
              confirmed={content.acknowledged_missing}
              lead={lead}
              onToggle={session.toggleConfirmed}
              shown={state.shown}
              onShowPlace={showPlace}
            />
          </div>
        )}
        <AnswerPane
          session={session}
          assignment={assignment}
          screen={screen}
          analysis={analysis}
          asked={asked}
          isOpen={isOpen}
          reason={reason}
          mayLeave={mayLeave}
          commands={commands}
        />
        {pages.length > 0 && (
          <div className={classes.pagesPane} inert={session.takesNothing}>
            <PagesPane
              ref={pagesPane}
              pages={pages}
              knowledge={content.knowledge}
              screen={state}
              dispatch={act}
              onAdd={(page, selected) => addPiece(selectedPiece(page, selected))}
              // React waits with what another window's events change, and the next key may come.
              onKey={(event) => flushSync(() => handleKey(event))}
              onInput={session.timer.noteInput}
            />
          </div>
        )}
      </div>
      <VisuallyHidden aria-live="polite">{state.announcement}</VisuallyHidden>
      <KeysDialog
        groups={mayLeave ? KEY_GROUPS : KEY_GROUPS_WITHOUT_LEAVING}
        opened={dialog === "keys"}
        onClose={() => open(null)}
      />
      <ConcernDialog
        opened={dialog === "concern"}
        concern={content.concern}
        typed={state.concern}
        onClose={() => open(null)}
        onType={screen.typeConcern}
        onChange={(text) => change({ concern: text })}
      />
      <ConflictDialog
        state={session.saveState}
        describe={describeDraft}
        onResolve={session.resolveConflict}
        size="80rem"
      />
    </div>
  );
}

/** How many were answered today, and what the project recommends. */
function Pace({ slug, doneToday }: { slug: string; doneToday: number | null }) {
  const project = useQuery(projectQuery(slug));
  if (doneToday === null) return null;
  const recommended = project.data?.recommended_per_day ?? null;
  const text = (
    <Text size="sm" c="dimmed" px={8} style={{ whiteSpace: "nowrap" }}>
      {doneToday} today
    </Text>
  );
  if (recommended === null) return text;
  return <Hint text={`${recommended} or more a day is a good pace.`}>{text}</Hint>;
}

/**
 * The disambiguations to decide on: those that were asked about or confirmed, as long as the text
 * misses them. What only the server misses is asked until the text changes.
 */
function askedOf({ asked, content }: LongFormSession, { presence, text }: Analysis): number[] {
  const isAsked = (number: number) => asked?.numbers.includes(number) ?? false;
  return presence.flatMap((found, number) => {
    const isOpen = isAsked(number) || content.acknowledged_missing.includes(number);
    const isMissed = found === null || (isAsked(number) && asked?.text === text);
    return isOpen && isMissed && text !== "" ? [number] : [];
  });
}

function isInScrolledPart(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-scrolls]") !== null;
}

function isText(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("textarea, input");
}
