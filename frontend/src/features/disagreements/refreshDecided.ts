import type { QueryClient } from "@tanstack/react-query";

import type { Disagreement } from "@/api/disagreements";
import { queryKeys } from "@/api/queryKeys";

/** Shows what an example's decision has become, here and in what counts decisions. */
export function refreshDecided(queryClient: QueryClient, slug: string, changed: Disagreement) {
  queryClient.setQueryData(queryKeys.disagreement(slug, changed.id), changed);
  void queryClient.invalidateQueries({ queryKey: ["project", slug, "disagreements", "list"] });
  void queryClient.invalidateQueries({ queryKey: queryKeys.overview(slug) });
}
