import { Button, Card, Code, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { jobsOfKindsQuery } from "@/api/jobs";
import {
  type RefreshedPage,
  REFRESHED_PER_PAGE,
  askAgain,
  refreshedPagesQuery,
  refreshPages,
} from "@/api/pageRefreshes";
import { queryKeys } from "@/api/queryKeys";
import { count } from "@/components/format";
import { JobList } from "@/components/JobList";
import { notifyDone } from "@/components/notify";
import { Pages } from "@/components/Pages";
import { QueryView } from "@/components/QueryView";

const STATES: Record<RefreshedPage["state"], string> = {
  changed: "Changed",
  same: "The same",
  missing: "Missing",
  refused: "Can’t be used",
};

/** The jobs that look for them. */
const KINDS = ["refresh_pages"];

/** Looks for newer revisions of the project's pages, and shows what the latest look found. */
export default function NewerRevisions({ slug }: { slug: string }) {
  const queryClient = useQueryClient();
  const jobs = useQuery(jobsOfKindsQuery(slug, KINDS));
  const latest = jobs.data?.results.find(({ state }) => state === "succeeded");
  const look = useMutation({
    mutationFn: () => refreshPages(slug),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) }),
  });
  return (
    <section aria-labelledby="revisions">
      <Group justify="space-between" align="flex-end" mb="sm">
        <div>
          <Title order={2} size="h3" id="revisions">
            Newer revisions
          </Title>
          <Text size="sm" c="dimmed">
            See which pages have changed on Wikipedia, and whose answers are affected.
          </Text>
        </div>
        <Button variant="default" loading={look.isPending} onClick={() => look.mutate()}>
          Look for newer revisions
        </Button>
      </Group>
      <JobList
        slug={slug}
        kinds={KINDS}
        titleOf={() => "Newer revisions"}
        empty="You have not checked yet."
      />
      {latest !== undefined && <Found key={latest.id} slug={slug} id={latest.id} />}
    </section>
  );
}

function Found({ slug, id }: { slug: string; id: string }) {
  const queryClient = useQueryClient();
  const [page, setPage] = useState(1);
  const found = useQuery(refreshedPagesQuery(slug, id, page));
  const ask = useMutation({
    mutationFn: () => askAgain(slug, id),
    onSuccess: async () => {
      notifyDone("The affected questions are being imported with the new revisions.");
      await queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) });
    },
  });
  return (
    <QueryView query={found}>
      {({ results, count: total }) => (
        <Stack gap="sm" mt="sm">
          {results
            .filter(({ state }) => state !== "same")
            .map((each) => (
              <PageCard key={each.url} page={each} />
            ))}
          <Pages
            size="sm"
            value={page}
            onChange={setPage}
            count={total}
            perPage={REFRESHED_PER_PAGE}
          />
          <Group gap="sm">
            <Button loading={ask.isPending} onClick={() => ask.mutate()}>
              Ask affected questions again
            </Button>
            <Text size="sm" c="dimmed" flex="1 1 260px">
              Each is imported again with its new revision. Old answers stay on their old pages.
            </Text>
          </Group>
        </Stack>
      )}
    </QueryView>
  );
}

function PageCard({ page }: { page: RefreshedPage }) {
  const touched = page.examples.filter((example) => example.touched.length > 0);
  return (
    <Card component="article" padding="md">
      <Text fw={550} dir="auto">
        {page.title}
      </Text>
      <Text size="sm">
        {STATES[page.state]}.{page.reason !== "" && ` ${page.reason}`}
      </Text>
      {page.difference.length > 0 && (
        <details>
          <summary>What changed</summary>
          <Code block dir="auto" style={{ whiteSpace: "pre-wrap" }}>
            {page.difference.join("\n")}
          </Code>
          {page.more_lines > 0 && <Text size="sm">And {count(page.more_lines, "more line")}.</Text>}
        </details>
      )}
      {touched.map((example) => (
        <Text key={example.example_id} size="sm" dir="auto">
          {example.question} ({example.touched.join(" and ")})
        </Text>
      ))}
    </Card>
  );
}
