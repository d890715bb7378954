import { useMutation, useQueryClient } from "@tanstack/react-query";

import { inTurn } from "@/api/inTurn";
import { updateMember } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import type { Member } from "@/api/types";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { count } from "@/components/format";
import { notifyUndoable } from "@/components/notify";

/** Ends memberships, or makes former members active; one after the other, until one is refused. */
export function useActivity(slug: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ members, isActive }: { members: readonly Member[]; isActive: boolean }) =>
      inTurn(members, ({ id }) => updateMember(slug, id, { is_active: isActive })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) }),
  });
}

interface EndDialogProps {
  readonly activity: ReturnType<typeof useActivity>;
  readonly members: readonly Member[];
  readonly onClose: () => void;
}

/** Asks before memberships end, and offers to take it back after. */
export function EndDialog({ activity, members, onClose }: EndDialogProps) {
  const [first] = members;
  const who =
    members.length === 1 && first !== undefined ? first.name : count(members.length, "member");
  return (
    <ConfirmDialog
      opened
      title={`End the membership of ${who}?`}
      action="End it"
      isPending={activity.isPending}
      onClose={onClose}
      onConfirm={() => {
        activity.mutate(
          { members, isActive: false },
          {
            onSuccess: () => {
              onClose();
              notifyUndoable(
                `The membership of ${who} has ended.`,
                () => activity.mutate({ members, isActive: true }),
                { label: "Undo ending the membership" },
              );
            },
          },
        );
      }}
    >
      {who} can’t open the project any more. What they hold goes to others once its time is over;
      what they submitted stays and counts. You can make them active again at any time
      {members.some(({ role }) => role === "lead") && "; invitations that they made end for good"}.
    </ConfirmDialog>
  );
}
