import { useMutation, type UseMutationResult } from "@tanstack/react-query";

import { takeBack } from "@/api/annotations";
import type { OwnAnnotation } from "@/api/types";

interface TakeBackOptions {
  readonly onSuccess: (answer: OwnAnnotation, annotation: number) => unknown;
  readonly onError?: () => unknown;
}

/**
 * Takes an answer back, by its annotation's id. Without a connection it fails at once: later it
 * would lead people away from something else.
 */
export function useTakeBack(
  options: TakeBackOptions,
): UseMutationResult<OwnAnnotation, Error, number> {
  return useMutation({ mutationFn: takeBack, networkMode: "always", ...options });
}
