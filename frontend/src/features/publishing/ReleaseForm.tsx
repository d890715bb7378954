import { Alert, Card, Checkbox, List, Stack, Text, Textarea, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";

import { exportFormatsQuery } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import { type ReleasePreview, startRelease } from "@/api/releases";
import type { Project } from "@/api/types";
import { Form } from "@/components/Form";
import { count } from "@/components/format";
import { RelativeTime } from "@/components/RelativeTime";

/** What is in no export format. */
const OWN_TITLES: Readonly<Record<string, string>> = {
  labels: "Every label, with earlier versions and late ones",
  gold: "Decisions: who decided, and the posteriors",
  judgments: "Judgments: the votes and consensus of finished rounds",
  comparisons: "Comparisons of finished studies",
  suggestions: "Suggestions: what was shown to whom, and what they did",
};

interface ReleaseFormProps {
  readonly project: Project;
  readonly preview: ReleasePreview;
  readonly simulated: boolean;
  readonly onSimulated: (simulated: boolean) => void;
}

/** What goes into the next release and what stays out, and the button that makes it. */
export function ReleaseForm({ project, preview, simulated, onSimulated }: ReleaseFormProps) {
  const heading = useId();
  const queryClient = useQueryClient();
  const formats = useQuery(exportFormatsQuery(project.slug));
  const [without, setWithout] = useState<readonly string[]>([]);
  const [allowed, setAllowed] = useState("");
  const chosen = preview.configurations.filter((name) => !without.includes(name));
  const titleOf = (name: string) =>
    OWN_TITLES[name] ?? formats.data?.find((format) => format.name === name)?.title ?? name;
  const start = useMutation({
    mutationFn: () =>
      startRelease(project.slug, {
        configurations: chosen,
        simulated,
        allowed: allowed
          .split("\n")
          .map((line) => line.trim())
          .filter(Boolean),
      }),
    meta: { silent: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.jobs(project.slug) }),
  });
  return (
    <Card component="section" padding="xl" aria-labelledby={heading}>
      <Title order={2} size="h3" mb={4} id={heading}>
        Version {preview.version}
      </Title>
      <Text size="sm" c="dimmed" mb="lg">
        {count(preview.examples, "example")}, {count(preview.annotations, "annotation")} that count.{" "}
        {preview.statistics_at === null ? (
          "No statistics yet: compute them first, or the card has no figures."
        ) : (
          <>
            Statistics from <RelativeTime at={preview.statistics_at} />.
          </>
        )}
      </Text>
      <Form
        sending={start}
        onSubmit={() => start.mutate()}
        action="Make the data set"
        canSubmit={chosen.length > 0}
      >
        <Checkbox.Group
          label="Files"
          value={chosen}
          onChange={(names) =>
            setWithout(preview.configurations.filter((name) => !names.includes(name)))
          }
        >
          <Stack gap="xs" mt="xs">
            {preview.configurations.map((name) => (
              <Checkbox key={name} value={name} label={titleOf(name)} />
            ))}
          </Stack>
        </Checkbox.Group>
        {preview.simulated > 0 && (
          <Checkbox
            label={`Include ${count(preview.simulated, "simulated annotation")}`}
            description="No person made them. The card says that they are in it."
            checked={simulated}
            onChange={({ currentTarget: { checked } }) => onSimulated(checked)}
          />
        )}
        <section aria-labelledby={`${heading}-left-out`}>
          <Text size="sm" fw={500} id={`${heading}-left-out`}>
            Left out
          </Text>
          <List size="sm" c="dimmed">
            {preview.left_out.map((each) => (
              <List.Item key={each}>{each}</List.Item>
            ))}
          </List>
        </section>
        <Textarea
          label="Texts that may stay"
          description="If the last attempt stopped at texts that look like names or addresses: those that may be published, one on each line."
          autosize
          value={allowed}
          onChange={(event) => setAllowed(event.currentTarget.value)}
        />
        {preview.no_parquet !== "" && (
          <Alert color="gray" title="Without Parquet files">
            {preview.no_parquet}
          </Alert>
        )}
        {preview.is_released && (
          <Alert color="gray" title={`Version ${preview.version} was made before`}>
            If you have published it, save a new version in the card first.
          </Alert>
        )}
      </Form>
    </Card>
  );
}
