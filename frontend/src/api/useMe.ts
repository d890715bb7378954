import { createContext, useContext } from "react";

import type { Me } from "./types";

/** Who is signed in, from the session guard, which has loaded it, to all that stands below it. */
export const MeContext = createContext<Me | null>(null);

/**
 * The signed-in person; only for pages below the session guard.
 *
 * What the guard handed down stays until its pages have left the screen, whatever happens to the
 * cache meanwhile: on the way out nobody asks the server again who is signed in.
 */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === null) throw new Error("useMe is for pages below the session guard");
  return me;
}
