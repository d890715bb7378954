import { Alert, Button, Card, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useParams } from "react-router";

import { describeError, fieldErrors } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import { confirmEmail } from "@/api/signIn";
import { EntryPage } from "@/components/EntryPage";
import { LinkButton } from "@/components/LinkButton";
import { useDocumentTitle } from "@/components/useDocumentTitle";

function readRefusal(error: unknown): string {
  return fieldErrors(error).key ?? describeError(error);
}

/** Where the link in the mail leads that confirms an address. A click confirms, not a visit: mail
 * programs visit links to look at them. */
export default function ConfirmEmailPage() {
  useDocumentTitle("Confirm your address");
  const { key = "" } = useParams();
  const queryClient = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => confirmEmail(key),
    meta: { silent: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.account() }),
  });
  return (
    <EntryPage title="Confirm your e-mail address">
      <Card padding="xl">
        {confirm.isSuccess ? (
          <Stack gap="md" role="status">
            <Text>Thank you. We’ll use this address for your account from now on.</Text>
            <LinkButton to="/account" variant="light">
              Go to my account
            </LinkButton>
          </Stack>
        ) : (
          <Stack gap="md">
            {confirm.isError && (
              <Alert color="brick" role="alert">
                {readRefusal(confirm.error)}
              </Alert>
            )}
            <Text>Click to confirm that this address is yours.</Text>
            <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
              Confirm the address
            </Button>
          </Stack>
        )}
      </Card>
    </EntryPage>
  );
}
