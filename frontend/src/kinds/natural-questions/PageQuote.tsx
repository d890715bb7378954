import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import type { FrameHandlers } from "@/anchoring/frameBridge";
import type { PageView } from "@/anchoring/pageView";
import { passageOf } from "@/anchoring/passageSelection";
import type { TokenSpan } from "@/anchoring/spans";
import { FindField } from "@/annotating/FindField";
import { PageFrame } from "@/annotating/PageFrame";
import { useFindKey } from "@/annotating/useFindKey";
import { exampleQuery } from "@/api/projects";
import type { Page } from "@/api/types";
import { QueryView } from "@/components/QueryView";

import classes from "./PageQuote.module.css";
import type { NaturalQuestionsAnnotation } from "./types";

const ignore = () => undefined;

interface PageQuoteProps {
  readonly annotation: NaturalQuestionsAnnotation;
  /** What is quoted at the moment, in tokens of the page. */
  readonly span: TokenSpan | null;
  readonly onSelect: (span: TokenSpan, quote: string) => void;
}

/** The page of a question, on which a lead marks what feedback is about: words, or a box. */
export function PageQuote({ slug, ...props }: PageQuoteProps & { readonly slug: string }) {
  const example = useQuery(exampleQuery(slug, props.annotation.example));
  return (
    <QueryView query={example}>
      {({ page }) => page && <MarkedPage page={page} {...props} />}
    </QueryView>
  );
}

function MarkedPage({ page, annotation, span, onSelect }: PageQuoteProps & { page: Page }) {
  const [view, setView] = useState<PageView | null>(null);
  const [found, setFound] = useState<Range | null>(null);
  const { find, onFrameKey } = useFindKey();
  const { long_answer: long, short_answers: short } = annotation;

  useEffect(() => {
    if (!view) return;
    view.setSelected(long?.candidate_index ?? null);
    view.highlighter.set("short-answer", view.rangesOf(short));
    const box = long && view.elementOf(long.candidate_index);
    if (box) view.reveal(box, "list");
  }, [view, long, short]);
  useEffect(() => {
    view?.highlighter.set("pending", view.rangesOf(span ? [span] : []), 1);
  }, [view, span]);

  const quote = (chosen: TokenSpan) => {
    const text = view?.textOf(chosen) ?? "";
    if (text !== "") onSelect(chosen, text);
  };
  const quoteFound = () => {
    const passage = view && found ? passageOf(view, found) : null;
    if (passage) onSelect(passage.span, passage.text);
  };
  const handlers: FrameHandlers = {
    onKey: onFrameKey,
    onHover: (candidate) => {
      view?.setHover(candidate);
    },
    onClick: ({ candidate }) => {
      const box = page.candidates.find(({ index }) => index === candidate);
      if (box) quote(box);
    },
    onDrag: (range, done) => {
      const passage = view && range ? passageOf(view, range) : null;
      if (done && passage) onSelect(passage.span, passage.text);
      else view?.highlighter.set("pending", view.rangesOf(passage ? [passage.span] : []), 1);
    },
  };
  return (
    <>
      {view && (
        <FindField
          ref={find}
          view={view}
          onFound={setFound}
          onClosed={ignore}
          onUsed={quoteFound}
        />
      )}
      <div className={classes.page}>
        <PageFrame
          page={page}
          handlers={handlers}
          onOpen={(opened) => {
            if (opened) opened.bridge.dragging = true;
            setView(opened?.view ?? null);
            setFound(null);
          }}
        />
      </div>
      <Group gap={6} mt="xs">
        <Text size="xs" c="dimmed">
          Drag over words of the page, or click a box, to quote it. Ctrl+Enter quotes what was
          found.
        </Text>
        <Button size="compact-xs" variant="default" disabled={!found} onClick={quoteFound}>
          Quote what was found
        </Button>
        {long && (
          <Button size="compact-xs" variant="default" disabled={!view} onClick={() => quote(long)}>
            Quote the long answer
          </Button>
        )}
        {short.map((each, place) => (
          <Button
            key={each.start_token}
            size="compact-xs"
            variant="default"
            disabled={!view}
            onClick={() => quote(each)}
          >
            Quote {short.length === 1 ? "the short answer" : `short answer ${place + 1}`}
          </Button>
        ))}
      </Group>
    </>
  );
}
