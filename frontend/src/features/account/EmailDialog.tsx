import { Modal, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { type Account, changeEmail } from "@/api/account";
import { fieldErrors } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import type { DialogProps } from "@/components/dialogProps";
import { Form } from "@/components/Form";
import { notifyDone } from "@/components/notify";

import { NO_PROOF, ProofFields } from "./ProofFields";

function EmailForm({ account, onClose }: { account: Account; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [email, setEmail] = useState("");
  const [proof, setProof] = useState(NO_PROOF);
  const change = useMutation({
    mutationFn: () => changeEmail({ email: email.trim(), ...proof, code: proof.code.trim() }),
    meta: { silent: true },
    onSuccess: (changed) => {
      queryClient.setQueryData(queryKeys.account(), changed);
      if (changed.pending_email === "") notifyDone("Your address has changed.");
      onClose();
    },
  });
  const errors = fieldErrors(change.error);

  return (
    <Form
      sending={change}
      onSubmit={change.mutate}
      action="Change address"
      onCancel={onClose}
      shownAt={["password", "code"]}
    >
      <TextInput
        label="New e-mail address"
        type="email"
        autoComplete="email"
        required
        data-autofocus
        value={email}
        error={errors.email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <ProofFields account={account} proof={proof} errors={errors} onChange={setProof} />
      {account.mail_is_set_up && (
        <Text size="sm" c="dimmed">
          We’ll send a link to the new address. The old one stays until you open it.
        </Text>
      )}
    </Form>
  );
}

/** Asks for another e-mail address, and for proof of who it is. */
export function EmailDialog({ account, opened, onClose }: DialogProps & { account: Account }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Your e-mail address">
      <EmailForm account={account} onClose={onClose} />
    </Modal>
  );
}
