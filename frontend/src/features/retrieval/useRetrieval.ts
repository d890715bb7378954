import { useQuery } from "@tanstack/react-query";

import { retrievalQuery } from "@/api/retrieval";
import { useListParams } from "@/components/useListParams";

const NAMES = ["benchmark", "against"] as const;

/** The encoders on the questions that the address names, and how to choose others. */
export function useRetrieval(slug: string) {
  const { filters, setFilter, setFilters } = useListParams(NAMES);
  return {
    retrieval: useQuery(retrievalQuery(slug, filters)),
    onBenchmark: (benchmark: string) => {
      // An encoder need not have been asked the other questions.
      setFilters({ against: "", benchmark });
    },
    onAgainst: (encoder: string) => {
      setFilter("against", encoder);
    },
  };
}
