import { Card, Group, List, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";

import { RELEASES_PER_PAGE, type ReleasedVersion, releasesQuery } from "@/api/releases";
import { count } from "@/components/format";
import { Pages } from "@/components/Pages";
import { QueryView } from "@/components/QueryView";
import { RelativeTime } from "@/components/RelativeTime";

/** The releases so far, with what each changed. */
export function ReleasedVersions({ slug }: { slug: string }) {
  const heading = useId();
  const [page, setPage] = useState(1);
  const releases = useQuery(releasesQuery(slug, page));
  return (
    <section aria-labelledby={heading}>
      <Title order={2} size="h3" mb="sm" id={heading}>
        Versions
      </Title>
      <QueryView query={releases}>
        {({ results, count: total }) =>
          total === 0 ? (
            <Text c="dimmed">No versions yet. Each later one says what changed.</Text>
          ) : (
            <Stack gap="sm">
              {results.map((each) => (
                <Version key={each.job} released={each} />
              ))}
              <Pages
                size="sm"
                value={page}
                onChange={setPage}
                count={total}
                perPage={RELEASES_PER_PAGE}
              />
            </Stack>
          )
        }
      </QueryView>
    </section>
  );
}

function Version({ released }: { released: ReleasedVersion }) {
  const { version, examples, annotations, changes } = released;
  return (
    <Card component="article" padding="md" aria-label={`Version ${version}`}>
      <Group gap="xs">
        <Text fw={550}>{version}</Text>
        <Text size="sm">
          {count(examples, "example")}, {count(annotations, "annotation")} that count
          {released.simulated && ", with simulated ones"}
        </Text>
        <Text size="xs" c="dimmed">
          <RelativeTime at={released.released_at} />
        </Text>
      </Group>
      {changes.length > 0 && (
        <List size="sm" mt="xs">
          {changes.map((each) => (
            <List.Item key={each}>{each}</List.Item>
          ))}
        </List>
      )}
    </Card>
  );
}
