import { Box, Stack, Text, Title } from "@mantine/core";
import { useParams } from "react-router";

import { ApiError } from "@/api/errors";
import { LinkButton } from "@/components/LinkButton";
import { Logo } from "@/components/Logo";
import { NothingPublished } from "@/components/NothingPublished";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { Encoders } from "./Encoders";
import { useRetrieval } from "./useRetrieval";

/** Encoders on a published leaderboard, for everybody, without an account. */
export default function PublicRetrievalPage() {
  const { slug = "" } = useParams();
  const { retrieval, ...choices } = useRetrieval(slug);
  useDocumentTitle("Retrieval", retrieval.data?.title);
  if (retrieval.error instanceof ApiError && retrieval.error.status === 401) {
    return <NothingPublished />;
  }
  return (
    <Box component="main" p={{ base: "md", sm: "xl" }} maw={1400} mx="auto">
      <QueryView query={retrieval} errorOrder={1}>
        {(found) => (
          <Stack gap="lg">
            <Stack gap={4}>
              <Logo size={28} />
              <Title order={1}>{found.title}</Title>
              <Text c="dimmed">Retrieval</Text>
            </Stack>
            <LinkButton
              to={`/leaderboards/${slug}`}
              variant="default"
              style={{ alignSelf: "flex-start" }}
            >
              Leaderboard
            </LinkButton>
            <Encoders found={found} {...choices} />
          </Stack>
        )}
      </QueryView>
    </Box>
  );
}
