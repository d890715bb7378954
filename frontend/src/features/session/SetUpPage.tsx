import { Card, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";

import { describeError } from "@/api/errors";
import { createFirstAccount, setUpLinkQuery } from "@/api/firstAccount";
import { queryKeys } from "@/api/queryKeys";
import type { NewAccount } from "@/api/types";
import { EntryPage } from "@/components/EntryPage";
import { LinkButton } from "@/components/LinkButton";
import { NewAccountForm } from "@/components/NewAccountForm";
import { LoadingState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";

function FirstAccount({ secret }: { secret: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const creation = useMutation({
    mutationFn: (account: NewAccount) => createFirstAccount(secret, account),
    meta: { silent: true },
    onSuccess: (me) => {
      queryClient.clear();
      queryClient.setQueryData(queryKeys.me(), me);
      void navigate("/", { replace: true });
    },
  });
  return (
    <NewAccountForm
      verb="Create account and sign in"
      error={creation.error}
      isPending={creation.isPending}
      onSubmit={creation.mutate}
    />
  );
}

/** Where the link leads that the server prints while nobody has an account. */
export default function SetUpPage() {
  useDocumentTitle("Set up");
  const { secret = "" } = useParams();
  const link = useQuery(setUpLinkQuery(secret));
  return (
    <EntryPage
      title="Set up this site"
      about="Create the first account. It is the administrator's and can open every project."
    >
      <Card padding="xl">
        {link.isPending && <LoadingState />}
        {link.isError && (
          <Stack gap="md" role="alert">
            <Text>{describeError(link.error)}</Text>
            <LinkButton to="/sign-in" variant="light">
              Sign in
            </LinkButton>
          </Stack>
        )}
        {link.isSuccess && <FirstAccount secret={secret} />}
      </Card>
    </EntryPage>
  );
}
