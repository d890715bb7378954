import { Box, Stack, Text, Title } from "@mantine/core";
import { useParams } from "react-router";

import { ApiError } from "@/api/errors";
import { LinkButton } from "@/components/LinkButton";
import { Logo } from "@/components/Logo";
import { NothingPublished } from "@/components/NothingPublished";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { Board } from "./Board";
import { useBoard } from "./useBoard";

/** A published leaderboard, for everybody, without an account. */
export default function PublicLeaderboardPage() {
  const { slug = "" } = useParams();
  const { board, ...choices } = useBoard(slug);
  useDocumentTitle("Leaderboard", board.data?.title);
  if (board.error instanceof ApiError && board.error.status === 401) {
    return <NothingPublished />;
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
            {found.has_encoders && (
              <LinkButton
                to={`/leaderboards/${slug}/retrieval`}
                variant="default"
                style={{ alignSelf: "flex-start" }}
              >
                Retrieval
              </LinkButton>
            )}
            <Board board={found} {...choices} />
          </Stack>
        )}
      </QueryView>
    </Box>
  );
}
