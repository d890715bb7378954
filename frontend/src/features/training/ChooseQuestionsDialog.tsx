import { Button, Checkbox, Group, Modal, ScrollArea, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { examplesQuery } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import { chooseTrainingExamples } from "@/api/trainees";
import type { TrainingStep } from "@/api/training";
import type { Project } from "@/api/types";
import type { DialogProps } from "@/components/dialogProps";
import { QueryView } from "@/components/QueryView";

const SHOWN = 30;
const SEARCH_DELAY_MS = 250;

interface Props extends DialogProps {
  readonly project: Project;
  readonly step: TrainingStep;
}

/** Takes questions that nobody has begun out of the main task. */
export function ChooseQuestionsDialog({ opened, onClose, ...rest }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Choose questions" size="lg">
      <Choice {...rest} onClose={onClose} />
    </Modal>
  );
}

function Choice({ project, step, onClose }: Omit<Props, "opened">) {
  const [search, setSearch] = useState("");
  const [words] = useDebouncedValue(search, SEARCH_DELAY_MS);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const queryClient = useQueryClient();
  const examples = useQuery(
    examplesQuery(project.slug, { search: words, state: "unstarted", page_size: SHOWN }),
  );
  const choose = useMutation({
    mutationFn: () => chooseTrainingExamples(project.slug, [...chosen], step),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.project(project.slug) });
      onClose();
    },
  });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        They leave the main task: the queue skips them, and exports leave them out.
      </Text>
      <TextInput
        aria-label="Search the questions"
        placeholder="Search the questions"
        data-autofocus
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ScrollArea.Autosize mah={320}>
        <QueryView query={examples}>
          {({ results }) => (
            <Checkbox.Group
              value={chosen.map(String)}
              onChange={(values) => setChosen(values.map(Number))}
            >
              <Stack gap="xs">
                {results.length === 0 && (
                  <Text size="sm">Annotators have started every question.</Text>
                )}
                {results.map(({ id, question }) => (
                  <Checkbox key={id} value={String(id)} label={question} />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
        </QueryView>
      </ScrollArea.Autosize>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={chosen.length === 0}
          loading={choose.isPending}
          onClick={() => choose.mutate()}
        >
          {chosen.length > 1 ? `Choose ${chosen.length}` : "Choose"}
        </Button>
      </Group>
    </Stack>
  );
}
