import { Modal, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { examplesQuery } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import { chooseTrainingExamples } from "@/api/trainees";
import type { TrainingStep } from "@/api/training";
import type { Project } from "@/api/types";
import type { DialogProps } from "@/components/dialogProps";
import { ExamplesChoice } from "@/components/ExamplesChoice";

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
  const queryClient = useQueryClient();
  const examples = useQuery(
    examplesQuery(project.slug, { search: words, state: "unstarted", page_size: SHOWN }),
  );
  const choose = useMutation({
    mutationFn: (chosen: number[]) => chooseTrainingExamples(project.slug, chosen, step),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.project(project.slug) });
      onClose();
    },
  });
  return (
    <ExamplesChoice
      what="They leave the main task: the queue skips them, and exports leave them out."
      label="Questions"
      query={{ ...examples, data: examples.data?.results }}
      none="Annotators have started every question."
      action="Choose"
      isPending={choose.isPending}
      onChoose={choose.mutate}
      onClose={onClose}
    >
      <TextInput
        aria-label="Search the questions"
        placeholder="Search the questions"
        data-autofocus
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
    </ExamplesChoice>
  );
}
