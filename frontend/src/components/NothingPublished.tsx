import { Center } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";

import { LinkButton } from "./LinkButton";
import { EmptyState } from "./states";

/** In place of a page that not everybody may read. */
export function NothingPublished({ what = "leaderboard" }: { readonly what?: string }) {
  return (
    <Center component="main" mih="100dvh">
      <EmptyState
        order={1}
        icon={IconLock}
        title={`No ${what} is published here`}
        action={
          <LinkButton to="/sign-in" variant="default" mt="xs">
            Sign in
          </LinkButton>
        }
      >
        If you take part, sign in.
      </EmptyState>
    </Center>
  );
}
