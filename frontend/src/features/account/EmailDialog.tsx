import { Modal, PasswordInput, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { type Account, changeEmail } from "@/api/account";
import { fieldErrors } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import type { DialogProps } from "@/components/dialogProps";
import { Form } from "@/components/Form";
import { notifyDone } from "@/components/notify";

function EmailForm({ account, onClose }: { account: Account; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const change = useMutation({
    mutationFn: () => changeEmail({ email: email.trim(), password }),
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
      shownAt={["password"]}
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
      {account.has_password && (
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          value={password}
          error={errors.password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      {account.mail_is_set_up && (
        <Text size="sm" c="dimmed">
          We’ll send a link to the new address. The old one stays until you open it.
        </Text>
      )}
    </Form>
  );
}

/** Asks for another e-mail address, with the password. */
export function EmailDialog({ account, opened, onClose }: DialogProps & { account: Account }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Your e-mail address">
      <EmailForm account={account} onClose={onClose} />
    </Modal>
  );
}
