import { Anchor, Card, Group, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "react-router";

import type { Project, ProjectProgress } from "@/api/types";
import { LinkButton } from "@/components/LinkButton";
import { useKind } from "@/kinds/useKind";

import classes from "./FirstSteps.module.css";

interface Step {
  title: string;
  why: string;
  action: string;
  to: string;
  isDone: boolean;
  isOptional?: boolean;
}

/** What a new project needs, in order. */
export function listSteps(
  project: Project,
  progress: ProjectProgress | null,
  formats: readonly { readonly label: string }[],
): Step[] {
  return [
    {
      title: "Adapt the guidelines",
      why: "They are still the draft that every project starts with. Adapt it or accept it: annotators read it before they start, and open it with ? while they work.",
      action: "Adapt",
      to: "guidelines",
      isDone: (project.guideline_version ?? 0) > 0,
    },
    {
      title: "Import examples",
      why: `A file in one of these formats: ${formats.map(({ label }) => label).join(", ")}. The page has a sample of each.`,
      action: "Import",
      to: "import",
      isDone: progress !== null && progress.examples > 0,
    },
    {
      title: "Prepare the training, or leave it out",
      why: "A self-study, a session with you and an exam before the first question. Choose its questions, then switch it on.",
      action: "Prepare",
      to: "training",
      isDone: project.requires_training,
      isOptional: true,
    },
    {
      title: "Add annotators",
      why: `Each example is answered by ${project.overlap === 1 ? "one person" : `${project.overlap} different people`}.`,
      action: "Add",
      to: "members",
      isDone: progress !== null && progress.annotators > 0,
    },
  ];
}

/** True while a project has nothing to report yet. */
export function isNew(progress: ProjectProgress | null): boolean {
  if (progress === null || progress.examples === 0) return true;
  return progress.annotators === 0 && progress.annotations_submitted === 0;
}

/** A checklist that leads through the set-up of a project. */
export function FirstSteps({
  project,
  progress,
}: {
  project: Project;
  progress: ProjectProgress | null;
}) {
  const { importFormats } = useKind(project.kind);
  const steps = listSteps(project, progress, importFormats);
  const next = steps.findIndex(({ isDone, isOptional }) => !isDone && isOptional !== true);
  return (
    <Card padding="xl" maw={720}>
      <Title order={2} size="h3" mb={4}>
        Four steps to the first annotation
      </Title>
      <Text c="dimmed" mb="lg">
        Do them in any order. Progress appears here once people can annotate.{" "}
        <Anchor component={Link} to="settings?tab=kind" inherit underline="always">
          Plan how many annotations each example needs
        </Anchor>{" "}
        first.
      </Text>
      <Stack component="ol" gap={0} className={classes.steps}>
        {steps.map(({ title, why, action, to, isDone }, index) => (
          <li key={title} className={classes.step}>
            <Group wrap="nowrap" align="flex-start" gap="md">
              <ThemeIcon variant={isDone ? "filled" : "light"} radius="xl" size={28}>
                {isDone ? <IconCheck size={16} aria-label="Done" /> : index + 1}
              </ThemeIcon>
              <div className={classes.text}>
                <Text fw={550}>{title}</Text>
                <Text size="sm" c="dimmed">
                  {why}
                </Text>
              </div>
              {!isDone && (
                <LinkButton to={to} size="xs" variant={index === next ? "filled" : "default"}>
                  {action}
                </LinkButton>
              )}
            </Group>
          </li>
        ))}
      </Stack>
    </Card>
  );
}
