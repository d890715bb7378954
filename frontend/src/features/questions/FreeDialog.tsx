import { Alert, Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { describeError } from "@/api/errors";
import { type Parked, freeParked } from "@/api/parked";
import { queryKeys } from "@/api/queryKeys";
import { notifyDone } from "@/components/notify";

function FreeForm({
  slug,
  parked,
  onClose,
}: {
  slug: string;
  parked: Parked;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState("");
  const free = useMutation({
    mutationFn: () => freeParked(slug, parked.id, reason.trim()),
    meta: { silent: true },
    onSuccess: async () => {
      notifyDone("The question goes to others now; the draft is kept.");
      onClose();
      await queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
    },
  });
  return (
    <Stack gap="md">
      {free.isError && (
        <Alert color="brick" role="alert">
          {describeError(free.error)}
        </Alert>
      )}
      <Text fw={500}>{parked.question}</Text>
      <Text size="sm">
        Somebody else can answer it then. What {parked.annotator} has written is kept, and they may
        take it up again while nobody else has.
      </Text>
      <Textarea
        label="Why"
        description="The annotator reads it."
        maxLength={2000}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value);
        }}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={reason.trim() === ""}
          loading={free.isPending}
          onClick={() => {
            free.mutate();
          }}
        >
          Free it
        </Button>
      </Group>
    </Stack>
  );
}

/** Frees a parked question for others, with a reason. */
export function FreeDialog(props: { slug: string; parked: Parked | null; onClose: () => void }) {
  const { slug, parked, onClose } = props;
  return (
    <Modal opened={parked !== null} onClose={onClose} title="Free a parked question" size={520}>
      {parked !== null && <FreeForm slug={slug} parked={parked} onClose={onClose} />}
    </Modal>
  );
}
