import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { type ErrorAnalysis, errorKeys, finishLabelling } from "@/api/errorAnalyses";
import { ConfirmDialog } from "@/components/ConfirmDialog";

import { analysesAddress } from "./words";

/** Ends the caller’s labelling, after a question. */
export function FinishButton({
  slug,
  analysis: { id, labellers },
}: {
  readonly slug: string;
  readonly analysis: ErrorAnalysis;
}) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const finish = useMutation({
    mutationFn: () => finishLabelling(slug, id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: errorKeys.all(slug) });
      await navigate(analysesAddress(slug, String(id)));
    },
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>Finish</Button>
      <ConfirmDialog
        opened={isAsking}
        title="Finish labelling?"
        action="Finish"
        isDangerous={false}
        isPending={finish.isPending}
        onClose={() => setAsking(false)}
        onConfirm={finish.mutate}
      >
        You can’t change your labels afterwards.{" "}
        {labellers.length > 1 && "Once both of you have finished, you see each other’s labels."}
      </ConfirmDialog>
    </>
  );
}
