import { useQuery } from "@tanstack/react-query";

import { annotatorsQuery } from "@/api/projects";

/** What the annotators of a project are called, by their keys as reports have them. */
export function useAnnotatorNames(slug: string): (key: string) => string {
  const { data } = useQuery(annotatorsQuery(slug, { page_size: 500 }));
  const names = new Map(data?.results.map(({ id, name }) => [String(id), name]));
  return (key) => names.get(key) ?? `Annotator with the key ${key}`;
}
