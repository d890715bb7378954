import { Badge, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";

import {
  type LoggedQuery,
  type QueryStep,
  QUERIES_PER_PAGE,
  decideQuery,
  loggedQueriesQuery,
  queryLogsKey,
} from "@/api/queryLogs";
import { count } from "@/components/format";
import { Pages } from "@/components/Pages";
import { placeAround } from "@/components/placeAround";
import { QueryView } from "@/components/QueryView";
import { useStepBack } from "@/components/useStepBack";

import { STEPS } from "./steps";

/** The queries of one step, in pages, each with why it ended here and a lead's two choices. */
export function StepQueries({ slug, step }: { slug: string; step: QueryStep }) {
  const [page, setPage] = useState(1);
  const query = useQuery(loggedQueriesQuery(slug, step, page));
  useStepBack(query, page, setPage);
  const id = useId();
  return (
    <section aria-labelledby={id} tabIndex={-1}>
      <Title order={2} size="h3" id={id}>
        {STEPS[step].title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {STEPS[step].what}
      </Text>
      <QueryView query={query}>
        {({ results, count: total }) => (
          <Stack gap="sm">
            {results.map((each) => (
              <QueryCard key={each.id} slug={slug} query={each} />
            ))}
            <Pages
              size="sm"
              value={page}
              onChange={setPage}
              count={total}
              perPage={QUERIES_PER_PAGE}
            />
          </Stack>
        )}
      </QueryView>
    </section>
  );
}

function QueryCard({ slug, query }: { slug: string; query: LoggedQuery }) {
  const queryClient = useQueryClient();
  const decide = useMutation({
    mutationFn: (keep: boolean) => decideQuery(slug, query.id, keep),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryLogsKey(slug) }),
  });
  const choose = (button: HTMLElement, keep: boolean) => {
    // The query leaves this step with its buttons.
    placeAround(button)?.focus();
    decide.mutate(keep);
  };
  const others = query.other_wordings.length;
  return (
    <Card component="article" padding="md">
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={4} flex="1 1 260px" miw={0}>
          <Text fw={550} dir="auto" style={{ overflowWrap: "anywhere" }}>
            {query.text}
          </Text>
          <Text size="sm">{query.reason}</Text>
          {query.flags.length > 0 && query.step !== "flagged" && (
            <Group gap={6}>
              {query.flags.map((flag) => (
                <Badge key={flag} color="amber" variant="light" tt="none">
                  {flag}
                </Badge>
              ))}
            </Group>
          )}
          <Text size="xs" c="dimmed">
            Issued {count(query.count, "time")}
            {query.users !== null && ` by ${count(query.users, "person", "people")}`}
            {others > 0 && `, in ${count(others, "other wording")} too`}.
          </Text>
        </Stack>
        <Group gap="xs">
          {query.step !== "kept" && query.step !== "example" && (
            <Button
              size="xs"
              variant="default"
              loading={decide.isPending}
              onClick={(event) => choose(event.currentTarget, true)}
            >
              Keep
            </Button>
          )}
          {(query.step === "kept" || query.step === "flagged") && (
            <Button
              size="xs"
              variant="default"
              loading={decide.isPending}
              onClick={(event) => choose(event.currentTarget, false)}
            >
              Leave out
            </Button>
          )}
        </Group>
      </Group>
    </Card>
  );
}
