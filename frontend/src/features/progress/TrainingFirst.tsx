import { Anchor, Card, Stack, Text, Title } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { type Standing, trainingQuery } from "@/api/training";
import type { Project } from "@/api/types";
import { LinkButton } from "@/components/LinkButton";
import { QueryView } from "@/components/QueryView";
import { TrainingSteps } from "@/components/TrainingSteps";
import { nextThing } from "@/components/trainingWords";

interface Props {
  readonly project: Project;
  readonly children: ReactNode;
}

/** The annotator's state in training; `children` once it is done. */
export function TrainingFirst({ project, children }: Props) {
  return project.requires_training ? (
    <OwnStanding project={project}>{children}</OwnStanding>
  ) : (
    <>{children}</>
  );
}

function OwnStanding({ project, children }: Props) {
  const training = useQuery(trainingQuery(project.slug));
  return (
    <QueryView query={training}>
      {({ own }) =>
        own !== null && own.state !== "qualified" ? (
          <NextStep own={own} />
        ) : (
          <>
            {children}
            {own !== null && (
              <Text size="sm" c="dimmed">
                {nextThing(own).title}.{" "}
                <Anchor component={Link} to="training" underline="always" inherit>
                  Look at it again
                </Anchor>
              </Text>
            )}
          </>
        )
      }
    </QueryView>
  );
}

function NextStep({ own }: { own: Standing }) {
  const { title, text, action } = nextThing(own);
  return (
    <Card padding="xl">
      <Stack gap="lg" align="stretch">
        <TrainingSteps standing={own} />
        <Stack gap="md" align="flex-start">
          <Title order={2}>{title}</Title>
          {own.asked_again !== null && (
            <Text>A lead asks you to qualify again. {own.asked_again}</Text>
          )}
          <Text>{text}</Text>
          <LinkButton
            to="training"
            size="md"
            variant={action === undefined ? "default" : "filled"}
            rightSection={<IconArrowRight size={18} />}
          >
            {action ?? "Look at my training"}
          </LinkButton>
        </Stack>
      </Stack>
    </Card>
  );
}
