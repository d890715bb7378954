import { Button, Group, PasswordInput, Stack } from "@mantine/core";
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

const EMPTY = { current_password: "", new_password: "" };

function PasswordForm({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const [passwords, setPasswords] = useState(EMPTY);
  const change = useMutation({
    mutationFn: () => changePassword(passwords),
    meta: { silent: true },
    onSuccess: async () => {
      setPasswords(EMPTY);
      notifyDone("Your password has changed. Your other devices are signed out.");
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.devices() }),
        // Somebody who came by single sign-on has a password now.
        queryClient.invalidateQueries({ queryKey: queryKeys.account() }),
      ]);
    },
  });
  const errors = fieldErrors(change.error);

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    change.mutate();
  }

  return (
    <form onSubmit={submit}>
      {/* Password managers store the new password under this name. */}
      <input type="text" autoComplete="username" value={account.username} readOnly hidden />
      <Stack gap="md" maw={440}>
        <ErrorAlert error={change.error} shownAt={["current_password", "new_password"]} />
        {account.has_password && (
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            value={passwords.current_password}
            error={errors.current_password}
            onChange={(event) =>
              setPasswords({ ...passwords, current_password: event.currentTarget.value })
            }
          />
        )}
        <NewPasswordInput
          value={passwords.new_password}
          names={[account.username, account.display_name, account.email]}
          error={errors.new_password}
          onChange={(new_password) => setPasswords({ ...passwords, new_password })}
        />
        <Group>
          <Button
            type="submit"
            variant="light"
            loading={change.isPending}
            disabled={passwords.new_password === ""}
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
