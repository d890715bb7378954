import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { queryKeys } from "@/api/queryKeys";
import { putBack, takeOut } from "@/api/takingOut";

import { count } from "./format";
import { notifyDone, notifyUndoable } from "./notify";
import { ReasonDialog } from "./ReasonDialog";

interface ChosenExample {
  readonly id: number;
  readonly is_taken_out: boolean;
}

/** Takes the chosen examples out of the main task, or puts those back that were taken out. */
export function TakeOutButtons({
  slug,
  chosen,
  size,
}: {
  slug: string;
  chosen: readonly ChosenExample[];
  size?: "xs" | "sm";
}) {
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const inside = chosen.filter((example) => !example.is_taken_out).map(({ id }) => id);
  const outside = chosen.filter((example) => example.is_taken_out).map(({ id }) => id);
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
  const back = useMutation({
    mutationFn: (ids: number[]) => putBack(slug, ids),
    onSuccess: async ({ changed }) => {
      notifyDone(`${count(changed, "example")} put back.`);
      await refresh();
    },
  });

  async function announce(ids: number[]): Promise<void> {
    notifyUndoable(`${count(ids.length, "example")} taken out.`, () => back.mutate(ids), {
      label: "Undo taking out",
    });
    await refresh();
  }

  return (
    <>
      {inside.length > 0 && (
        <Button variant="default" size={size ?? "sm"} onClick={() => setIsAsking(true)}>
          Take out
        </Button>
      )}
      {outside.length > 0 && (
        <Button
          variant="default"
          size={size ?? "sm"}
          loading={back.isPending}
          onClick={() => back.mutate(outside)}
        >
          Put back
        </Button>
      )}
      <ReasonDialog
        opened={isAsking}
        title={`Take out ${count(inside.length, "example")}?`}
        label="Why"
        description="Leads read it in the history."
        action="Take out"
        send={(reason) => takeOut(slug, inside, reason)}
        onDone={() => announce(inside)}
        onClose={() => setIsAsking(false)}
      >
        Nobody gets {inside.length === 1 ? "it" : "them"} any more, and statistics and exports leave{" "}
        {inside.length === 1 ? "it" : "them"} out. Annotations are kept, and people who have begun
        can finish. You can put {inside.length === 1 ? "it" : "them"} back at any time.
      </ReasonDialog>
    </>
  );
}
