import { useQuery } from "@tanstack/react-query";

import { leaderboardQuery } from "@/api/leaderboard";
import { useListParams } from "@/components/useListParams";

const NAMES = ["split", "order", "against", "references"] as const;

/** A leaderboard with the split and the order that the address names, and how to choose others. */
export function useBoard(slug: string) {
  const { filters, setFilter, setFilters } = useListParams(NAMES);
  return {
    board: useQuery(leaderboardQuery(slug, filters)),
    onSplit: (split: string) => {
      // A system need not have a score on another split.
      setFilters({ against: "", split });
    },
    onAgainst: (system: string) => {
      setFilter("against", system);
    },
    onReferences: (references: string) => {
      setFilter("references", references);
    },
    onOrder: (order: string) => {
      setFilter("order", order);
    },
  };
}
