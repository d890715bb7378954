import { Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { queryKeys } from "@/api/queryKeys";
import { waiveTraining } from "@/api/training";
import type { Project } from "@/api/types";
import { count } from "@/components/format";

interface Props {
  readonly project: Project;
  readonly members: readonly number[];
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Accepts people without training; the reason stays on record. */
export function WaiveDialog({ project, members, opened, onClose, onDone }: Props) {
  const [note, setNote] = useState("");
  const queryClient = useQueryClient();
  const waive = useMutation({
    mutationFn: () => waiveTraining(project.slug, [...members], note.trim()),
    onSuccess: async () => {
      setNote("");
      onDone();
      onClose();
      await queryClient.invalidateQueries({ queryKey: queryKeys.training(project.slug) });
    },
  });
  return (
    <Modal opened={opened} onClose={onClose} title="Accept without training">
      <Stack>
        <Text size="sm">
          {count(members.length, "annotator")} can begin the main task at once. Your reason stays on
          record.
        </Text>
        <Textarea
          label="Why they need no training"
          autosize
          minRows={2}
          data-autofocus
          value={note}
          onChange={(event) => {
            setNote(event.currentTarget.value);
          }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={note.trim() === ""}
            loading={waive.isPending}
            onClick={() => {
              waive.mutate();
            }}
          >
            Accept
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
