import { Modal, NumberInput, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { type Hours, setPay } from "@/api/hours";
import { queryKeys } from "@/api/queryKeys";
import type { DialogProps } from "@/components/dialogProps";
import { Form } from "@/components/Form";

interface PayDialogProps extends DialogProps {
  readonly slug: string;
  readonly pay: Hours["pay"];
}

/** What the project pays for an hour. */
export function PayDialog({ slug, pay, opened, onClose }: PayDialogProps) {
  const [perHour, setPerHour] = useState<number | string>(pay ? Number(pay.per_hour) : "");
  const [currency, setCurrency] = useState(pay?.currency ?? "");
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: () => setPay(slug, { per_hour: perHour === "" ? null : String(perHour), currency }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queryKeys.allHours(slug) });
      onClose();
    },
  });
  return (
    <Modal opened={opened} onClose={onClose} title="Pay per hour">
      <Form sending={sending} onSubmit={() => sending.mutate()} action="Save" onCancel={onClose}>
        <NumberInput
          label="Pay per hour"
          description="Of active time. Empty: no rate, and no cost is shown."
          value={perHour}
          onChange={setPerHour}
          min={0.01}
          max={9_999_999}
          allowDecimal
          decimalScale={2}
          data-autofocus
        />
        <TextInput
          label="Currency"
          description="Three letters, such as EUR or USD"
          value={currency}
          onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
          maxLength={3}
          w={200}
        />
        <Text size="sm" c="dimmed">
          For comparison: ASQA’s annotators got 17.80 USD an hour, and took 15 minutes a question on
          average.
        </Text>
      </Form>
    </Modal>
  );
}
