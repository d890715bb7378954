import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";

import { queryKeys } from "@/api/queryKeys";
import { waiveTraining } from "@/api/trainees";
import type { Project } from "@/api/types";
import type { DialogProps } from "@/components/dialogProps";
import { count } from "@/components/format";
import { ReasonDialog } from "@/components/ReasonDialog";

interface Props extends DialogProps {
  readonly project: Project;
  readonly members: readonly number[];
  readonly onDone: () => void;
}

/** Accepts people without training; the reason stays on record. */
export function WaiveDialog({ project, members, opened, onClose, onDone }: Props) {
  const queryClient = useQueryClient();
  return (
    <ReasonDialog
      opened={opened}
      title="Accept without training"
      label="Why they need no training"
      action="Accept"
      send={(reason) => waiveTraining(project.slug, [...members], reason)}
      onDone={() => {
        onDone();
        return queryClient.invalidateQueries({ queryKey: queryKeys.training(project.slug) });
      }}
      onClose={onClose}
    >
      <Text size="sm">
        {count(members.length, "annotator")} can begin the main task at once. Your reason stays on
        record.
      </Text>
    </ReasonDialog>
  );
}
