import type { QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";

import type { AnnotationScreenProps } from "@/annotating/screen";
import type { Assignment } from "@/api/types";
import type { Describes } from "@/components/answerSummary";

import type { KindPages } from "./kindPages";

/**
 * A kind of task. This much is loaded with the screens for answering, so it stays small; the screens
 * and the rest come when they are needed.
 *
 * Its functions are methods, which TypeScript lets a room write for its own annotations and
 * assignments alone: the registry gives each room only those.
 */
export interface TaskKind extends Describes {
  readonly name: string;
  /** What an assignment is answered on. */
  screen(props: AnnotationScreenProps): ReactNode;
  /** Fetches the pages of a question that is only reserved, for a connection that is lost meanwhile. */
  fetchAhead(assignment: Assignment, queryClient: QueryClient): void;
  /** What all other pages ask. */
  readonly loadPages: () => Promise<KindPages>;
}
