import { useQuery } from "@tanstack/react-query";

import { annotatorsQuery } from "@/api/projects";
import type { Annotator } from "@/api/types";
import type { TableState } from "@/components/PagedTable";

import { useReportPlace } from "../../parts/ReportContext";

/** Whether the list is there. */
type ListState = Omit<TableState<unknown>, "data">;

/** More than a project has. */
const EVERYBODY = 500;

interface Annotators {
  readonly query: ListState;
  /** By their keys in reports. */
  readonly byKey: ReadonlyMap<string, Annotator>;
  /** People's names as the reader sees them; their keys until these are loaded. */
  readonly nameOf: (key: string) => string;
  readonly isPending: boolean;
}

/** Everybody who annotates in the project, with what they have done until now. */
export function useAnnotators(): Annotators {
  const { slug } = useReportPlace();
  const annotators = useQuery(annotatorsQuery(slug, { page_size: EVERYBODY }));
  const byKey = new Map((annotators.data?.results ?? []).map((each) => [String(each.id), each]));
  return {
    query: annotators,
    byKey,
    nameOf: (key) => byKey.get(key)?.name ?? `Annotator ${key}`,
    isPending: annotators.isPending,
  };
}
