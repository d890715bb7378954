import { Anchor, Button, Card, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { Link } from "react-router";

import { requestPasswordReset } from "@/api/signIn";
import { EntryPage } from "@/components/EntryPage";
import { ErrorAlert } from "@/components/ErrorAlert";
import { readPageMeta } from "@/components/pageMeta";
import { useDocumentTitle } from "@/components/useDocumentTitle";

function Sent({ email }: { email: string }) {
  return (
    <Stack gap="sm" role="status">
      <Text>
        If an account has the address <strong>{email}</strong>, an e-mail with a link is on its way.
        It may take a few minutes.
      </Text>
      <Text size="sm" c="dimmed">
        No e-mail? Look in your spam folder. We write only to confirmed addresses. If you haven’t
        confirmed yours, ask the administrator of this site or a lead of your project.
      </Text>
    </Stack>
  );
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const [email, setEmail] = useState("");
  const request = useMutation({
    mutationFn: requestPasswordReset,
    meta: { silent: true },
    onSuccess: (_nothing, address) => {
      onSent(address);
    },
  });

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    request.mutate(email.trim());
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <ErrorAlert error={request.error} />
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="email"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={request.isPending} fullWidth>
          Send me a link
        </Button>
      </Stack>
    </form>
  );
}

function NoMail() {
  return (
    <Text>
      This site can&apos;t send mail. Ask the administrator or a lead of your project for a link to
      choose a new password.
    </Text>
  );
}

/** Asks for the mail with which a forgotten password is replaced. */
export default function ForgotPasswordPage() {
  useDocumentTitle("Forgotten password");
  const [sentTo, setSentTo] = useState<string>();
  const hasMail = readPageMeta("mail") === "1";
  return (
    <EntryPage
      title="Forgot your password?"
      about={hasMail ? "We’ll mail you a link to choose a new one." : undefined}
    >
      <Card padding="xl">
        {!hasMail && <NoMail />}
        {hasMail && sentTo === undefined && <RequestForm onSent={setSentTo} />}
        {hasMail && sentTo !== undefined && <Sent email={sentTo} />}
      </Card>
      <Anchor component={Link} to="/sign-in" size="sm" ta="center">
        Back to sign-in
      </Anchor>
    </EntryPage>
  );
}
