import { Alert, Button, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";

import { describeError } from "@/api/errors";
import { findProvider } from "@/api/singleSignOn";

/** Leads to the provider of single sign-on, who sends one back to `next`. */
export function SingleSignOnButton({
  name,
  next,
  invitation = "",
  verb = "Sign in",
}: {
  name: string;
  next: string;
  invitation?: string;
  verb?: "Sign in" | "Join";
}) {
  const leave = useMutation({
    mutationFn: () => findProvider(next, invitation),
    meta: { silent: true },
    onSuccess: (address) => {
      window.location.assign(address);
    },
  });
  return (
    <Stack gap="md">
      {leave.isError && (
        <Alert color="brick" role="alert">
          {describeError(leave.error)}
        </Alert>
      )}
      <Button
        variant="default"
        fullWidth
        // It stays so until the page is gone.
        loading={leave.isPending || leave.isSuccess}
        onClick={() => leave.mutate()}
      >
        {verb} with {name}
      </Button>
    </Stack>
  );
}
