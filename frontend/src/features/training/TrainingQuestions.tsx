import { Badge, Button, Card, Group, Menu, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { queryKeys } from "@/api/queryKeys";
import { giveBackExample, openReference, trainingExamplesQuery } from "@/api/trainees";
import type { Training, TrainingExample, TrainingStep } from "@/api/training";
import type { Project } from "@/api/types";
import { count } from "@/components/format";
import { QueryView } from "@/components/QueryView";

import { ChooseQuestionsDialog } from "./ChooseQuestionsDialog";

const STEPS: readonly { step: TrainingStep; title: string }[] = [
  { step: "self_study", title: "Questions of the self-study" },
  { step: "exam", title: "Questions of the exam" },
];

/** The questions of both steps with their references. */
export function TrainingQuestions({ project, training }: { project: Project; training: Training }) {
  const examples = useQuery(trainingExamplesQuery(project.slug));
  return (
    <QueryView query={examples}>
      {(loaded) => (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
          {STEPS.map(({ step, title }) => (
            <OneStep
              key={step}
              step={step}
              title={title}
              project={project}
              training={training}
              examples={loaded.filter((example) => example.step === step)}
            />
          ))}
        </SimpleGrid>
      )}
    </QueryView>
  );
}

function OneStep(props: {
  step: TrainingStep;
  title: string;
  project: Project;
  training: Training;
  examples: TrainingExample[];
}) {
  const { step, title, project, training, examples } = props;
  const { ready, needed } = training[step];
  const [choosing, setChoosing] = useState(false);
  return (
    <Card component="section" aria-label={title}>
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {title}
          </Title>
          <Badge variant="light" color={ready < needed ? "amber" : "plumb"}>
            {ready} of {needed} ready
          </Badge>
        </Group>
        {examples.length === 0 && (
          <Text size="sm" c="dimmed">
            Choose {needed} from the main task, and give each an answer to compare with.
            {step === "exam" && " Choose more, so that another try has other questions."}
          </Text>
        )}
        {examples.map((example) => (
          <Question key={example.id} project={project} example={example} />
        ))}
        <div>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setChoosing(true)}
          >
            Choose questions
          </Button>
        </div>
      </Stack>
      <ChooseQuestionsDialog
        project={project}
        step={step}
        opened={choosing}
        onClose={() => setChoosing(false)}
      />
    </Card>
  );
}

function Question({ project, example }: { project: Project; example: TrainingExample }) {
  const { slug } = project;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
  const write = useMutation({
    mutationFn: () => openReference(slug, example.id),
    onSuccess: (reference) => navigate(`/projects/${slug}/training/answers/${reference.id}`),
  });
  const take = useMutation({
    mutationFn: (annotation: number) => openReference(slug, example.id, annotation),
    onSuccess: refresh,
  });
  const giveBack = useMutation({
    mutationFn: () => giveBackExample(slug, example.id),
    onSuccess: refresh,
  });
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
          {example.question}
        </Text>
        <Text size="xs" c={example.is_ready ? "dimmed" : "amber"}>
          {example.is_ready ? "Has a reference" : "Needs a reference"}
          {example.trained_on > 0 && `, used by ${count(example.trained_on, "annotator")}`}
        </Text>
      </div>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button
            variant="default"
            size="compact-sm"
            flex="none"
            aria-label={`Change ${example.question}`}
          >
            Change
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => write.mutate()}>
            {example.is_ready ? "Change the reference" : "Write the reference"}
          </Menu.Item>
          {example.annotations.map((annotation) => (
            <Menu.Item key={annotation.id} onClick={() => take.mutate(annotation.id)}>
              <Text size="sm" lineClamp={2}>
                Take “{annotation.text}”
              </Text>
            </Menu.Item>
          ))}
          <Menu.Item disabled={example.trained_on > 0} onClick={() => giveBack.mutate()}>
            Give back to the main task
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
