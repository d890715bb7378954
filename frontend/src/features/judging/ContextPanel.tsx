import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import type { PageView } from "@/anchoring/pageView";
import { FindField } from "@/annotating/FindField";
import { KeyHint } from "@/annotating/KeyHint";
import { PageFrame } from "@/annotating/PageFrame";
import { useFindKey } from "@/annotating/useFindKey";
import { type AnswerContext, contextQuery } from "@/api/judging";
import { QueryView } from "@/components/QueryView";

import classes from "./ContextPanel.module.css";

interface ContextPanelProps {
  readonly round: number;
  readonly number: number;
  /** Whether looking is recorded: in phase 1 it is. */
  readonly recorded: boolean;
  readonly onClose: () => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

/** The whole page that the passage is from, with the answer marked in it. */
export function ContextPanel({ round, number, recorded, onClose, onKey }: ContextPanelProps) {
  const context = useQuery(contextQuery(round, number));
  return (
    <section className={classes.panel} aria-label="The page around the passage">
      <QueryView query={context}>
        {(loaded) => (
          <PageAround context={loaded} recorded={recorded} onClose={onClose} onKey={onKey} />
        )}
      </QueryView>
    </section>
  );
}

function PageAround(
  props: Pick<ContextPanelProps, "recorded" | "onClose" | "onKey"> & { context: AnswerContext },
) {
  const { context, recorded, onClose, onKey } = props;
  const [view, setView] = useState<PageView | null>(null);
  const { find, onFrameKey } = useFindKey();
  const { page, candidate_index: candidate, short_answers: spans } = context;
  useEffect(() => {
    if (!view) return;
    view.setSelected(candidate);
    const ranges = view.rangesOf(spans);
    view.highlighter.set("short-answer", ranges);
    const target = ranges[0] ?? view.elementOf(candidate);
    if (target) view.reveal(target, "list");
  }, [view, candidate, spans]);
  return (
    <>
      <div className={classes.bar}>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconArrowLeft size={15} aria-hidden />}
          rightSection={<KeyHint>C</KeyHint>}
          onClick={onClose}
        >
          Back to the passage
        </Button>
        <span className={classes.title}>{page.title}</span>
        {view && <FindField ref={find} view={view} onFound={ignore} onClosed={ignore} />}
      </div>
      {recorded && (
        <div className={classes.recorded} role="status">
          Your verdict records that you looked at the page.
        </div>
      )}
      <div className={classes.page}>
        <PageFrame
          page={page}
          handlers={{
            onKey: (event) => {
              onFrameKey(event);
              onKey(event);
            },
          }}
          onOpen={(opened) => setView(opened?.view ?? null)}
        />
      </div>
    </>
  );
}

function ignore(): void {
  // Searching here chooses nothing.
}
