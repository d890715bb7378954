import { Button, Checkbox, Group, Modal, ScrollArea, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { controlsQuery, markControls } from "@/api/controls";
import { disagreementsQuery } from "@/api/disagreements";
import { queryKeys } from "@/api/queryKeys";
import type { DialogProps } from "@/components/dialogProps";
import { QueryView } from "@/components/QueryView";

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
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const queryClient = useQueryClient();
  const decided = useQuery(disagreementsQuery(slug, { state: "decided", page_size: MOST_SHOWN }));
  const marked = new Set(useQuery(controlsQuery(slug)).data?.results.map(({ example }) => example));
  const mark = useMutation({
    mutationFn: () => markControls(slug, chosen.map(Number)),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.controls(slug) });
      onClose();
    },
  });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        Choose examples whose decided answer you are sure of. Annotators who have had one never get
        it as a control.
      </Text>
      <ScrollArea.Autosize mah={360}>
        <QueryView query={decided}>
          {({ results }) => {
            const left = results.filter(({ id }) => !marked.has(id));
            return (
              <Checkbox.Group value={[...chosen]} onChange={setChosen} label="Decided examples">
                <Stack gap="xs" mt="xs">
                  {left.length === 0 && (
                    <Text size="sm">Every decided example is a control, or none is decided.</Text>
                  )}
                  {left.map(({ id, question }) => (
                    <Checkbox key={id} value={String(id)} label={question} />
                  ))}
                </Stack>
              </Checkbox.Group>
            );
          }}
        </QueryView>
      </ScrollArea.Autosize>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={chosen.length === 0}
          loading={mark.isPending}
          onClick={() => mark.mutate()}
        >
          Mark as controls
        </Button>
      </Group>
    </Stack>
  );
}
