import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef, useState } from "react";

import type { FrameHandlers } from "@/anchoring/frameBridge";
import type { PageView } from "@/anchoring/pageView";
import { readSelection, select, type SelectedPassage } from "@/anchoring/passageSelection";
import type { TokenSpan } from "@/anchoring/spans";
import { KeyHint } from "@/annotating/KeyHint";
import { keyName } from "@/annotating/keys";
import { PageFrame, type OpenPage } from "@/annotating/PageFrame";

import classes from "./PagesPane.module.css";
import { PassageCursor } from "./passageCursor";

/** What is marked are the whole tokens that are added, not the letters that were selected. */
const WHOLE_TOKENS_ONLY = "::selection { background-color: transparent; }";

export interface ShownPageControl {
  /** True when the key meant something in the page. */
  readonly handleKey: (event: KeyboardEvent) => boolean;
  /** Selects the smallest passage around a place. */
  readonly selectAround: (place: Range) => void;
}

interface ShownPageProps {
  readonly ref: React.Ref<ShownPageControl> | undefined;
  readonly title: string;
  readonly address: string;
  readonly hidden: boolean;
  /** The passages of this page that are knowledge already. */
  readonly known: readonly TokenSpan[];
  readonly onOpen: (view: PageView | null) => void;
  readonly onAdd: (passage: SelectedPassage) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onInput: () => void;
  readonly announce: (text: string) => void;
}

/** One page in its frame. What is selected in there can be added as knowledge. */
export function ShownPage(props: ShownPageProps) {
  const { ref, title, address, hidden, known, onAdd, onKey, onInput, announce } = props;
  const [opened, setOpened] = useState<OpenPage | null>(null);
  const [selected, setSelected] = useState<SelectedPassage | null>(null);
  const page = useMemo(() => ({ title, html_url: address, candidates: null }), [title, address]);
  const view = opened?.view ?? null;
  const cursor = useRef<PassageCursor>(null);

  const show = (passage: SelectedPassage | null) => {
    setSelected(passage);
    view?.highlighter.set("pending", passage ? view.rangesOf([passage.span]) : [], 1);
  };
  const readAgain = useEffectEvent(() => {
    if (view) show(readSelection(view));
  });
  useEffect(() => {
    if (!view) return;
    const listen = () => {
      readAgain();
    };
    view.document.addEventListener("selectionchange", listen);
    return () => {
      view.document.removeEventListener("selectionchange", listen);
    };
  }, [view]);
  useEffect(() => {
    view?.highlighter.set("short-answer", view.rangesOf(known));
  }, [view, known]);

  const letGo = ({ stay }: { stay: boolean }) => {
    cursor.current?.letGo({ stay });
    if (view) select(view, null);
  };
  const add = (passage: SelectedPassage) => {
    onAdd(passage);
    letGo({ stay: true });
    show(null);
  };
  const handleKey = (event: KeyboardEvent): boolean => {
    const key = keyName(event);
    if (!view) return false;
    if (key === "PageDown") view.scrollByPage(1);
    else if (key === "PageUp") view.scrollByPage(-1);
    else if (selected && key === "Enter") add(selected);
    else if (cursor.current?.handleKey(event)) return true;
    else if (selected && key === "Escape") letGo({ stay: false });
    else return false;
    return true;
  };
  useImperativeHandle(ref, () => ({
    handleKey,
    selectAround: (place) => {
      cursor.current?.moveTo(place);
    },
  }));
  const handlers: FrameHandlers = {
    onDrag: (range) => {
      cursor.current?.letGo({ stay: false });
      if (view && range) select(view, range);
    },
    onClick: () => {
      letGo({ stay: false });
    },
    onDoubleClick: (hit) => {
      const word = view?.tokens.wordAt(hit.target) ?? null;
      const range = word === null ? undefined : view?.rangesOf([spanOf(view, word)])[0];
      if (view && range) select(view, range);
    },
    onKey,
    onInput,
  };

  return (
    <div className={classes.page} data-hidden={hidden || undefined} inert={hidden}>
      <PageFrame
        page={page}
        handlers={handlers}
        onOpen={(next) => {
          // Links select nothing by themselves when a drag begins on them.
          if (next) next.bridge.dragging = true;
          next?.view.addStyle(WHOLE_TOKENS_ONLY);
          cursor.current = next && new PassageCursor(next.view, announce);
          setOpened(next);
          setSelected(null);
          props.onOpen(next?.view ?? null);
        }}
      />
      {selected && (
        <div className={classes.selection}>
          <span className={classes.selected} dir="auto">
            “{view?.shownTextOf(selected.span)}”
          </span>
          <Button
            size="compact-md"
            style={{ flex: "none" }}
            leftSection={<IconPlus size={15} aria-hidden />}
            rightSection={<KeyHint>Enter</KeyHint>}
            onClick={() => add(selected)}
          >
            Add as knowledge
          </Button>
        </div>
      )}
    </div>
  );
}

function spanOf(view: PageView, word: number): TokenSpan {
  return view.tokens.spanOf(word);
}
