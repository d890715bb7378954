import { Alert, Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type SyntheticEvent, useEffect, useRef, useState } from "react";

import { ApiError, describeError } from "@/api/errors";
import { signInWithCode } from "@/api/session";
import type { Me } from "@/api/types";

/** The server forgets the first step after a quarter of an hour. */
function describeRefusal(error: unknown): string {
  const isForgotten = error instanceof ApiError && error.status === 401;
  return isForgotten ? "That took too long. Start again with your password." : describeError(error);
}

/** The second step of signing in: a code. */
export function CodeForm({
  onSignedIn,
  onStartAgain,
}: {
  onSignedIn: (me: Me) => void;
  onStartAgain: () => void;
}) {
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // It takes the place of the field that had the focus.
  useEffect(() => {
    field.current?.focus();
  }, []);
  const attempt = useMutation({
    mutationFn: signInWithCode,
    meta: { silent: true },
    onSuccess: onSignedIn,
  });

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    attempt.mutate(code.trim());
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {attempt.isError && (
          <Alert color="brick" role="alert">
            {describeRefusal(attempt.error)}
          </Alert>
        )}
        <TextInput
          label="Code"
          description="The six digits that your authenticator app shows now, or one of your recovery codes."
          autoComplete="one-time-code"
          spellCheck={false}
          required
          data-autofocus
          ref={field}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" loading={attempt.isPending} fullWidth>
          Sign in
        </Button>
        <Anchor component="button" type="button" size="sm" c="dimmed" onClick={onStartAgain}>
          Start again
        </Anchor>
        <Text size="xs" c="dimmed" ta="center">
          Lost both? The administrator of this site can let you in without a code.
        </Text>
      </Stack>
    </form>
  );
}
