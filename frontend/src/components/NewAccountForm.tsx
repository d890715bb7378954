import { Alert, Button, Stack, TextInput } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";

import { describeError, fieldErrors } from "@/api/errors";
import type { NewAccount } from "@/api/types";

import { NewPasswordInput } from "./NewPasswordInput";

const EMPTY: Required<NewAccount> = { username: "", display_name: "", email: "", password: "" };
const FIELDS = Object.keys(EMPTY);

/** The account of somebody who has none yet. */
export function NewAccountForm({
  verb,
  error,
  isPending,
  onSubmit,
}: {
  /** What the button says. */
  verb: string;
  error: unknown;
  isPending: boolean;
  onSubmit: (account: NewAccount) => void;
}) {
  const [account, setAccount] = useState(EMPTY);
  const errors = fieldErrors(error);
  const isAtField = FIELDS.some((field) => errors[field] !== undefined);

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    onSubmit({
      ...account,
      username: account.username.trim(),
      display_name: account.display_name.trim(),
      email: account.email.trim(),
    });
  }

  function field(name: "username" | "display_name" | "email") {
    return {
      value: account[name],
      error: errors[name],
      withAsterisk: false,
      onChange: (event: { currentTarget: { value: string } }) => {
        setAccount({ ...account, [name]: event.currentTarget.value });
      },
    };
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {error !== null && !isAtField && (
          <Alert color="brick" role="alert">
            {describeError(error)}
          </Alert>
        )}
        <TextInput
          label="Name"
          description="You sign in with it: letters and digits, no spaces."
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          data-autofocus
          {...field("username")}
        />
        <TextInput
          label="Full name"
          description="Optional. The project’s leads see it."
          autoComplete="name"
          {...field("display_name")}
        />
        <TextInput
          label="E-mail address"
          description="Optional. You need it to reset a forgotten password."
          type="email"
          autoComplete="email"
          {...field("email")}
        />
        <NewPasswordInput
          label="Password"
          value={account.password}
          names={[account.username, account.display_name, account.email]}
          error={errors.password}
          onChange={(password) => setAccount({ ...account, password })}
        />
        <Button type="submit" loading={isPending} fullWidth>
          {verb}
        </Button>
      </Stack>
    </form>
  );
}
