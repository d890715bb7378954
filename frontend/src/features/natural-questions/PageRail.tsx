import { ScrollArea, Text, UnstyledButton } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";

import type { PageView } from "@/anchoring/pageView";

import { FindField, type FindFieldControl } from "./FindField";
import classes from "./PageRail.module.css";

interface PageRailProps {
  readonly view: PageView;
  readonly section: number | null;
  readonly find: React.Ref<FindFieldControl>;
  /** Hears of the place that find-in-page shows. */
  readonly onFound: (range: Range) => void;
  readonly onFindClosed: () => void;
  readonly children?: ReactNode;
}

/** Beside the page: find, contents, and a word of guidance. */
export function PageRail(props: PageRailProps) {
  const { view, section, find, onFound, onFindClosed, children } = props;
  return (
    <aside className={classes.rail} aria-label="The page's contents">
      <div className={classes.find}>
        <FindField ref={find} view={view} onFound={onFound} onClosed={onFindClosed} />
      </div>
      <ScrollArea className={classes.contents} type="hover" scrollbarSize={8}>
        <Contents view={view} section={section} />
      </ScrollArea>
      {children}
    </aside>
  );
}

function Contents({ view, section }: { view: PageView; section: number | null }) {
  const current = useRef<HTMLButtonElement>(null);
  const { sections } = view;
  const shallowest = Math.min(...sections.map(({ level }) => level));

  useEffect(() => {
    current.current?.scrollIntoView({ block: "nearest" });
  }, [section]);

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
        {sections.map(({ title, level, heading }, position) => (
          <li key={position}>
            <UnstyledButton
              ref={position === section ? current : undefined}
              className={classes.section}
              data-level={Math.min(level - shallowest, 3)}
              aria-current={position === section ? "location" : undefined}
              onClick={() => {
                view.scrollTo(heading);
              }}
            >
              {title}
            </UnstyledButton>
          </li>
        ))}
      </ol>
    </nav>
  );
}
