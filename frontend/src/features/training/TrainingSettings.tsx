import { Button, Card, Group, Stack, Switch, Textarea, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { queryKeys } from "@/api/queryKeys";
import { changeTraining } from "@/api/trainees";
import type { Training } from "@/api/training";
import type { Project } from "@/api/types";
import { notifyDone } from "@/components/notify";

function describeMissing({ self_study: study, exam }: Training): string {
  const lack = [
    { number: study.needed - study.ready, step: "self-study" },
    { number: exam.needed - exam.ready, step: "exam" },
  ].filter(({ number }) => number > 0);
  return lack.map(({ number, step }) => `${number} more for the ${step}`).join(" and ");
}

/** Whether training is required, and the short instructions. */
export function TrainingSettings({ project, training }: { project: Project; training: Training }) {
  const [text, setText] = useState(training.instructions);
  const queryClient = useQueryClient();
  const missing = describeMissing(training);
  const change = useMutation({
    mutationFn: (changes: { requires_training?: boolean; instructions?: string }) =>
      changeTraining(project.slug, changes),
    onSuccess: async (saved) => {
      queryClient.setQueryData(queryKeys.training(project.slug), saved);
      await queryClient.invalidateQueries({ queryKey: queryKeys.project(project.slug) });
    },
  });
  return (
    <Card padding="xl" component="section" aria-labelledby="training-settings">
      <Stack>
        <Title order={2} size="h3" id="training-settings">
          Rules and short instructions
        </Title>
        <Switch
          label="Annotators pass the training before they get questions"
          description={
            missing === ""
              ? "Annotators who have already started a question are accepted. Everybody else trains first."
              : `You can switch it on once it can be passed: choose ${missing}, and give each an answer to compare with.`
          }
          checked={training.requires_training}
          disabled={change.isPending || (missing !== "" && !training.requires_training)}
          onChange={(event) => change.mutate({ requires_training: event.currentTarget.checked })}
        />
        <Textarea
          label="Short instructions"
          description="Shown in the self-study. Markdown. The full guidelines are for the session."
          autosize
          minRows={5}
          maxRows={20}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button
            disabled={text === training.instructions}
            loading={change.isPending}
            onClick={() => {
              change.mutate(
                { instructions: text },
                {
                  onSuccess: (saved) => {
                    notifyDone(
                      `Annotators now see version ${saved.instructions_version} of the short instructions.`,
                    );
                  },
                },
              );
            }}
          >
            Save the instructions
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
