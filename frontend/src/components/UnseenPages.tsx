import { useEffect, useEffectEvent, useRef } from "react";

import { loadPage } from "@/anchoring/pageLoading";
import { PageView } from "@/anchoring/pageView";
import type { VisitedPage } from "@/api/types";

import { readableDocument } from "./readableDocument";
import classes from "./UnseenPages.module.css";

interface UnseenPagesProps {
  readonly pages: readonly VisitedPage[];
  readonly onOpen: (page: number, view: PageView) => void;
}

/** Opens pages out of sight: only a page that is drawn knows what it shows. */
export function UnseenPages({ pages, onOpen }: UnseenPagesProps) {
  return pages.map(
    ({ id, title, html_url: address }) =>
      id !== null &&
      address !== null && (
        <UnseenPage key={id} title={title} address={address} onOpen={(view) => onOpen(id, view)} />
      ),
  );
}

interface UnseenPageProps {
  readonly title: string;
  readonly address: string;
  readonly onOpen: (view: PageView) => void;
}

function UnseenPage({ title, address, onOpen }: UnseenPageProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const report = useEffectEvent(onOpen);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    return loadPage(element, { address, carried: null }, () => {
      const document = readableDocument(element);
      if (document) report(new PageView(document, null));
    });
  }, [address]);
  return (
    <iframe
      ref={frame}
      title={`Page: ${title}`}
      sandbox="allow-same-origin"
      className={classes.unseen}
      aria-hidden
      tabIndex={-1}
    />
  );
}
