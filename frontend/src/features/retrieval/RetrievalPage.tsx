import { Stack, Text } from "@mantine/core";

import type { Retrieval } from "@/api/retrieval";
import { useProject } from "@/api/useProject";
import { JobSection } from "@/components/JobSection";
import { LinkButton } from "@/components/LinkButton";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { EncoderForm } from "./EncoderForm";
import { EncoderMenu } from "./EncoderMenu";
import { Encoders } from "./Encoders";
import { useRetrieval } from "./useRetrieval";

/** The way to the questions of the table, for leads who may read them. */
function MissedQuestions({ slug, found }: { readonly slug: string; readonly found: Retrieval }) {
  const asked = found.benchmarks.find(({ id }) => id === found.benchmark);
  if (asked?.can_read_questions !== true) return null;
  return (
    <LinkButton
      to={`/projects/${slug}/leaderboard/retrieval/${asked.id}/questions`}
      variant="default"
      style={{ alignSelf: "flex-start" }}
    >
      Questions that every encoder misses
    </LinkButton>
  );
}

/** How well encoders find the sentences that answer questions, for leads and experts. */
export default function RetrievalPage() {
  const { slug, title, role } = useProject();
  useDocumentTitle("Retrieval", title);
  const { retrieval, ...choices } = useRetrieval(slug);
  const isLead = role === "lead";
  return (
    <>
      <PageHeader
        title="Retrieval"
        actions={
          <LinkButton to={`/projects/${slug}/leaderboard`} variant="default">
            Leaderboard
          </LinkButton>
        }
      >
        How well encoders find the sentence that answers a question among all sentences, as in the
        ReQA benchmark.
      </PageHeader>
      <QueryView query={retrieval}>
        {(found) => (
          <Stack gap="xl">
            <Encoders
              found={found}
              {...choices}
              {...(isLead && {
                actions: (row) => (
                  <EncoderMenu
                    slug={slug}
                    row={row}
                    onDeleted={() => {
                      // The address must not ask for what is no longer there.
                      if (found.encoders.length === 1) choices.onBenchmark("");
                      else if (found.against === row.id) choices.onAgainst("");
                    }}
                  />
                ),
              })}
            >
              <MissedQuestions slug={slug} found={found} />
            </Encoders>
            {isLead && (
              <>
                <EncoderForm slug={slug} found={found} />
                <JobSection
                  title="Rankings"
                  slug={slug}
                  kinds={["score_retrieval"]}
                  titleOf={({ filename }) => filename}
                  empty="No rankings yet."
                />
              </>
            )}
            {!isLead && (
              <Text size="sm" c="dimmed">
                Only the project’s leads can start a ranking.
              </Text>
            )}
          </Stack>
        )}
      </QueryView>
    </>
  );
}
