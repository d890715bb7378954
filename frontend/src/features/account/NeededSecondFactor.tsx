import { Anchor, Card } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";

import { accountQuery } from "@/api/account";
import { queryKeys } from "@/api/queryKeys";
import { signOut } from "@/api/signIn";
import { EntryPage } from "@/components/EntryPage";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useLeave } from "@/components/useLeave";

import { SetUpSecondFactor } from "./SetUpSecondFactor";

/** Comes before everything else on a site that requires a second factor. */
export default function NeededSecondFactor() {
  useDocumentTitle("Second factor");
  const queryClient = useQueryClient();
  const account = useQuery(accountQuery());
  const leave = useLeave(signOut);
  return (
    <EntryPage
      title="Set up your second factor"
      about="This site also asks for a code from an app on your phone when you sign in."
    >
      <Card padding="xl">
        <QueryView query={account}>
          {(found) => (
            <SetUpSecondFactor
              account={found}
              onDone={() => {
                void queryClient.invalidateQueries({ queryKey: queryKeys.me() });
              }}
            />
          )}
        </QueryView>
      </Card>
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="center"
        disabled={leave.isPending}
        onClick={() => leave.mutate()}
      >
        Sign out
      </Anchor>
    </EntryPage>
  );
}
