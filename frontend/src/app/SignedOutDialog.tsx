import { Button, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect, useState } from "react";

import { queryKeys } from "@/api/queryKeys";
import type { Me } from "@/api/types";
import { LateModal } from "@/components/late";

interface FormProps {
  readonly onSignedIn: (me: Me) => void;
}

/** In place of a form whose code the server has no more. */
function LoadAgain() {
  return (
    <>
      <Text size="sm" mb="md">
        Plumbline was probably updated while this page was open. Load it again to sign in; your
        draft is kept in this browser.
      </Text>
      <Button fullWidth onClick={() => window.location.reload()}>
        Load it again
      </Button>
    </>
  );
}

/** Asks for the password again over whatever is on screen, which stays as it is. */
export function SignedOutDialog({
  opened,
  onSignedIn,
}: {
  opened: boolean;
  onSignedIn: () => void;
}) {
  const queryClient = useQueryClient();
  /** The form, whose code is fetched when somebody was signed out. */
  const [Form, setForm] = useState<ComponentType<FormProps> | null>(null);
  useEffect(() => {
    if (!opened) return;
    import("@/features/session/SignInForm").then(
      ({ SignInForm }) => setForm(() => SignInForm),
      () => setForm(() => LoadAgain),
    );
  }, [opened]);

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
      // With the form in it, whose first field takes the focus.
      opened={opened && Form !== null}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="You were signed out"
    >
      {Form !== LoadAgain && (
        <Text c="dimmed" size="sm" mb="md">
          Sign in again and go on where you were; this page stays as it is.
        </Text>
      )}
      {opened && Form !== null && <Form onSignedIn={resume} />}
    </LateModal>
  );
}
