import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, useState } from "react";

import { FrameBridge } from "@/anchoring/frameBridge";
import { FrameCover, type FrameStatus } from "@/components/FrameCover";
import { readableDocument } from "@/components/readableDocument";

import classes from "./PassageFrame.module.css";

interface PassageFrameProps {
  readonly address: string;
  readonly label: string;
  /** Keys that are pressed while the frame has the focus. */
  readonly onKey?: (event: KeyboardEvent) => void;
}

/** A passage as it looked on its page, in a frame without scripts that is as high as it needs. */
export function PassageFrame({ address, label, onKey }: PassageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [status, setStatus] = useState<FrameStatus>("loading");
  const [attempt, setAttempt] = useState(0);
  const [shown, setShown] = useState<Document | null>(null);
  const theme = useComputedColorScheme("light");
  const hearKey = useEffectEvent((event: KeyboardEvent) => onKey?.(event));
  const report = useEffectEvent((passage: Document | null) => {
    if (passage) paint(passage, theme);
    setShown(passage);
    setStatus(passage ? "open" : "failed");
  });

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let leave: (() => void) | null = null;
    const handleLoad = () => {
      leave?.();
      leave = null;
      const passage = readableDocument(element);
      if (passage) leave = follow(element, passage, hearKey);
      report(passage);
    };
    element.addEventListener("load", handleLoad);
    element.src = address;
    return () => {
      element.removeEventListener("load", handleLoad);
      leave?.();
    };
  }, [address, attempt]);

  useEffect(() => {
    if (shown) paint(shown, theme);
  }, [shown, theme]);

  return (
    <div className={classes.holder}>
      <iframe
        ref={frame}
        title={label}
        sandbox="allow-same-origin"
        className={classes.frame}
        data-open={status === "open" || undefined}
      />
      <FrameCover
        status={status}
        className={classes.cover}
        loading="Opening the passage"
        failed="The passage couldn’t be opened."
        onRetry={() => {
          setStatus("loading");
          setAttempt((count) => count + 1);
        }}
      />
    </div>
  );
}

function paint(passage: Document, theme: "light" | "dark"): void {
  passage.documentElement.dataset.theme = theme;
}

/** Keeps the frame as high as its passage, and hears its keys. Returns what ends that. */
function follow(
  frame: HTMLIFrameElement,
  passage: Document,
  onKey: (event: KeyboardEvent) => void,
): () => void {
  const bridge = new FrameBridge(passage, { onKey });
  const fit = () => {
    frame.style.height = `${heightOf(passage)}px`;
  };
  fit();
  const observer = new ResizeObserver(fit);
  observer.observe(passage.documentElement);
  observer.observe(passage.body);
  return () => {
    observer.disconnect();
    bridge.detach();
  };
}

/** Pixels that the passage takes, with the bar for scrolling a wide table sideways. */
function heightOf(passage: Document): number {
  const root = passage.documentElement;
  const inside = Math.max(root.getBoundingClientRect().height, passage.body.scrollHeight);
  const bar = root.scrollWidth > root.clientWidth ? 16 : 0;
  return Math.ceil(inside) + bar;
}
