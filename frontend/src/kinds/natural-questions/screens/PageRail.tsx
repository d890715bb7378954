import { Text, UnstyledButton } from "@mantine/core";
import { memo, type ReactNode, useEffect, useRef } from "react";

import type { PageView } from "@/anchoring/pageView";
import type { Section } from "@/anchoring/tableOfContents";
import { FindField, type FindFieldControl } from "@/annotating/FindField";
import { leaveClicked } from "@/annotating/useKeys";

import classes from "./PageRail.module.css";

interface PageRailProps {
  readonly view: PageView;
  readonly section: number | null;
  readonly find: React.Ref<FindFieldControl>;
  /** Which places find-in-page visits before all others. */
  readonly isFirst: ((place: Range) => boolean) | undefined;
  /** Hears of the place that find-in-page shows; null where there is none. */
  readonly onFound: (place: Range | null) => void;
  readonly onFindClosed: () => void;
  /** What was found is to be used. */
  readonly onFindUsed: () => void;
  readonly children?: ReactNode;
}

/** Beside the page: find, contents, and a word of guidance. */
export function PageRail(props: PageRailProps) {
  const { view, section, find, isFirst, onFound, onFindClosed, onFindUsed, children } = props;
  // Where the rail lies over the page, a tap on its text must not close it.
  return (
    <aside className={classes.rail} aria-label="The page’s contents" tabIndex={-1}>
      <div className={classes.find}>
        <FindField
          ref={find}
          view={view}
          isFirst={isFirst}
          onFound={onFound}
          onClosed={onFindClosed}
          onUsed={onFindUsed}
        />
      </div>
      <div className={classes.contents}>
        <Contents view={view} section={section} />
      </div>
      {children}
    </aside>
  );
}

/** A long page has hundreds of sections, and what goes on in it is none of their concern. */
const Contents = memo(function Contents({
  view,
  section,
}: {
  view: PageView;
  section: number | null;
}) {
  const { sections } = view;
  const shallowest = Math.min(...sections.map(({ level }) => level));

  if (sections.length === 0) {
    return (
      <Text size="sm" c="dimmed" px={12} py={8}>
        This page has no headings.
      </Text>
    );
  }
  return (
    <nav aria-label="Sections of the page">
      <ol className={classes.sections}>
        {sections.map((each, position) => (
          <SectionRow
            key={position}
            section={each}
            depth={Math.min(each.level - shallowest, 3)}
            view={view}
            isCurrent={position === section}
          />
        ))}
      </ol>
    </nav>
  );
});

interface SectionRowProps {
  readonly section: Section;
  readonly depth: number;
  readonly view: PageView;
  readonly isCurrent: boolean;
}

const SectionRow = memo(function SectionRow({ section, depth, view, isCurrent }: SectionRowProps) {
  const row = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  return (
    <li>
      <UnstyledButton
        ref={row}
        className={classes.section}
        data-level={depth}
        aria-current={isCurrent ? "location" : undefined}
        onClick={(event) => {
          view.scrollTo(section.heading);
          leaveClicked(event);
        }}
      >
        {section.title}
      </UnstyledButton>
    </li>
  );
});
