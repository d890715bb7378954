import { type Mock, vi } from "vitest";

/** Where the page sends the browser; the browser of tests can go nowhere. */
export function watchLeaving(): Mock {
  const assign = vi.fn();
  const { origin, href, pathname, search } = window.location;
  vi.stubGlobal("location", { origin, href, pathname, search, assign });
  return assign;
}
