import { Alert, Badge, Button, Group, Modal, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";

import type { Account } from "@/api/account";
import { fieldErrors } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import type { Proof } from "@/api/secondFactor";
import { describeReturn, disconnect, findProviderToConnect } from "@/api/singleSignOn";
import { Form } from "@/components/Form";

import { AccountSection } from "./AccountSection";
import { NO_PROOF, ProofFields } from "./ProofFields";

/** The page to go to, if any. */
async function change(account: Account, proof: Proof): Promise<string | null> {
  if (!account.is_connected) return findProviderToConnect(proof);
  await disconnect(proof);
  return null;
}

function ChangeForm({ account, onClose }: { account: Account; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [proof, setProof] = useState(NO_PROOF);
  const attempt = useMutation({
    mutationFn: () => change(account, { ...proof, code: proof.code.trim() }),
    meta: { silent: true },
    onSuccess: async (address) => {
      if (address !== null) {
        window.location.assign(address);
        return;
      }
      await queryClient.invalidateQueries({ queryKey: queryKeys.account() });
      onClose();
    },
  });
  const errors = fieldErrors(attempt.error);

  return (
    <Form
      sending={attempt}
      onSubmit={attempt.mutate}
      action={account.is_connected ? "Disconnect" : "Connect"}
      onCancel={onClose}
      shownAt={Object.keys(errors)}
    >
      <Text size="sm">
        {account.is_connected
          ? "After that, you sign in with your password only."
          : "You sign in there now, and use it to sign in from then on."}
      </Text>
      <ProofFields account={account} proof={proof} errors={errors} onChange={setProof} />
    </Form>
  );
}

/** Single sign-on, on a site that has it: whether it opens this account. */
export function SingleSignOnSection({ account }: { account: Account }) {
  const [opened, dialog] = useDisclosure(false);
  const [query] = useSearchParams();
  const error = query.get("error");
  return (
    <AccountSection
      title="Single sign-on"
      about={`Sign in with ${account.single_sign_on} instead of your name and password here.`}
    >
      {error !== null && !account.is_connected && (
        <Alert color="brick" role="alert">
          {describeReturn(error)}
        </Alert>
      )}
      <Group>
        {account.is_connected && <Badge>Connected</Badge>}
        {(!account.is_connected || account.has_password) && (
          <Button variant="default" onClick={dialog.open}>
            {account.is_connected ? "Disconnect…" : "Connect…"}
          </Button>
        )}
      </Group>
      <Modal
        opened={opened}
        onClose={dialog.close}
        title={account.is_connected ? "Disconnect single sign-on?" : "Connect single sign-on"}
      >
        <ChangeForm account={account} onClose={dialog.close} />
      </Modal>
    </AccountSection>
  );
}
