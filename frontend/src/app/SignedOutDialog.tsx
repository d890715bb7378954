import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";

import { queryKeys } from "@/api/queryKeys";
import type { Me } from "@/api/types";
import { LateModal } from "@/components/late";
import { SignInForm } from "@/features/session/SignInForm";

/** Asks for the password again over whatever is on screen, which stays as it is. */
export function SignedOutDialog({
  opened,
  onSignedIn,
}: {
  opened: boolean;
  onSignedIn: () => void;
}) {
  const queryClient = useQueryClient();

  function resume(me: Me): void {
    const before = queryClient.getQueryData<Me>(queryKeys.me());
    if (before !== undefined && before.username !== me.username) {
      // Nothing of the one person may stay on screen for the other.
      window.location.assign("/");
      return;
    }
    queryClient.setQueryData(queryKeys.me(), me);
    void queryClient.invalidateQueries();
    onSignedIn();
  }

  return (
    <LateModal
      opened={opened}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="You were signed out"
    >
      <Text c="dimmed" size="sm" mb="md">
        Sign in again and go on where you were; this page stays as it is.
      </Text>
      {opened && <SignInForm onSignedIn={resume} />}
    </LateModal>
  );
}
