import { ActionIcon, Group, NativeSelect } from "@mantine/core";
import {
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconExternalLink,
} from "@tabler/icons-react";
import { useEffect, useImperativeHandle, useMemo, useRef } from "react";

import { anchorOf } from "@/anchoring/anchoredPiece";
import type { SelectedPassage } from "@/anchoring/passageSelection";
import { FindField, type FindFieldControl } from "@/annotating/FindField";
import { keyName } from "@/annotating/keys";
import type { KnowledgePiece, VisitedPage } from "@/api/types";
import { Hint } from "@/components/Hint";
import { isWebAddress } from "@/components/webAddress";

import classes from "./PagesPane.module.css";
import type { ScreenAction, ScreenState } from "./screenState";
import { ShownPage, type ShownPageControl } from "./ShownPage";
import { useSought } from "./useSought";

interface PagesPaneProps {
  readonly pages: readonly VisitedPage[];
  readonly knowledge: readonly KnowledgePiece[];
  readonly screen: Pick<ScreenState, "large" | "lead" | "page" | "views" | "visited">;
  /** True when the key meant something here. */
  readonly ref: React.Ref<(event: KeyboardEvent) => boolean>;
  readonly dispatch: (action: ScreenAction) => void;
  readonly onAdd: (page: VisitedPage, passage: SelectedPassage) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onInput: () => void;
}

/** The pages that were visited for the question, one at a time, with search. */
export function PagesPane(props: PagesPaneProps) {
  const { pages, knowledge, ref, dispatch } = props;
  const change = (changes: Partial<ScreenState>) => dispatch({ type: "change", changes });
  const { large, lead, page: current, views, visited } = props.screen;
  const find = useRef<FindFieldControl>(null);
  const found = useRef<Range>(null);
  const shownPage = useRef<ShownPageControl>(null);
  const page = pages[current];
  const view = views.get(page?.id ?? -1) ?? null;
  const known = useMemo(
    () => pages.map(({ id }) => knowledge.flatMap((piece) => anchorOf(piece, id))),
    [pages, knowledge],
  );

  const turnTo = (position: number) => {
    dispatch({ type: "turn_to", page: position });
  };
  useImperativeHandle(ref, () => (event) => {
    const key = keyName(event);
    if (key === "/") find.current?.focus();
    else if (key === "[") turnTo((current + pages.length - 1) % pages.length);
    else if (key === "]") turnTo((current + 1) % pages.length);
    else return shownPage.current?.handleKey(event) ?? false;
    return true;
  });
  useSought(lead?.kind === "page" ? lead : null, current, view);
  useEffect(() => {
    found.current = null;
  }, [current, lead]);

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
            onChange={(event) => turnTo(Number(event.currentTarget.value))}
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
          <LargeButton large={large} onLarge={(larger) => change({ large: larger })} />
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
                if (each.id !== null) dispatch({ type: "open_page", id: each.id, view: opened });
              }}
              onAdd={(passage) => props.onAdd(each, passage)}
              onKey={props.onKey}
              onInput={props.onInput}
              announce={(text) => change({ announcement: text })}
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

function LargeButton({ large, onLarge }: { large: boolean; onLarge: (large: boolean) => void }) {
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
