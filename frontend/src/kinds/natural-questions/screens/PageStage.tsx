import type { FindFieldControl } from "@/annotating/FindField";
import { PageFrame } from "@/annotating/PageFrame";
import type { Page } from "@/api/types";

import { boxOf, shortAnswerOf } from "./annotation";
import { LongAnswerBar } from "./LongAnswerBar";
import { PageRail } from "./PageRail";
import classes from "./PageStage.module.css";
import { RailFooter } from "./RailFooter";
import type { ScreenState } from "./screenState";
import { ShortAnswerBar } from "./ShortAnswerBar";
import { SuggestionLine } from "./SuggestionLine";
import type { AnnotationSession } from "./useAnnotation";
import type { PageWork } from "./usePageWork";

interface PageStageProps {
  readonly session: AnnotationSession;
  readonly page: Page;
  readonly work: PageWork;
  readonly find: React.RefObject<FindFieldControl | null>;
  /** What takes the focus for the keys of the page. */
  readonly keys: React.RefObject<HTMLDivElement | null>;
  readonly slug: string;
  /** Whether a key leads to words of the question. */
  readonly findsWords: boolean;
  readonly screen: ScreenState;
  readonly act: (changes: Partial<ScreenState>) => void;
  readonly onOpen: () => void;
  readonly doneToday: number | null;
  readonly onHelp: () => void;
  readonly onGuidelines: () => void;
}

/** The page with its rail and its bar: choosing the long answer, marking short ones. */
export function PageStage(props: PageStageProps) {
  const { session, page, work, find, keys, screen, act } = props;
  const { annotation, dispatch } = session;
  const { answer, stage } = annotation;
  const { tools } = work;
  const view = tools?.view ?? null;
  const index = boxOf(answer)?.index ?? null;
  const { suggestion } = page;
  const short = shortAnswerOf(answer);
  const hidden = stage === "question" || stage === "review";
  return (
    <div className={classes.stage} data-hidden={hidden || undefined} inert={hidden}>
      {view ? (
        <PageRail
          view={view}
          section={screen.section}
          find={find}
          onFound={(place) => tools?.noteMatch(place)}
          isFirst={
            stage === "short_answer"
              ? (place) => tools?.isInBox(place.startContainer) === true
              : undefined
          }
          onFindClosed={work.leaveSearch}
          onFindUsed={work.takeFound}
        >
          <RailFooter
            stage={stage}
            slug={props.slug}
            findsWords={props.findsWords}
            doneToday={props.doneToday}
            onHelp={props.onHelp}
            onGuidelines={props.onGuidelines}
          />
        </PageRail>
      ) : (
        <div className={classes.railPlace} />
      )}
      {/* Screen readers hand its keys on instead of moving by them. */}
      <div
        ref={keys}
        className={classes.page}
        role="application"
        aria-label="The page, by keys"
        tabIndex={-1}
      >
        <PageFrame
          page={page}
          handlers={work.handlers}
          onOpen={(opened) => {
            work.handleOpen(opened);
            if (opened) props.onOpen();
          }}
          onFailed={() => act({ page: "failed" })}
        />
        {view && suggestion && stage === "long_answer" && (
          <SuggestionLine view={view} suggestion={suggestion} onUse={work.followSuggestion} />
        )}
        {view && stage === "long_answer" && (
          <LongAnswerBar
            view={view}
            candidate={screen.focused ?? index}
            chosen={index}
            untaken={screen.untaken}
            noAnswer={answer.quality === "good" && answer.long.kind === "none"}
            onPick={work.pick}
            onChoose={work.chooseAnd}
            onNone={() => dispatch({ type: "choose_no_long_answer" })}
            onFind={work.findInPage}
          />
        )}
        {view && stage === "short_answer" && short && (
          <ShortAnswerBar
            view={view}
            short={short}
            untaken={screen.untaken}
            sendsAtOnce={session.sendsAtOnce}
            onMark={work.offersMark ? work.markOffered : undefined}
            onRemove={(span) => {
              work.remove(span);
              work.focusKeys();
            }}
            onFind={work.findInPage}
            dispatch={dispatch}
          />
        )}
      </div>
    </div>
  );
}
