import { Alert, Group, Text } from "@mantine/core";

import type { Project, ProjectProgress } from "@/api/types";
import { count } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";

/** What a project that has begun still leaves open. */
export function OpenPoints(props: { project: Project; progress: ProjectProgress }) {
  return (
    <>
      {props.project.guideline_version === null && <DraftNotice />}
      <ClausesNotice examples={props.progress.examples_with_clauses} />
    </>
  );
}

function DraftNotice() {
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

/** Says that words can't be marked in some of the pages. */
export function ClausesNotice({ examples }: { examples: number }) {
  if (examples === 0) return null;
  return (
    <Alert color="amber" title="Some pages have clauses in place of words">
      <Text size="sm">
        {count(examples, "example")} {examples === 1 ? "was" : "were"} imported on pages in a script
        without spaces between words. A token is a whole clause there, so annotators can’t mark a
        short answer inside one, such as a year.
      </Text>
    </Alert>
  );
}
