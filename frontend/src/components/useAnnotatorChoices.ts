import { useQuery } from "@tanstack/react-query";

import { annotatorsQuery } from "@/api/projects";

import type { FilterChoice } from "./ListFilter";

/** Choices for a filter by annotator, with the names that leads see. */
export function useAnnotatorChoices(slug: string, enabled = true): FilterChoice[] {
  const { data } = useQuery({ ...annotatorsQuery(slug, { page_size: 500 }), enabled });
  const annotators = data?.results ?? [];
  return [
    { value: "", label: "Everybody" },
    ...annotators.map(({ username, name }) => ({ value: username, label: name })),
  ];
}
