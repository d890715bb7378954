import { List, Modal, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import type { Account } from "@/api/account";
import { fieldErrors } from "@/api/errors";
import { eraseMe } from "@/api/personalData";
import type { DialogProps } from "@/components/dialogProps";
import { Form } from "@/components/Form";
import { notifyDone } from "@/components/notify";

import { NO_PROOF, ProofFields, useAskedProof } from "./ProofFields";

function EraseForm({ account, onClose }: { account: Account; onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [username, setUsername] = useState("");
  const [proof, setProof] = useState(NO_PROOF);
  const asked = useAskedProof(account);
  const erase = useMutation({
    mutationFn: () => eraseMe({ username, ...proof, code: proof.code.trim() }),
    meta: { silent: true },
    onSuccess: async () => {
      await navigate("/sign-in");
      queryClient.clear();
      // Nothing else on the page says so, and nobody can look it up any more.
      notifyDone("Your account has been erased.", { stays: true });
    },
  });
  const errors = fieldErrors(erase.error);

  return (
    <Form
      sending={erase}
      onSubmit={erase.mutate}
      action="Erase my account"
      canSubmit={username === account.username && (asked === null || proof[asked] !== "")}
      isDangerous
      onCancel={onClose}
      shownAt={Object.keys(errors)}
    >
      <List size="sm" spacing={6}>
        <List.Item>You are signed out everywhere and can’t sign in again.</List.Item>
        <List.Item>
          Your name, e-mail address, tokens, drafts and notes are deleted. Open questions go to
          others.
        </List.Item>
        <List.Item>What you submitted stays, under a pseudonym.</List.Item>
        <List.Item>Nobody can undo this. Backups keep your data until they are deleted.</List.Item>
      </List>
      <TextInput
        label={
          <>
            Type{" "}
            <Text component="span" inherit fw={700}>
              {account.username}
            </Text>{" "}
            to go on
          </>
        }
        autoComplete="off"
        data-autofocus
        value={username}
        error={errors.username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <ProofFields account={account} proof={proof} errors={errors} onChange={setProof} />
    </Form>
  );
}

/** Asks for the name and for proof before somebody is erased for good. */
export function EraseDialog({ account, opened, onClose }: DialogProps & { account: Account }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Erase your account?">
      <EraseForm account={account} onClose={onClose} />
    </Modal>
  );
}
