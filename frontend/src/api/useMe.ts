import { useSuspenseQuery } from "@tanstack/react-query";

import { meQuery } from "./session";
import type { Me } from "./types";

/** The signed-in person; only for pages below the session guard, which has loaded it already. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery()).data;
}
