import { Text, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";

import { anchorOf } from "@/anchoring/anchoredPiece";
import type { PageView } from "@/anchoring/pageView";
import { ConflictDialog } from "@/annotating/ConflictDialog";
import { Folded } from "@/annotating/Folded";
import { belongsToFocus, isCovered } from "@/annotating/keys";
import { KeysButton } from "@/annotating/KeysButton";
import { KeysDialog } from "@/annotating/KeysDialog";
import { LeaveMenu, type LeaveAction } from "@/annotating/LeaveMenu";
import { RevisionNotice } from "@/annotating/RevisionNotice";
import { SaveIndicator } from "@/annotating/SaveIndicator";
import type { AnnotationScreenProps } from "@/annotating/screen";
import { TimeUsed } from "@/annotating/TimeUsed";
import { UndoButtons } from "@/annotating/UndoButtons";
import { useKeydown } from "@/annotating/useKeys";
import { useReason } from "@/annotating/useReason";
import { useTimeShown } from "@/annotating/useTimeShown";
import type { KnowledgePiece, LongFormAssignment } from "@/api/longFormTypes";
import { projectQuery } from "@/api/projects";
import { useGuidelinesDrawer } from "@/components/GuidelinesDrawerContext";
import { Hint } from "@/components/Hint";
import { notifyDone } from "@/components/notify";

import { analyse, readSupport, type Analysis, type Passage, type Shown } from "./analysis";
import type { AnswerEditorControl } from "./AnswerEditor";
import { AnswerPane } from "./AnswerPane";
import { type ConcernControl, ConcernDialog } from "./ConcernDialog";
import { describeDraft } from "./describeDraft";
import { type Decision, Disambiguations } from "./Disambiguations";
import { describeTravel } from "./editing";
import { KEY_GROUPS, KEY_GROUPS_WITHOUT_LEAVING } from "./keyGroups";
import type { KnowledgeControl } from "./Knowledge";
import { isKnown, readPiece, refusalOf, selectedPiece } from "./knowledge";
import { LongFormNotices } from "./LongFormNotices";
import classes from "./LongFormScreen.module.css";
import { PagesPane, type PagesPaneControl } from "./PagesPane";
import { handleKeyAnywhere, handleSingleKey, type ScreenCommands } from "./screenKeys";
import { type LongFormSession, useLongForm } from "./useLongForm";

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
  const reason = useReason(assignment.revising, revision?.needsReason);
  const session = useLongForm({
    screen: props,
    reason,
    onAsked: ([first]) => {
      setLarge(false);
      setDecision((before) => ({ number: first ?? 0, times: (before?.times ?? 0) + 1 }));
    },
  });
  const { content, editing, change, dispatch } = session;
  const [shown, setShown] = useState<Shown | null>(null);
  const [decision, setDecision] = useState<Decision | null>(null);
  const [help, setHelp] = useState(false);
  const [leaving, setLeaving] = useState<LeaveAction | null>(null);
  const [concern, setConcern] = useState(false);
  const [large, setLarge] = useState(false);
  const [views, setViews] = useState<ReadonlyMap<number, PageView>>(new Map());
  const [announcement, setAnnouncement] = useState("");
  const { now, hidden: timeHidden, toggle: toggleTime } = useTimeShown();
  const guidelines = useGuidelinesDrawer();
  const editor = useRef<AnswerEditorControl>(null);
  const pagesPane = useRef<PagesPaneControl>(null);
  const knowledge = useRef<KnowledgeControl>(null);
  const concernDialog = useRef<ConcernControl>(null);
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
  const showInPage = (piece: KnowledgePiece) => {
    const [span] = anchorOf(piece, piece.page);
    if (span && piece.page !== null) pagesPane.current?.show(piece.page, span);
  };
  const showPassage = (passage: Passage) => {
    setShown((before) => ({ ...passage, times: (before?.times ?? 0) + 1 }));
    const piece = passage.kind === "knowledge" ? content.knowledge[passage.piece] : undefined;
    if (piece) showInPage(piece);
    if (passage.kind === "disambiguation") setLarge(false);
  };

  const submit = () => {
    // A passage that is typed but not added would be left behind.
    if (knowledge.current?.askToFinish()) {
      notifyDone("Add or cancel the passage that you are typing, then submit.");
    } else if (concernDialog.current?.isUnfinished()) {
      setConcern(true);
      notifyDone("Keep or clear the concern that you are typing, then submit.");
    } else session.submit();
  };
  const travel = (way: "undo" | "redo", isHeld: boolean) => {
    const [next] = way === "undo" ? editing.past.slice(-1) : editing.future;
    if (!next) {
      // A key that is held ends at the beginning of this answer.
      if (way === "undo" && !isHeld) props.onUndoSubmission?.();
      return;
    }
    if (knowledge.current?.isChanging()) {
      notifyDone("First keep or cancel the piece that you are changing.");
      return;
    }
    dispatch({ type: way });
    setAnnouncement(describeTravel(content, next));
  };
  const commands: ScreenCommands = {
    submit,
    guidelines: guidelines.open,
    leaveText: blur,
    write: () => editor.current?.focus(),
    decide: (number) => {
      if (asked.includes(number)) {
        session.toggleConfirmed(number);
        return;
      }
      const place = analysis.presence[number]?.place;
      if (place) editor.current?.frame(place);
    },
    concern: () => {
      if (disambiguations.length > 0) setConcern(true);
    },
    newPiece: () => knowledge.current?.begin(),
    bringBack: () => knowledge.current?.bringBack(),
    travel: (way, event) => {
      // Other fields undo what was typed in them by themselves.
      if (belongsToFocus(event) && !editor.current?.isFocused()) return false;
      travel(way, event.repeat);
      return true;
    },
    leave: setLeaving,
    help: () => {
      setHelp(true);
    },
    toggleTime,
    toggleLarge: () => {
      setLarge((before) => !before);
    },
    pagesPane: (event) => {
      if (SCROLLING.test(event.key) && isInScrolledPart(event.target)) return false;
      if (pagesPane.current?.handleKey(event)) return true;
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
            action={leaving}
            leaveBy={session.leaveBy}
            onAction={setLeaving}
            onLeft={props.onLeft}
          />
        </div>
      </header>
      {revision && <RevisionNotice revision={revision} />}
      <LongFormNotices session={session} assignment={assignment} now={now} onGoOn={props.onGoOn} />
      <div className={classes.body} data-alone={!hasSources || undefined}>
        {!large && disambiguations.length > 0 && (
          <div data-scrolls className={classes.disambiguations} inert={session.takesNothing}>
            <Disambiguations
              disambiguations={disambiguations}
              presence={analysis.presence}
              asked={asked}
              confirmed={content.acknowledged_missing}
              decision={decision}
              onToggle={session.toggleConfirmed}
              shown={shown}
              onShowPlace={(place) => editor.current?.show(place)}
            />
          </div>
        )}
        <AnswerPane
          session={session}
          assignment={assignment}
          storeKey={target.storeKey}
          analysis={analysis}
          asked={asked}
          editor={editor}
          knowledge={knowledge}
          readPiece={(piece) => readPiece(piece, views)}
          shown={shown}
          isOpen={isOpen}
          reason={reason}
          mayLeave={mayLeave}
          commands={commands}
          onShowPassage={showPassage}
          onShowInPage={showInPage}
        />
        {pages.length > 0 && (
          <div className={classes.pagesPane} inert={session.takesNothing}>
            <PagesPane
              ref={pagesPane}
              pages={pages}
              knowledge={content.knowledge}
              large={large}
              onLarge={setLarge}
              onOpen={(page, view) => setViews((before) => withView(before, page, view))}
              onAdd={(page, passage) => addPiece(selectedPiece(page, passage))}
              onKey={handleKey}
              announce={setAnnouncement}
              onInput={session.timer.noteInput}
            />
          </div>
        )}
      </div>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      <KeysDialog
        groups={mayLeave ? KEY_GROUPS : KEY_GROUPS_WITHOUT_LEAVING}
        opened={help}
        onClose={() => setHelp(false)}
      />
      <ConcernDialog
        ref={concernDialog}
        storeKey={target.storeKey}
        opened={concern}
        concern={content.concern}
        onClose={() => setConcern(false)}
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

function withView(
  views: ReadonlyMap<number, PageView>,
  page: number,
  view: PageView | null,
): ReadonlyMap<number, PageView> {
  const next = new Map(views);
  if (view) next.set(page, view);
  else next.delete(page);
  return next;
}

function blur(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function isInScrolledPart(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-scrolls]") !== null;
}

function isText(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("textarea, input");
}
