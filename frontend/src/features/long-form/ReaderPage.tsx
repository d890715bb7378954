import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useMemo, useState } from "react";

import type { FrameHandlers } from "@/anchoring/frameBridge";
import type { PageView } from "@/anchoring/pageView";
import type { TokenSpan } from "@/anchoring/spans";
import { KeyHint } from "@/annotating/KeyHint";
import { PageFrame, type OpenPage } from "@/annotating/PageFrame";

import { readSelection, select, type SelectedPassage } from "./passageSelection";
import classes from "./Reader.module.css";

/** What is marked are the whole tokens that are added, not the letters that were selected. */
const WHOLE_TOKENS_ONLY = "::selection { background-color: transparent; }";

interface ReaderPageProps {
  readonly title: string;
  readonly address: string;
  readonly hidden: boolean;
  /** The passages of this page that are knowledge already. */
  readonly known: readonly TokenSpan[];
  readonly onOpen: (view: PageView | null) => void;
  readonly onSelect: (passage: SelectedPassage | null) => void;
  readonly onAdd: (passage: SelectedPassage) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onInput: () => void;
}

/** One page in its frame. What is selected in there can be added as knowledge. */
export function ReaderPage(props: ReaderPageProps) {
  const { title, address, hidden, known } = props;
  const [opened, setOpened] = useState<OpenPage | null>(null);
  const [selected, setSelected] = useState<SelectedPassage | null>(null);
  const page = useMemo(() => ({ title, html_url: address, candidates: [] }), [title, address]);
  const view = opened?.view ?? null;

  const show = (passage: SelectedPassage | null) => {
    setSelected(passage);
    props.onSelect(passage);
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

  const add = (passage: SelectedPassage) => {
    props.onAdd(passage);
    if (view) select(view, null);
    show(null);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (selected && event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      add(selected);
    } else if (selected && view && event.key === "Escape") {
      select(view, null);
    } else {
      props.onKey(event);
    }
  };
  const handlers: FrameHandlers = {
    onDrag: (range) => {
      if (view && range) select(view, range);
    },
    onClick: () => {
      if (view) select(view, null);
    },
    onDoubleClick: (hit) => {
      const word = view?.tokens.wordAt(hit.target) ?? null;
      const range = word === null ? undefined : view?.rangesOf([spanOf(view, word)])[0];
      if (view && range) select(view, range);
    },
    onKey: handleKey,
    onInput: props.onInput,
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
          setOpened(next);
          setSelected(null);
          props.onOpen(next?.view ?? null);
        }}
      />
      {selected && (
        <div className={classes.selection}>
          <span className={classes.selected}>“{selected.text}”</span>
          <Button
            size="compact-md"
            style={{ flex: "none" }}
            leftSection={<IconPlus size={15} aria-hidden />}
            rightSection={<KeyHint>Enter</KeyHint>}
            onClick={() => {
              add(selected);
            }}
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
