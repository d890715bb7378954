import { Alert, Button, Card, Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { useNavigate, useParams } from "react-router";

import { describeError, fieldErrors } from "@/api/errors";
import { readPasswordReset, resetPassword } from "@/api/signIn";
import { EntryPage } from "@/components/EntryPage";
import { LinkButton } from "@/components/LinkButton";
import { NewPasswordInput } from "@/components/NewPasswordInput";
import { notifyDone } from "@/components/notify";
import { LoadingState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";

function ResetForm({ resetKey, username }: { resetKey: string; username: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [password, setPassword] = useState("");
  const reset = useMutation({
    mutationFn: () => resetPassword({ key: resetKey, password }),
    meta: { silent: true },
    onSuccess: () => {
      queryClient.clear();
      notifyDone("Your password has been changed.");
      // That page asks for a code if the account has a second factor.
      void navigate("/sign-in?resume=1", { replace: true });
    },
  });
  const errors = fieldErrors(reset.error);

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    reset.mutate();
  }

  return (
    <form onSubmit={submit}>
      {/* Password managers store the new password under this name. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Stack gap="md">
        {reset.isError && errors.password === undefined && (
          <Alert color="brick" role="alert">
            {errors.key ?? describeError(reset.error)}
          </Alert>
        )}
        <NewPasswordInput
          value={password}
          names={[username]}
          error={errors.password}
          onChange={setPassword}
        />
        <Button type="submit" loading={reset.isPending} fullWidth>
          Change password and sign in
        </Button>
      </Stack>
    </form>
  );
}

function DeadLink({ error }: { error: unknown }) {
  return (
    <Stack gap="md" role="alert">
      {fieldErrors(error).key ?? describeError(error)}
      <LinkButton to="/forgot-password" variant="light">
        Ask for a new link
      </LinkButton>
    </Stack>
  );
}

/** Where the link in the mail leads: a new password, once. */
export default function ResetPasswordPage() {
  useDocumentTitle("New password");
  const { key = "" } = useParams();
  const reset = useQuery({
    queryKey: ["password-reset", key],
    queryFn: () => readPasswordReset(key),
    staleTime: Infinity,
  });
  return (
    <EntryPage
      title="Choose a new password"
      about={reset.data && `For the account ${reset.data.username}`}
    >
      <Card padding="xl">
        {reset.isPending && <LoadingState />}
        {reset.isError && <DeadLink error={reset.error} />}
        {reset.data && <ResetForm resetKey={key} username={reset.data.username} />}
      </Card>
    </EntryPage>
  );
}
