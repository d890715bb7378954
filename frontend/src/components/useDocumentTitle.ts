import { useEffect } from "react";

/** Sets the tab's title: `Examples · My project · Plumbline`. Empty parts are left out. */
export function useDocumentTitle(...parts: (string | undefined)[]): void {
  const title = [...parts, "Plumbline"].filter(Boolean).join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}
