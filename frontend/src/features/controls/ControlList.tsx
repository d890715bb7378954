import { Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { type Control, controlsQuery, unmarkControl } from "@/api/controls";
import { queryKeys } from "@/api/queryKeys";
import { ControlAgreement } from "@/components/ControlAgreement";
import { QueryView } from "@/components/QueryView";
import { RelativeTime } from "@/components/RelativeTime";

import { MarkDialog } from "./MarkDialog";
import { QuestionTable } from "./QuestionTable";

/** The examples that are controls, with what was answered. */
export function ControlList({ slug }: { slug: string }) {
  const controls = useQuery(controlsQuery(slug));
  const [marking, setMarking] = useState(false);
  return (
    <section aria-labelledby="controls">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3" id="controls">
          Controls
        </Title>
        <Button onClick={() => setMarking(true)}>Mark decided examples</Button>
      </Group>
      <QueryView query={controls}>
        {({ results, count }) =>
          results.length === 0 ? (
            <Text c="dimmed">
              No example is a control yet. Decide on answers under{" "}
              <Anchor component={Link} underline="always" to={`/projects/${slug}/disagreements`}>
                Disagreements
              </Anchor>
              , then mark some of these examples. Ten or more keep annotators from running out.
            </Text>
          ) : (
            <Stack gap="xs">
              <Controls slug={slug} controls={results} />
              {count > results.length && (
                <Text size="sm" c="dimmed">
                  These are the newest {results.length} of {count}.
                </Text>
              )}
            </Stack>
          )
        }
      </QueryView>
      <MarkDialog slug={slug} opened={marking} onClose={() => setMarking(false)} />
    </section>
  );
}

function Controls({ slug, controls }: { slug: string; controls: readonly Control[] }) {
  const queryClient = useQueryClient();
  const unmark = useMutation({
    mutationFn: (id: number) => unmarkControl(slug, id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.controls(slug) }),
  });
  return (
    <QuestionTable
      label="Controls"
      columns={[
        {
          header: "Question",
          render: ({ example, question }) => (
            <Anchor component={Link} to={`/projects/${slug}/disagreements/${example}`}>
              {question}
            </Anchor>
          ),
        },
        {
          header: "Same answer",
          render: ({ result }) => <ControlAgreement result={result} of="answer" />,
        },
        { header: "Marked", render: ({ marked_at: at }) => <RelativeTime at={at} /> },
      ]}
      rows={controls}
      rowKey={({ example }) => example}
      action="Unmark"
      nameOf={({ question }) => question}
      onAct={({ example }) => unmark.mutate(example)}
    />
  );
}
