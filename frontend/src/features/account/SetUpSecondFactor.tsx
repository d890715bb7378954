import { Button, Code, Group, Image, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";

import type { Account } from "@/api/account";
import { fieldErrors } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import { type NewKey, makeKey, turnOn } from "@/api/secondFactor";
import { CopyButton } from "@/components/CopyButton";
import { ErrorAlert } from "@/components/ErrorAlert";
import { QueryView } from "@/components/QueryView";

import { NO_PROOF, ProofFields } from "./ProofFields";
import { RecoveryCodes } from "./RecoveryCodes";

/** In groups of four, as one types it. */
function grouped(key: string): string {
  return key.replace(/(.{4})(?=.)/g, "$1 ");
}

function KeyView({ newKey }: { newKey: NewKey }) {
  return (
    <>
      <Text size="sm">
        Scan this with an authenticator app, such as the one on your phone or in your password
        manager. Then enter the six digits that the app shows.
      </Text>
      {/* On white in the dark scheme too: cameras need dark on light. */}
      <Image
        src={newKey.picture}
        alt="QR code of the key"
        w={180}
        h={180}
        mx="auto"
        bg="white"
        p={8}
      />
      <Group gap="xs" justify="center">
        <Code aria-label="Key">{grouped(newKey.key)}</Code>
        <CopyButton variant="subtle" size="compact-sm" text={newKey.key} label="Copy key" />
      </Group>
    </>
  );
}

function KeyForm({
  account,
  newKey,
  onTurnedOn,
}: {
  account: Account;
  newKey: NewKey;
  onTurnedOn: (codes: string[]) => void;
}) {
  const [proof, setProof] = useState(NO_PROOF);
  const attempt = useMutation({
    mutationFn: () => turnOn({ ...proof, code: proof.code.trim() }),
    meta: { silent: true },
    onSuccess: onTurnedOn,
  });
  const errors = fieldErrors(attempt.error);

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    attempt.mutate();
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <ErrorAlert error={attempt.error} shownAt={Object.keys(errors)} />
        <KeyView newKey={newKey} />
        <TextInput
          label="Code from the app"
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          data-autofocus
          value={proof.code}
          error={errors.code}
          onChange={(event) => setProof({ ...proof, code: event.currentTarget.value })}
        />
        {account.has_password && (
          <ProofFields account={account} proof={proof} errors={errors} onChange={setProof} />
        )}
        <Button type="submit" loading={attempt.isPending}>
          Turn on
        </Button>
      </Stack>
    </form>
  );
}

/** Sets up an authenticator app: its key, a first code of it, and then the recovery codes. */
export function SetUpSecondFactor({ account, onDone }: { account: Account; onDone: () => void }) {
  const [codes, setCodes] = useState<string[]>();
  // Each key takes the place of the last one, so a look at another window must not fetch again.
  const key = useQuery({
    queryKey: queryKeys.newKey(),
    queryFn: makeKey,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    enabled: codes === undefined,
  });
  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <QueryView query={key}>
      {(newKey) => <KeyForm account={account} newKey={newKey} onTurnedOn={setCodes} />}
    </QueryView>
  );
}
