import { Anchor } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

import classes from "./parts.module.css";

interface Entry {
  readonly id: string;
  readonly title: string;
}

/** Headings of a page's groups are level 2; a page with fewer needs no table of contents. */
const FEWEST = 2;

/** A page's groups as links, in their order; it follows what the page shows. */
export function Contents() {
  const place = useRef<HTMLElement>(null);
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  useEffect(() => {
    const page = place.current?.parentElement;
    if (page == null) return;
    const read = () => {
      const found = [...page.querySelectorAll("h2[id]")].map(({ id, textContent }) => ({
        id,
        title: textContent,
      }));
      setEntries((before) => (isSame(before, found) ? before : found));
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(page, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
    };
  }, []);
  const { hash } = useLocation();
  const isThere = entries.some(({ id }) => `#${id}` === hash);
  // The browser looked for it before the page had come.
  useEffect(() => {
    if (isThere) unfold(hash.slice(1))?.scrollIntoView();
  }, [isThere, hash]);
  return (
    <nav ref={place} aria-label="On this page" hidden={entries.length < FEWEST}>
      <ul className={classes.contents}>
        {entries.map(({ id, title }) => (
          <li key={id}>
            <Anchor href={`#${id}`} size="sm" onClick={() => unfold(id)}>
              {title}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Opens the group with this heading, if it is folded; the heading. */
function unfold(id: string): HTMLElement | null {
  const heading = document.getElementById(id);
  heading?.closest("details")?.setAttribute("open", "");
  return heading;
}

function isSame(one: readonly Entry[], other: readonly Entry[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ id, title }, index) => id === other[index]?.id && title === other[index].title)
  );
}
