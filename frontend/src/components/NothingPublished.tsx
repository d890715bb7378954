import { Center } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";

import { LinkButton } from "./LinkButton";
import { EmptyState } from "./states";

/** In place of a leaderboard that not everybody may read. */
export function NothingPublished() {
  return (
    <Center component="main" mih="100dvh">
      <EmptyState
        order={1}
        icon={IconLock}
        title="No leaderboard is published here"
        action={
          <LinkButton to="/sign-in" variant="default" mt="xs">
            Sign in
          </LinkButton>
        }
      >
        If you take part in the project, sign in.
      </EmptyState>
    </Center>
  );
}
