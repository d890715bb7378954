import { Button, Group, Stack, Switch, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";

import { type Account, changeDailyMail, changeDisplayName, changeReview } from "@/api/account";
import { queryKeys } from "@/api/queryKeys";
import { ErrorAlert } from "@/components/ErrorAlert";
import { notifyDone } from "@/components/notify";

import { AccountSection } from "./AccountSection";
import { EmailRow } from "./EmailRow";

function NameForm({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const [name, setName] = useState(account.display_name);
  const save = useMutation({
    mutationFn: changeDisplayName,
    meta: { silent: true },
    onSuccess: async (changed) => {
      queryClient.setQueryData(queryKeys.account(), changed);
      await queryClient.invalidateQueries({ queryKey: queryKeys.me() });
      notifyDone("Saved.");
    },
  });

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    save.mutate(name.trim());
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <ErrorAlert error={save.error} />
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Display name"
            description="Leads see this name; experts see a pseudonym."
            autoComplete="name"
            placeholder={account.username}
            maxLength={150}
            flex={1}
            miw={240}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="light"
            loading={save.isPending}
            disabled={name.trim() === account.display_name}
          >
            Save name
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Whether an answer is seen once more before it is submitted, in every project. */
function ReviewSwitch({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: changeReview,
    onSuccess: async (changed) => {
      queryClient.setQueryData(queryKeys.account(), changed);
      await queryClient.invalidateQueries({ queryKey: queryKeys.me() });
    },
  });
  return (
    <Switch
      label="Review each answer before submitting it"
      description="If off, your last decision submits an answer to Natural Questions, unless the project asks for a review. You can take it back for a minute."
      checked={save.isPending ? save.variables : account.reviews_answers}
      disabled={save.isPending}
      onChange={(event) => save.mutate(event.currentTarget.checked)}
    />
  );
}

/** Whether a mail a day says what waits in one's projects. */
function DailyMailSwitch({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: changeDailyMail,
    onSuccess: (changed) => queryClient.setQueryData(queryKeys.account(), changed),
  });
  return (
    <Switch
      label="A mail in the morning if something waits for me"
      description={
        account.email_is_confirmed
          ? "At most one a day, for all projects together."
          : "It goes to a confirmed e-mail address alone."
      }
      checked={save.isPending ? save.variables : account.gets_daily_mail}
      disabled={save.isPending}
      onChange={(event) => save.mutate(event.currentTarget.checked)}
    />
  );
}

export function ProfileSection({ account }: { account: Account }) {
  return (
    <AccountSection
      title="Profile"
      about={
        <>
          You sign in as <strong>{account.username}</strong>
          {account.email !== "" && " or with your e-mail address"}.
        </>
      }
    >
      <NameForm account={account} />
      <EmailRow account={account} />
      <ReviewSwitch account={account} />
      {account.mail_is_set_up && <DailyMailSwitch account={account} />}
    </AccountSection>
  );
}
