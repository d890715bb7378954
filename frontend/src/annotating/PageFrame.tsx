import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, useState } from "react";

import { FrameBridge, type FrameHandlers } from "@/anchoring/frameBridge";
import { loadPage, type CarriedRendering } from "@/anchoring/pageLoading";
import { PageView } from "@/anchoring/pageView";
import type { Candidate } from "@/anchoring/spans";
import { FrameCover, type FrameStatus } from "@/components/FrameCover";
import { readableDocument } from "@/components/readableDocument";

import classes from "./PageFrame.module.css";

export interface OpenPage {
  readonly view: PageView;
  readonly bridge: FrameBridge;
}

/** A page that has a rendering. */
interface FramedPage {
  readonly title: string;
  readonly html_url: string;
  /** The same with its version, which a browser keeps. */
  readonly rendering_url?: string;
  /** The rendering itself, where it came with the page. */
  readonly rendering?: CarriedRendering;
  /** Null where they are not at hand: then they are read off the rendering. */
  readonly candidates: readonly Candidate[] | null;
}

interface PageFrameProps {
  readonly page: FramedPage;
  readonly handlers: FrameHandlers;
  /** Called with the page once it can be read, and with null before it goes. */
  readonly onOpen: (opened: OpenPage | null) => void;
  /** The page couldn't be opened; `onOpen` hears of null again when it is tried once more. */
  readonly onFailed?: () => void;
}

/**
 * The page in a frame of its own, in which no script runs. What the annotator does in there is
 * heard from outside and never re-renders this component.
 */
export function PageFrame({ page, handlers, onOpen, onFailed }: PageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const address = page.rendering_url ?? page.html_url;
  const [status, setStatus] = useState<FrameStatus>("loading");
  const [attempt, setAttempt] = useState(0);
  const [opened, setOpened] = useState<OpenPage | null>(null);
  const theme = useComputedColorScheme("light");

  const current = useEffectEvent(() => handlers);
  const report = useEffectEvent((next: OpenPage | null) => {
    setOpened(next);
    setStatus(next ? "open" : "failed");
    onOpen(next);
    if (next === null) onFailed?.();
  });
  const makePage = useEffectEvent((document: Document): OpenPage => {
    const view = new PageView(document, page.candidates);
    view.setTheme(theme);
    const bridge = new FrameBridge(document, {
      onHover: (candidate) => current().onHover?.(candidate),
      onClick: (hit) => current().onClick?.(hit),
      onDoubleClick: (hit) => current().onDoubleClick?.(hit),
      onDrag: (range, done) => current().onDrag?.(range, done),
      onKey: (event) => current().onKey?.(event),
      onScroll: () => current().onScroll?.(),
      onInput: (event) => current().onInput?.(event),
    });
    return { view, bridge };
  });
  const carriedRendering = useEffectEvent(() => page.rendering ?? null);
  const leave = useEffectEvent(() => {
    onOpen(null);
  });

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let shown: OpenPage | null = null;
    const carried = attempt === 0 ? carriedRendering() : null;
    const stop = loadPage(element, { address, carried }, () => {
      shown?.bridge.detach();
      const document = readableDocument(element);
      shown = document && makePage(document);
      report(shown);
    });
    return () => {
      stop();
      shown?.bridge.detach();
      leave();
    };
  }, [address, attempt]);

  useEffect(() => {
    opened?.view.setTheme(theme);
  }, [opened, theme]);

  return (
    <div className={classes.holder}>
      <iframe
        ref={frame}
        title={`Page: ${page.title}`}
        sandbox="allow-same-origin"
        className={classes.frame}
        data-open={status === "open" || undefined}
        tabIndex={-1}
      />
      <FrameCover
        status={status}
        className={classes.cover}
        loading="Opening the page"
        failed="The page couldn’t be opened. Your answer is kept."
        onRetry={() => {
          setStatus("loading");
          setAttempt((count) => count + 1);
        }}
      />
    </div>
  );
}
