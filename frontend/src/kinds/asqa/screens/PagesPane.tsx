import { ActionIcon, Group, NativeSelect } from "@mantine/core";
import {
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconExternalLink,
} from "@tabler/icons-react";
import { useImperativeHandle, useMemo, useRef, useState } from "react";

import { anchorOf } from "@/anchoring/anchoredPiece";
import type { PageView } from "@/anchoring/pageView";
import type { SelectedPassage } from "@/anchoring/passageSelection";
import type { TokenSpan } from "@/anchoring/spans";
import { FindField, type FindFieldControl } from "@/annotating/FindField";
import { keyName } from "@/annotating/keys";
import type { KnowledgePiece, VisitedPage } from "@/api/types";
import { Hint } from "@/components/Hint";
import { isWebAddress } from "@/components/webAddress";

import classes from "./PagesPane.module.css";
import { ShownPage, type ShownPageControl } from "./ShownPage";
import { useSought } from "./useSought";

export interface PagesPaneControl {
  /** True when the key meant something here. */
  readonly handleKey: (event: KeyboardEvent) => boolean;
  /** Opens a page by its id and scrolls to a passage of it. */
  readonly show: (page: number, span: TokenSpan) => void;
}

interface PagesPaneProps {
  readonly pages: readonly VisitedPage[];
  readonly knowledge: readonly KnowledgePiece[];
  readonly large: boolean;
  readonly ref: React.Ref<PagesPaneControl>;
  readonly onLarge: (large: boolean) => void;
  /** Hears of the view of each page that is open, null when it closes. */
  readonly onOpen: (page: number, view: PageView | null) => void;
  readonly onAdd: (page: VisitedPage, passage: SelectedPassage) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onInput: () => void;
  readonly announce: (text: string) => void;
}

/** The pages that were visited for the question, one at a time, with search. */
export function PagesPane(props: PagesPaneProps) {
  const { pages, knowledge, large, ref } = props;
  const [current, setCurrent] = useState(() => firstReadable(pages));
  const [visited, setVisited] = useState(() => [current, ...pagesOf(knowledge, pages)]);
  const [views, setViews] = useState<ReadonlyMap<number, PageView>>(new Map());
  const [sought, setSought] = useState<{ page: number; span: TokenSpan } | null>(null);
  const find = useRef<FindFieldControl>(null);
  const found = useRef<Range>(null);
  const shownPage = useRef<ShownPageControl>(null);
  const page = pages[current];
  const view = views.get(current) ?? null;
  const known = useMemo(
    () => pages.map(({ id }) => knowledge.flatMap((piece) => anchorOf(piece, id))),
    [pages, knowledge],
  );

  const open = (position: number) => {
    found.current = null;
    setCurrent(position);
    setVisited((before) => (before.includes(position) ? before : [...before, position]));
  };
  useImperativeHandle(ref, () => ({
    handleKey: (event) => {
      const key = keyName(event);
      if (key === "/") find.current?.focus();
      else if (key === "[") open((current + pages.length - 1) % pages.length);
      else if (key === "]") open((current + 1) % pages.length);
      else return shownPage.current?.handleKey(event) ?? false;
      return true;
    },
    show: (id, span) => {
      const position = pages.findIndex((each) => each.id === id);
      if (position < 0) return;
      open(position);
      setSought({ page: position, span });
    },
  }));
  useSought(sought, current, view);

  const keepView = (position: number, opened: PageView | null) => {
    setViews((before) => {
      const next = new Map(before);
      if (opened) next.set(position, opened);
      else next.delete(position);
      return next;
    });
  };

  return (
    <section className={classes.pagesPane} aria-label="Pages">
      <div className={classes.bar}>
        {pages.length > 1 ? (
          <NativeSelect
            aria-label="Page"
            data={pages.map(({ title, html_url }, position) => ({
              value: String(position),
              label: html_url === null ? `${title} (title only)` : title,
            }))}
            value={String(current)}
            onChange={(event) => open(Number(event.currentTarget.value))}
          />
        ) : (
          <span className={classes.title}>{page?.title}</span>
        )}
        {view ? (
          <FindField
            key={current}
            view={view}
            ref={find}
            onFound={(place) => {
              found.current = place;
            }}
            onClosed={() => {
              if (found.current) shownPage.current?.selectAround(found.current);
              found.current = null;
            }}
          />
        ) : (
          <span />
        )}
        <Group gap={2} wrap="nowrap" h={36}>
          {isWebAddress(page?.url) && <SourceLink address={page.url} />}
          <LargeButton large={large} onLarge={props.onLarge} />
        </Group>
      </div>
      <div className={classes.pages}>
        {pages.map((each, position) =>
          each.html_url !== null && visited.includes(position) ? (
            <ShownPage
              key={each.number}
              ref={position === current ? shownPage : undefined}
              title={each.title}
              address={each.html_url}
              hidden={position !== current}
              known={known[position] ?? []}
              onOpen={(opened) => {
                keepView(position, opened);
                if (each.id !== null) props.onOpen(each.id, opened);
              }}
              onAdd={(passage) => props.onAdd(each, passage)}
              onKey={props.onKey}
              onInput={props.onInput}
              announce={props.announce}
            />
          ) : null,
        )}
        {page?.html_url === null && (
          <p className={classes.absent}>
            Only this page’s title was imported. You can type or paste a passage from it as
            knowledge.
          </p>
        )}
      </div>
    </section>
  );
}

function SourceLink({ address }: { address: string }) {
  return (
    <Hint text="Today’s version of the page">
      <ActionIcon
        component="a"
        href={address}
        target="_blank"
        rel="noreferrer"
        variant="subtle"
        color="gray"
        size={34}
        aria-label="Today’s version of the page, in a new tab"
      >
        <IconExternalLink size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Hint>
  );
}

function LargeButton({ large, onLarge }: Pick<PagesPaneProps, "large" | "onLarge">) {
  const label = large ? "Show the disambiguations" : "Larger page";
  const Icon = large ? IconArrowsDiagonalMinimize2 : IconArrowsDiagonal;
  return (
    <Hint text={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        aria-label={label}
        aria-keyshortcuts="L"
        onClick={() => onLarge(!large)}
      >
        <Icon size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Hint>
  );
}

/** The positions of pages that knowledge is from: its text is shown as it stands there. */
function pagesOf(
  knowledge: readonly KnowledgePiece[],
  pages: readonly VisitedPage[],
): readonly number[] {
  const ids = new Set(knowledge.map(({ page }) => page));
  return pages.flatMap(({ id }, position) => (id !== null && ids.has(id) ? [position] : []));
}

function firstReadable(pages: readonly VisitedPage[]): number {
  return Math.max(
    0,
    pages.findIndex(({ html_url }) => html_url !== null),
  );
}
