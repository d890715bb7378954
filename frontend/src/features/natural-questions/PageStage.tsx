import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";

import { smallestCandidateAt } from "@/anchoring/candidateNavigator";
import type { FrameHandlers } from "@/anchoring/frameBridge";
import type { PageView } from "@/anchoring/pageView";
import { encloses, type Candidate, type TokenSpan } from "@/anchoring/spans";
import { sectionAt } from "@/anchoring/tableOfContents";
import type { FindFieldControl } from "@/annotating/FindField";
import { PageFrame, type OpenPage } from "@/annotating/PageFrame";
import type { Page } from "@/api/types";

import { boxOf, shortAnswerOf, spansOf } from "./annotation";
import { boxName } from "./boxNames";
import { LongAnswerBar } from "./LongAnswerBar";
import { handlePageKey, type PageCommands } from "./pageKeys";
import { PageRail } from "./PageRail";
import classes from "./PageStage.module.css";
import { PageTools } from "./pageTools";
import { RailFooter } from "./RailFooter";
import { ShortAnswerBar } from "./ShortAnswerBar";
import type { AnnotationSession } from "./useAnnotation";

/** Where in the view a section's heading has to be to count as the current one, in pixels. */
const READING_LINE = 90;

export interface PageStageControl {
  /** True when the key meant something here. */
  readonly handleKey: (event: KeyboardEvent) => boolean;
}

interface PageStageProps {
  readonly session: AnnotationSession;
  readonly page: Page;
  readonly ref: React.Ref<PageStageControl>;
  readonly onOpen: (view: PageView | null) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly announce: (text: string) => void;
  readonly doneToday: number | null;
  readonly onHelp: () => void;
  readonly onGuidelines: () => void;
}

/** The page with its rail and its bar: choosing the long answer, marking short ones. */
export function PageStage(props: PageStageProps) {
  const { session, page, ref, announce } = props;
  const { annotation, dispatch } = session;
  const { answer, stage } = annotation;
  const box = boxOf(answer);
  const [tools, setTools] = useState<PageTools | null>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const [section, setSection] = useState<number | null>(null);
  const find = useRef<FindFieldControl>(null);
  const found = useRef<number | null>(null);
  const view = tools?.view ?? null;

  const handleOpen = (opened: OpenPage | null) => {
    setFocused(null);
    const move = (candidate: Candidate | null) => {
      setFocused(candidate?.index ?? null);
      if (candidate && opened) {
        announce(`${boxName(candidate.tag)}: ${opened.view.beginningOf(candidate)}`);
      }
    };
    setTools(opened && new PageTools(opened.view, opened.bridge, move));
    props.onOpen(opened?.view ?? null);
  };

  const choose = (index: number | null) => {
    const candidate = index === null ? null : (view?.navigator.get(index) ?? null);
    if (!candidate) return;
    const { start_token, end_token } = candidate;
    dispatch({ type: "choose_box", box: { index: candidate.index, start_token, end_token } });
  };
  const chooseAndGoOn = () => {
    const target = tools?.candidates.target(box?.index ?? null) ?? null;
    if (target === null) return;
    choose(target);
    dispatch({ type: "go_to", stage: "short_answer" });
  };
  const mark = (span: TokenSpan) => {
    dispatch({ type: "mark_span", span });
    tools?.wordCursor?.spend();
    if (view && box && encloses(box, span)) announce(`Marked: ${view.shownTextOf(span)}`);
  };

  const handlers: FrameHandlers = {
    onHover: (candidate) => {
      if (stage === "long_answer") tools?.candidates.hover(candidate);
    },
    onClick: (hit) => {
      if (stage === "long_answer") {
        choose(hit.candidate);
        return;
      }
      const span = tools?.pointAt(hit.target, hit.shift);
      if (span) mark(span);
    },
    onDoubleClick: (hit) => {
      const span = stage === "short_answer" ? tools?.wordAt(hit.target) : null;
      if (span) mark(span);
    },
    onDrag: (range, done) => {
      const span = tools?.dragOver(range, done);
      if (span && done) mark(span);
    },
    onKey: props.onKey,
    onScroll: () => {
      if (view) setSection(sectionAt(view.sections, READING_LINE));
    },
    onInput: session.timer.noteInput,
  };

  const commands: PageCommands = {
    dispatch,
    chooseAndGoOn,
    mark,
    announce,
    find: () => find.current?.focus(),
  };
  useImperativeHandle(ref, () => ({
    handleKey: (event) => {
      if (!tools || (stage !== "long_answer" && stage !== "short_answer")) return false;
      return handlePageKey(event, annotation, tools, commands);
    },
  }));

  const index = box?.index ?? null;
  const chosenBox = useEffectEvent(() => box);
  useEffect(() => {
    tools?.showStage(stage, chosenBox());
  }, [tools, stage, index]);
  useEffect(() => {
    tools?.showSpans(spansOf(answer));
  }, [tools, answer]);

  const short = shortAnswerOf(answer);
  const hidden = stage === "question" || stage === "review";
  return (
    <div className={classes.stage} data-hidden={hidden || undefined} inert={hidden}>
      {view ? (
        <PageRail
          view={view}
          section={section}
          find={find}
          onFound={(range) => {
            found.current = smallestCandidateAt(range.startContainer);
          }}
          onFindClosed={() => {
            if (stage === "long_answer" && found.current !== null) {
              tools?.candidates.moveTo(found.current);
            }
            found.current = null;
          }}
        >
          <RailFooter
            stage={stage}
            doneToday={props.doneToday}
            onHelp={props.onHelp}
            onGuidelines={props.onGuidelines}
          />
        </PageRail>
      ) : (
        <div className={classes.railPlace} />
      )}
      <div className={classes.page}>
        <PageFrame page={page} handlers={handlers} onOpen={handleOpen} />
        {view && stage === "long_answer" && (
          <LongAnswerBar
            view={view}
            candidate={focused ?? index}
            noAnswer={answer.quality === "good" && answer.long.kind === "none"}
            onPick={(picked) => {
              tools?.candidates.moveTo(picked);
              choose(picked);
            }}
            onChoose={chooseAndGoOn}
            onNone={() => dispatch({ type: "choose_no_long_answer" })}
          />
        )}
        {view && stage === "short_answer" && short && (
          <ShortAnswerBar view={view} short={short} dispatch={dispatch} />
        )}
      </div>
    </div>
  );
}
