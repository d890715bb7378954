import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { changeImport } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import type { Job } from "@/api/types";

interface UndoImportProps {
  readonly slug: string;
  readonly job: Job;
}

/** Undoes an import, or brings an undone one back. The server says why one can't be undone. */
export function UndoImport({ slug, job }: UndoImportProps) {
  const queryClient = useQueryClient();
  const how = job.undone === true ? "redo" : "undo";
  const change = useMutation({
    mutationFn: () => changeImport(job.id, how),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) }),
  });
  if (job.undone === null) return null;
  return (
    <Button size="xs" variant="default" loading={change.isPending} onClick={() => change.mutate()}>
      {how === "undo" ? "Undo this import" : "Bring it back"}
    </Button>
  );
}
