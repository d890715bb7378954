import { Button, Group, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";

import type { Account } from "@/api/account";
import { fieldErrors } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import { changePassword } from "@/api/signIn";
import { ErrorAlert } from "@/components/ErrorAlert";
import { NewPasswordInput } from "@/components/NewPasswordInput";
import { notifyDone } from "@/components/notify";

import { AccountSection } from "./AccountSection";
import { NO_PROOF, ProofFields } from "./ProofFields";

function PasswordForm({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const [newPassword, setNewPassword] = useState("");
  const [proof, setProof] = useState(NO_PROOF);
  const change = useMutation({
    mutationFn: () => changePassword(newPassword, { ...proof, code: proof.code.trim() }),
    meta: { silent: true },
    onSuccess: async () => {
      setNewPassword("");
      setProof(NO_PROOF);
      notifyDone("Your password has changed. Your other devices are signed out.");
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.devices() }),
        // Somebody who came by single sign-on has a password now.
        queryClient.invalidateQueries({ queryKey: queryKeys.account() }),
      ]);
    },
  });
  const { current_password: wrongPassword, ...errors } = fieldErrors(change.error);

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    change.mutate();
  }

  return (
    <form onSubmit={submit}>
      {/* Password managers store the new password under this name. */}
      <input type="text" autoComplete="username" value={account.username} readOnly hidden />
      <Stack gap="md" maw={440}>
        <ErrorAlert error={change.error} shownAt={["current_password", "code", "new_password"]} />
        <ProofFields
          account={account}
          proof={proof}
          errors={wrongPassword === undefined ? errors : { ...errors, password: wrongPassword }}
          onChange={setProof}
        />
        <NewPasswordInput
          value={newPassword}
          names={[account.username, account.display_name, account.email]}
          error={errors.new_password}
          onChange={setNewPassword}
        />
        <Group>
          <Button
            type="submit"
            variant="light"
            loading={change.isPending}
            disabled={newPassword === ""}
          >
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function PasswordSection({ account }: { account: Account }) {
  return (
    <AccountSection
      title="Password"
      about="Changing it signs out all your other devices. API tokens keep working."
    >
      <PasswordForm account={account} />
    </AccountSection>
  );
}
