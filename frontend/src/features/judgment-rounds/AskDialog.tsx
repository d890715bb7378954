import { Button, Group, Modal, NumberInput, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { type Round, judgingKeys } from "@/api/judging";
import { askForAnnotations } from "@/api/judgmentReports";
import type { DialogProps } from "@/components/dialogProps";
import { ErrorAlert } from "@/components/ErrorAlert";
import { count } from "@/components/format";
import { notifyDone } from "@/components/notify";

import { PAPER } from "./roundWords";

interface AskDialogProps extends DialogProps {
  readonly round: Round;
}

/**
 * Asks for further annotations of a round's examples, after saying how many that is at most. Asking
 * again for as many goes on where a job was stopped.
 */
export function AskDialog({ round, opened, onClose }: AskDialogProps) {
  const queryClient = useQueryClient();
  const asked = round.variability?.annotations ?? null;
  const fewest = asked ?? 2;
  const [annotations, setAnnotations] = useState<number | string>(asked ?? PAPER.annotations);
  const ask = useMutation({
    mutationFn: (number: number) => askForAnnotations(round.id, number),
    meta: { silent: true },
    onSuccess: async (changed) => {
      queryClient.setQueryData(judgingKeys.round(round.id), changed);
      await queryClient.invalidateQueries({ queryKey: judgingKeys.round(round.id) });
      notifyDone("The annotations are requested.");
      onClose();
    },
  });
  const wanted = typeof annotations === "number" && annotations >= fewest ? annotations : null;
  return (
    <Modal opened={opened} onClose={onClose} title="Request more annotations">
      <Stack>
        <ErrorAlert error={ask.error} />
        <NumberInput
          label="Annotations per example"
          description={describeNumber(asked)}
          min={fewest}
          max={1000}
          value={annotations}
          onChange={setAnnotations}
        />
        {wanted !== null && (
          <Text size="sm">
            {count(wanted - 1, "further annotation")} of each of{" "}
            {count(round.answer_count, "judged answer")} by separate annotators: up to{" "}
            <strong>{count((wanted - 1) * round.answer_count, "annotation")}</strong>, or fewer if
            an example already has some or was drawn twice. Only these examples get more
            annotations. Nobody gets an example twice.
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={wanted === null}
            loading={ask.isPending}
            onClick={() => {
              if (wanted !== null) ask.mutate(wanted);
            }}
          >
            Request them
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function describeNumber(asked: number | null): string {
  return asked === null
    ? `Including the judged one. The paper had ${PAPER.annotations}.`
    : `Including the judged one. ${asked} were requested; the same number again continues a request that was stopped.`;
}
