import { useMutation, useQueryClient } from "@tanstack/react-query";

import { queryKeys } from "@/api/queryKeys";
import type { TraineeDetail } from "@/api/training";

/** A change of somebody's training, after which the page shows what the server has. */
export function useTraineeChange<Input>(
  slug: string,
  trainee: number,
  change: (input: Input) => Promise<TraineeDetail>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (saved) => {
      queryClient.setQueryData(queryKeys.trainee(slug, trainee), saved);
      await queryClient.invalidateQueries({ queryKey: queryKeys.trainees(slug), exact: true });
    },
  });
}
