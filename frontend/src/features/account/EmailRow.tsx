import { Alert, Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";

import type { Account } from "@/api/account";

import { EmailDialog } from "./EmailDialog";

function describeAddress({ email, mail_is_set_up: hasMail }: Account): string {
  if (email !== "") return email;
  return hasMail ? "None yet. Without one, you can’t reset a forgotten password." : "None yet.";
}

/** The e-mail address, the one that waits to be confirmed, and the way to another one. */
export function EmailRow({ account }: { account: Account }) {
  const [opened, dialog] = useDisclosure(false);
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0}>
          <Text size="sm" fw={500}>
            E-mail address
          </Text>
          <Group gap="xs">
            <Text size="sm" c={account.email === "" ? "dimmed" : undefined}>
              {describeAddress(account)}
            </Text>
            {account.email_is_confirmed && <Badge>Confirmed</Badge>}
          </Group>
        </Stack>
        <Button variant="light" onClick={dialog.open}>
          {account.email === "" ? "Add an address" : "Change address"}
        </Button>
      </Group>
      {account.mail_is_set_up && account.email !== "" && !account.email_is_confirmed && (
        <Alert color="amber" role="status">
          This address is not confirmed, so you can’t reset your password with it. Open the link in
          our e-mail. To get it again, enter the same address under “Change address”.
        </Alert>
      )}
      {account.pending_email !== "" && (
        <Alert color="amber" role="status">
          We sent an e-mail to <strong>{account.pending_email}</strong>. Your address changes when
          you open the link in it, within three days.
        </Alert>
      )}
      <EmailDialog account={account} opened={opened} onClose={dialog.close} />
    </Stack>
  );
}
