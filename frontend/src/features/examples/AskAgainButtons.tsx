import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { reopenAnnotation, withdrawReopening } from "@/api/annotations";
import { inTurn } from "@/api/inTurn";
import { queryKeys } from "@/api/queryKeys";
import type { Annotation } from "@/api/types";
import { count } from "@/components/format";
import { notifyDone, notifyUndoable } from "@/components/notify";
import { ReasonDialog } from "@/components/ReasonDialog";

interface AskAgainButtonsProps {
  readonly slug: string;
  /** Of people, since nobody else can be asked. */
  readonly chosen: readonly Annotation[];
}

/** Asks annotators to look at the chosen answers again, or takes such requests back. */
export function AskAgainButtons({ slug, chosen }: AskAgainButtonsProps) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const free = chosen.filter(({ reopened }) => reopened === null);
  const asked = chosen.filter(({ reopened }) => reopened !== null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
  const takeBack = useMutation({
    mutationFn: (annotations: readonly Annotation[]) =>
      inTurn(annotations, ({ id }) => withdrawReopening(slug, id)),
    onSuccess: (_, annotations) =>
      notifyDone(`${count(annotations.length, "request")} taken back.`),
    onSettled: refresh,
  });
  return (
    <>
      {free.length > 0 && (
        <Button variant="default" size="xs" onClick={() => setAsking(true)}>
          Ask to look again
        </Button>
      )}
      {asked.length > 0 && (
        <Button
          variant="default"
          size="xs"
          loading={takeBack.isPending}
          onClick={() => takeBack.mutate(asked)}
        >
          Take {count(asked.length, "request")} back
        </Button>
      )}
      <ReasonDialog
        opened={isAsking}
        title={`Ask to look at ${count(free.length, "answer")} again?`}
        label="What to look at"
        description="The annotators read this."
        action="Ask"
        send={async (reason) => {
          try {
            await inTurn(free, ({ id }) => reopenAnnotation(slug, id, reason));
          } finally {
            void refresh();
          }
        }}
        onDone={() =>
          notifyUndoable(
            `Asked to look at ${count(free.length, "answer")} again.`,
            () => takeBack.mutate(free),
            { label: "Undo the requests" },
          )
        }
        onClose={() => setAsking(false)}
      >
        Answers count as they are until their annotators have changed them. Both versions are kept.
      </ReasonDialog>
    </>
  );
}
