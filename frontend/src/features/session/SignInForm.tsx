import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";

import { ApiError, describeError } from "@/api/errors";
import { signIn } from "@/api/session";
import { CODE_NEEDED } from "@/api/signInErrors";
import type { Me } from "@/api/types";

import { CodeForm } from "./CodeForm";

export interface Credentials {
  username: string;
  password: string;
}

/** Name and password, then, for people with a second factor, the code. */
export function SignInForm({
  filledIn,
  asksForCode = false,
  refusal = null,
  onSignedIn,
}: {
  /** Replaces the fields' text whenever it changes. */
  filledIn?: Credentials | undefined;
  /** Begin with the code: the first step was done elsewhere. */
  asksForCode?: boolean;
  /** Why another way to sign in led nowhere. */
  refusal?: string | null;
  onSignedIn: (me: Me) => void;
}) {
  const [isAtCode, setIsAtCode] = useState(asksForCode);
  if (isAtCode) {
    return <CodeForm onSignedIn={onSignedIn} onStartAgain={() => setIsAtCode(false)} />;
  }
  return (
    <PasswordForm
      filledIn={filledIn}
      refusal={refusal}
      onSignedIn={onSignedIn}
      onCodeNeeded={() => setIsAtCode(true)}
    />
  );
}

function PasswordForm({
  filledIn,
  refusal,
  onSignedIn,
  onCodeNeeded,
}: {
  filledIn: Credentials | undefined;
  refusal: string | null;
  onSignedIn: (me: Me) => void;
  onCodeNeeded: () => void;
}) {
  const [credentials, setCredentials] = useState<Credentials>({ username: "", password: "" });
  const [lastFilledIn, setLastFilledIn] = useState(filledIn);
  if (filledIn !== lastFilledIn) {
    setLastFilledIn(filledIn);
    if (filledIn) setCredentials(filledIn);
  }
  const attempt = useMutation({
    mutationFn: signIn,
    meta: { silent: true },
    onSuccess: onSignedIn,
    onError: (error) => {
      if (error instanceof ApiError && error.code === CODE_NEEDED) onCodeNeeded();
    },
  });
  const problem = attempt.isError ? describeError(attempt.error) : attempt.isIdle ? refusal : null;

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    attempt.mutate({ ...credentials, username: credentials.username.trim() });
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {problem !== null && (
          <Alert color="brick" role="alert">
            {problem}
          </Alert>
        )}
        <TextInput
          label="Name or e-mail address"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          data-autofocus
          value={credentials.username}
          onChange={(event) =>
            setCredentials({ ...credentials, username: event.currentTarget.value })
          }
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          value={credentials.password}
          onChange={(event) =>
            setCredentials({ ...credentials, password: event.currentTarget.value })
          }
        />
        <Button type="submit" loading={attempt.isPending} fullWidth>
          Sign in
        </Button>
        {/* Not the router's: the dialog that asks a signed-out person again is outside it. */}
        <Anchor href="/forgot-password" size="sm" c="dimmed" ta="center">
          Forgot your password?
        </Anchor>
      </Stack>
    </form>
  );
}
