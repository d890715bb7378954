import { createContext, useContext } from "react";

import type { Me } from "./types";

/** Who is signed in: the session guard loads it and hands it down. */
export const MeContext = createContext<Me | null>(null);

/**
 * The signed-in person; only for pages below the session guard.
 *
 * The value stays until the guard's pages have left the screen, whatever happens to the cache, so
 * that signing out doesn't ask the server again.
 */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === null) throw new Error("useMe is for pages below the session guard");
  return me;
}

/** The signed-in person's user name, to tell apart what several people keep in one browser. */
export function useOwnName(): string {
  return useContext(MeContext)?.username ?? "";
}
