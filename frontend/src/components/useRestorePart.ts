import { useMutation, useQueryClient } from "@tanstack/react-query";

import { queryKeys } from "@/api/queryKeys";
import { type DeletedPart, restorePart } from "@/api/standing";

import { notifyDone, notifyUndoable } from "./notify";

type Part = Pick<DeletedPart, "kind" | "id" | "name">;

/** Takes something of a project out of the bin, and offers that once it is deleted. */
export function useRestorePart(slug: string) {
  const queryClient = useQueryClient();
  const restoring = useMutation({
    mutationFn: (part: Part) => restorePart(slug, part),
    onSuccess: async (_, { name }) => {
      notifyDone(`${name} is back.`);
      await queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
    },
  });
  const announce = (part: Part) =>
    notifyUndoable(`${part.name} is in the bin.`, () => restoring.mutate(part), {
      label: "Undo deleting",
    });
  return { restoring, announce };
}
