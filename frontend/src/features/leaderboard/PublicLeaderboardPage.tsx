import { Box, Center, Stack, Text, Title } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useParams } from "react-router";

import { ApiError } from "@/api/errors";
import { LinkButton } from "@/components/LinkButton";
import { Logo } from "@/components/Logo";
import { QueryView } from "@/components/QueryView";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { Board } from "./Board";
import { useBoard } from "./useBoard";

/** A published leaderboard, for everybody, without an account. */
export default function PublicLeaderboardPage() {
  const { slug = "" } = useParams();
  const { board, ...choices } = useBoard(slug);
  useDocumentTitle("Leaderboard", board.data?.title);
  if (board.error instanceof ApiError && board.error.status === 401) {
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
  return (
    <Box component="main" p={{ base: "md", sm: "xl" }} maw={1400} mx="auto">
      <QueryView query={board} errorOrder={1}>
        {(found) => (
          <Stack gap="lg">
            <Stack gap={4}>
              <Logo size={28} />
              <Title order={1}>{found.title}</Title>
              <Text c="dimmed">Leaderboard</Text>
            </Stack>
            <Board board={found} {...choices} />
          </Stack>
        )}
      </QueryView>
    </Box>
  );
}
