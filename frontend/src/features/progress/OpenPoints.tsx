import { Alert, Group, Text } from "@mantine/core";

import type { Project } from "@/api/types";
import { LinkButton } from "@/components/LinkButton";

/** What a project that has begun still leaves open. */
export function OpenPoints({ project }: { project: Project }) {
  if (project.guideline_version !== null) return null;
  return (
    <Alert color="amber" title="The guidelines are still a draft">
      <Group justify="space-between" gap="md">
        <Text size="sm" flex="1 1 20rem">
          Annotators read the draft that every project starts with. Adapt it or accept it, so that
          annotations say which version they were made with.
        </Text>
        <LinkButton to="guidelines" size="xs" variant="default">
          Open the draft
        </LinkButton>
      </Group>
    </Alert>
  );
}
