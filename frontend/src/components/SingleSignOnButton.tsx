import { Button, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";

import { findProvider } from "@/api/singleSignOn";
import { ErrorAlert } from "@/components/ErrorAlert";

/** Leads to the provider of single sign-on, which leads back to `next`. */
export function SingleSignOnButton({
  name,
  next,
  invitation = "",
  verb = "Sign in",
}: {
  name: string;
  next: string;
  invitation?: string;
  verb?: "Sign in" | "Sign up" | "Join";
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
      <ErrorAlert error={leave.error} />
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
