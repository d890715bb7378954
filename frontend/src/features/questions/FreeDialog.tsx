import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";

import { type Parked, freeParked } from "@/api/parked";
import { queryKeys } from "@/api/queryKeys";
import { notifyDone } from "@/components/notify";
import { ReasonDialog } from "@/components/ReasonDialog";

interface FreeDialogProps {
  readonly slug: string;
  readonly parked: Parked | null;
  readonly onClose: () => void;
  /** Called once the list is there without the question. */
  readonly onFreed: () => void;
}

/** Frees a parked question for others, with a reason. */
export function FreeDialog(props: FreeDialogProps) {
  const { slug, parked, onClose, onFreed } = props;
  const queryClient = useQueryClient();
  return (
    <ReasonDialog
      opened={parked !== null}
      title="Free a parked question"
      label="Why"
      description="The annotator sees this."
      action="Free it"
      send={async (reason) => {
        if (parked !== null) await freeParked(slug, parked.id, reason);
      }}
      onDone={async () => {
        notifyDone("The question goes to others now; the draft is kept.");
        await queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
        onFreed();
      }}
      onClose={onClose}
    >
      {parked !== null && (
        <>
          <Text fw={500}>{parked.question}</Text>
          <Text size="sm">
            Somebody else can answer it then. What {parked.annotator} has written is kept, and they
            may continue it until somebody else takes it.
          </Text>
        </>
      )}
    </ReasonDialog>
  );
}
