import { Anchor, Stack, Text } from "@mantine/core";
import { Link } from "react-router";

import type { Project } from "@/api/types";
import { SettingsCard } from "@/components/SettingsCard";

/** Why no simulation plans how many answers an ambiguous question gets, and what to go by. */
export default function Settings({ project: { slug } }: { readonly project: Project }) {
  return (
    <SettingsCard
      title="How many answers to each question"
      about="Projects for Natural Questions can simulate this. Here a simulation would mislead: two people never write the same answer, so there is no majority to count, and how alike answers are depends on the texts themselves."
    >
      <Stack gap="sm">
        <Text size="sm">
          Do as the paper did: one answer to each question of the training split, two to each of dev
          and test. Systems are scored against the better of two references, and people against the
          other one.{" "}
          <Anchor component={Link} to={`/projects/${slug}/settings?tab=queue`} size="sm">
            Set the number by split
          </Anchor>
          .
        </Text>
        <Text size="sm">
          Once questions have two answers, the{" "}
          <Anchor component={Link} to={`/projects/${slug}/statistics/agreement`} size="sm">
            agreement
          </Anchor>{" "}
          page measures how alike they are, with intervals.
        </Text>
      </Stack>
    </SettingsCard>
  );
}
