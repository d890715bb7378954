import { Modal } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { controlsQuery, markControls } from "@/api/controls";
import { disagreementsQuery } from "@/api/disagreements";
import { queryKeys } from "@/api/queryKeys";
import type { DialogProps } from "@/components/dialogProps";
import { ExamplesChoice } from "@/components/ExamplesChoice";

const MOST_SHOWN = 100;

interface Props extends DialogProps {
  readonly slug: string;
}

/** Marks decided examples as controls. */
export function MarkDialog({ slug, opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Mark decided examples" size="lg">
      <Choice slug={slug} onClose={onClose} />
    </Modal>
  );
}

function Choice({ slug, onClose }: Omit<Props, "opened">) {
  const queryClient = useQueryClient();
  const marked = new Set(useQuery(controlsQuery(slug)).data?.results.map(({ example }) => example));
  const decided = useQuery(disagreementsQuery(slug, { state: "decided", page_size: MOST_SHOWN }));
  const mark = useMutation({
    mutationFn: (examples: number[]) => markControls(slug, examples),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.controls(slug) });
      onClose();
    },
  });
  return (
    <ExamplesChoice
      what="Choose examples whose decided answer you are sure of. Annotators who have had one never get it as a control."
      label="Decided examples"
      query={{ ...decided, data: decided.data?.results.filter(({ id }) => !marked.has(id)) }}
      none="Every decided example is a control, or none is decided."
      action="Mark as controls"
      isPending={mark.isPending}
      onChoose={mark.mutate}
      onClose={onClose}
    />
  );
}
