import { Alert, Group, Text } from "@mantine/core";

import type { Project, ProjectProgress } from "@/api/types";
import { count } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";

/** What a project that has begun still leaves open. */
export function OpenPoints(props: { project: Project; progress: ProjectProgress }) {
  return (
    <>
      {props.project.guideline_version === null && <DraftNotice />}
      <OutOfReachNotice reach={props.progress.out_of_reach} />
      <ClausesNotice examples={props.progress.examples_with_clauses} />
    </>
  );
}

/** Says that the project can't end with the people that it has. */
export function OutOfReachNotice({ reach }: { reach: ProjectProgress["out_of_reach"] }) {
  const { annotations, examples, annotators, missing } = reach;
  if (annotations === 0) return null;
  return (
    <Alert color="amber" title="This project can’t be finished with its annotators">
      <Group justify="space-between" gap="md">
        <Text size="sm" flex="1 1 20rem">
          Nobody answers a question twice, so {count(annotations, "annotation")} of{" "}
          {count(examples, "example")} can’t be made by the {count(annotators, "active annotator")}.
          Add {count(missing, "annotator")}, or ask for fewer annotations per example.
        </Text>
        <Group gap="xs">
          <LinkButton to="members" size="xs" variant="default">
            Members
          </LinkButton>
          <LinkButton to="settings" size="xs" variant="default">
            Settings
          </LinkButton>
        </Group>
      </Group>
    </Alert>
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
