import { Modal, Select, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { fieldErrors } from "@/api/errors";
import { type Round, judgingKeys } from "@/api/judging";
import { addExpert, addableExpertsQuery } from "@/api/judgmentReports";
import type { DialogProps } from "@/components/dialogProps";
import { Form } from "@/components/Form";
import { notifyDone } from "@/components/notify";
import { QueryView } from "@/components/QueryView";

interface AddExpertDialogProps extends DialogProps {
  readonly round: Round;
}

function AddExpertForm({
  round,
  experts,
  onClose,
}: {
  readonly round: Round;
  readonly experts: readonly { readonly membership: number; readonly name: string }[];
  readonly onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const [membership, setMembership] = useState<string | null>(null);
  const add = useMutation({
    mutationFn: (key: number) => addExpert(round.id, key),
    meta: { silent: true },
    onSuccess: async (changed) => {
      queryClient.setQueryData(judgingKeys.round(round.id), changed);
      onClose();
      notifyDone("The expert was added.");
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: judgingKeys.round(round.id) }),
        queryClient.invalidateQueries({ queryKey: judgingKeys.rounds(round.project) }),
      ]);
    },
  });
  const errors = fieldErrors(add.error);
  if (experts.length === 0) {
    return (
      <Text size="sm">
        All experts of this project are in the round. Make another member an expert on the Members
        page first.
      </Text>
    );
  }
  return (
    <Form
      sending={add}
      onSubmit={() => {
        if (membership !== null) add.mutate(Number(membership));
      }}
      action="Add"
      canSubmit={membership !== null}
      onCancel={onClose}
      shownAt={Object.keys(errors)}
    >
      <Select
        label="Expert"
        description="They judge every answer of the sample. The meeting waits until they have closed."
        data={experts.map(({ membership: key, name }) => ({ value: String(key), label: name }))}
        data-autofocus
        value={membership}
        error={errors.expert}
        onChange={setMembership}
      />
    </Form>
  );
}

/** Gives a round another expert, such as for one who has left. */
export function AddExpertDialog({ round, opened, onClose }: AddExpertDialogProps) {
  const addable = useQuery({ ...addableExpertsQuery(round.id), enabled: opened });
  return (
    <Modal opened={opened} onClose={onClose} title="Add an expert">
      <QueryView query={addable}>
        {({ experts }) => <AddExpertForm round={round} experts={experts} onClose={onClose} />}
      </QueryView>
    </Modal>
  );
}
