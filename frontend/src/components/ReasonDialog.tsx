import { Modal, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import { ErrorAlert } from "./ErrorAlert";
import { Form } from "./Form";

const LONGEST = 2000;

interface ReasonFormProps {
  /** What the field is called; `description` says who reads it. */
  readonly label: string;
  readonly description?: string;
  readonly action: string;
  readonly send: (reason: string) => Promise<unknown>;
  /** It was taken, and the dialog has closed. */
  readonly onDone: () => unknown;
  readonly onClose: () => void;
  /** A way to continue after a refusal, beside the server's error. */
  readonly wayOn?: ReactNode;
  /** What it means, above the field. */
  readonly children: ReactNode;
}

interface ReasonDialogProps extends ReasonFormProps {
  readonly opened: boolean;
  readonly title: string;
}

/** Asks for a reason, without which something is not done. */
export function ReasonDialog({ opened, title, ...form }: ReasonDialogProps) {
  return (
    <Modal opened={opened} onClose={form.onClose} title={title} size={520}>
      <ReasonForm {...form} />
    </Modal>
  );
}

function ReasonForm(props: ReasonFormProps) {
  const { label, description, action, send, onDone, onClose, wayOn, children } = props;
  const [reason, setReason] = useState("");
  const sending = useMutation({
    mutationFn: () => send(reason.trim()),
    // The dialog itself says what is in the way.
    meta: { silent: true },
    onSuccess: async () => {
      onClose();
      await onDone();
    },
  });
  return (
    <Form
      sending={sending}
      onSubmit={sending.mutate}
      action={action}
      canSubmit={reason.trim() !== ""}
      onCancel={onClose}
      alert={null}
    >
      {children}
      <Textarea
        label={label}
        description={description}
        autosize
        minRows={3}
        maxLength={LONGEST}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <ErrorAlert error={sending.error}>{wayOn}</ErrorAlert>
    </Form>
  );
}
