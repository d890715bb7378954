import { Center, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

import { Logo } from "./Logo";

/**
 * A page for people who are not signed in: the mark, and a card in the middle. The page's heading
 * is its `tagline`, or a `title` with a sentence under it.
 */
export function EntryPage({
  tagline,
  title,
  about,
  children,
}: {
  tagline?: string;
  title?: string;
  about?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Center component="main" mih="100dvh" p="lg">
      <Stack gap="xl" w="100%" maw={400}>
        <Stack gap={6} align="center">
          <Logo size={36} />
          {tagline !== undefined && (
            <Title order={1} size="h3" fw={400} c="dimmed">
              {tagline}
            </Title>
          )}
          {title !== undefined && (
            <Title order={1} size="h2" ta="center" mt="xs">
              {title}
            </Title>
          )}
          {about !== undefined && (
            <Text c="dimmed" ta="center" component="div">
              {about}
            </Text>
          )}
        </Stack>
        {children}
      </Stack>
    </Center>
  );
}
