import { Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";

import { type Leaderboard, publishLeaderboard } from "@/api/leaderboard";
import { queryKeys } from "@/api/queryKeys";
import { useProject } from "@/api/useProject";
import { formatDateTime } from "@/components/format";
import { JobSection } from "@/components/JobSection";
import { LinkButton } from "@/components/LinkButton";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useKind } from "@/kinds/useKind";

import { RunBaseline } from "./BaselineForm";
import { Board } from "./Board";
import { SystemMenu } from "./SystemMenu";
import { TrainSystem } from "./TrainingForm";
import { Trainings } from "./Trainings";
import { UploadForm } from "./UploadForm";
import { useBoard } from "./useBoard";

/** Whether everybody may read the leaderboard, where, and for leads the switch. */
function Publication({ board, isLead }: { board: Leaderboard; isLead: boolean }) {
  const { project: slug, published_at: at } = board;
  const queryClient = useQueryClient();
  const publish = useMutation({
    mutationFn: () => publishLeaderboard(slug, at === null),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) }),
  });
  return (
    <Alert color={at === null ? "gray" : "plumb"} role="status">
      <Group justify="space-between">
        <Text size="sm">
          {at === null ? (
            "Only leads and experts of the project see the leaderboard."
          ) : (
            <>
              Published {formatDateTime(at)}: everybody can read it at{" "}
              <Anchor component={Link} to={`/leaderboards/${slug}`} underline="always" inherit>
                {`${window.location.origin}/leaderboards/${slug}`}
              </Anchor>
              .
            </>
          )}
        </Text>
        {isLead && (
          <Button
            size="xs"
            variant="default"
            loading={publish.isPending}
            onClick={() => {
              publish.mutate();
            }}
          >
            {at === null ? "Publish" : "Unpublish"}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** A project's systems beside its people, for leads and experts. */
export default function LeaderboardPage() {
  const { slug, title, role, kind } = useProject();
  const { trainsSystems } = useKind(kind);
  useDocumentTitle("Leaderboard", title);
  const { board, ...choices } = useBoard(slug);
  const isLead = role === "lead";
  return (
    <>
      <PageHeader
        title="Leaderboard"
        actions={
          <LinkButton to={`/projects/${slug}/leaderboard/retrieval`} variant="default">
            Retrieval
          </LinkButton>
        }
      >
        Systems are scored against the project’s annotations and shown beside people.
      </PageHeader>
      <QueryView query={board}>
        {(found) => (
          <Stack gap="xl">
            <Publication board={found} isLead={isLead} />
            <Board
              board={found}
              {...choices}
              actions={(row) => (
                <SystemMenu
                  slug={slug}
                  row={row}
                  isLead={isLead}
                  results={
                    found.can_read_results
                      ? `/projects/${slug}/leaderboard/systems/${row.system}?split=${found.split ?? ""}`
                      : undefined
                  }
                  onDeleted={() => {
                    // The address must not ask for what is no longer there.
                    if (found.systems.length === 1) choices.onSplit("");
                    else if (found.against === row.system) choices.onAgainst("");
                  }}
                />
              )}
            />
            {isLead && (
              <>
                <Group>
                  <RunBaseline slug={slug} kind={kind} splits={found.available_splits} />
                  {trainsSystems && <TrainSystem slug={slug} />}
                </Group>
                <UploadForm
                  slug={slug}
                  kind={kind}
                  splits={found.available_splits}
                  readsAnswers={found.reads_answers}
                />
                <JobSection
                  title="Scoring runs"
                  slug={slug}
                  kinds={["score_system", "score_baseline"]}
                  titleOf={({ filename }) => filename || "Predictions"}
                  empty="No scoring runs yet."
                />
                {trainsSystems && <Trainings slug={slug} />}
              </>
            )}
          </Stack>
        )}
      </QueryView>
    </>
  );
}
