import { ActionIcon, Button, Card, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import {
  changeErrorLabels,
  errorKeys,
  type ErrorLabel,
  errorLabelsQuery,
} from "@/api/errorAnalyses";
import { useProject } from "@/api/useProject";
import { Form } from "@/components/Form";
import { notifyDone } from "@/components/notify";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { analysesAddress } from "./words";

const FEWEST = 2;
const MOST = 9;

/** The labels of a project's next error analysis. */
export default function LabelsPage() {
  const { slug, title } = useProject();
  useDocumentTitle("Labels of error analyses", title);
  const labels = useQuery(errorLabelsQuery(slug));
  return (
    <>
      <PageHeader title="Labels">
        What people can say about a system’s answer. Analyses that are already open keep their
        labels.
      </PageHeader>
      <QueryView query={labels}>
        {(loaded) => <LabelsForm slug={slug} saved={loaded.labels} />}
      </QueryView>
    </>
  );
}

function LabelsForm({
  slug,
  saved,
}: {
  readonly slug: string;
  readonly saved: readonly ErrorLabel[];
}) {
  const queryClient = useQueryClient();
  const [labels, setLabels] = useState(saved);
  const save = useMutation({
    mutationFn: () => changeErrorLabels(slug, labels),
    meta: { silent: true },
    onSuccess: async () => {
      notifyDone("The labels are saved.");
      await queryClient.invalidateQueries({ queryKey: errorKeys.all(slug) });
    },
  });
  const change = (place: number, values: Partial<ErrorLabel>) => {
    setLabels(labels.map((label, at) => (at === place ? { ...label, ...values } : label)));
  };
  return (
    <Card padding="xl" maw={860}>
      <Form
        sending={save}
        onSubmit={save.mutate}
        action="Save"
        canSubmit={labels.every(({ name }) => name.trim() !== "")}
        cancelTo={analysesAddress(slug)}
      >
        <Stack gap="md">
          {labels.map((label, place) => (
            // A label has no name of its own before somebody writes one.
            <LabelFields
              key={place}
              number={place + 1}
              label={label}
              canGo={labels.length > FEWEST}
              onChange={(values) => change(place, values)}
              onRemove={() => setLabels(labels.filter((_, at) => at !== place))}
            />
          ))}
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={labels.length >= MOST}
            onClick={() => setLabels([...labels, { name: "", meaning: "", is_alone: false }])}
          >
            Add a label
          </Button>
        </Stack>
      </Form>
    </Card>
  );
}

function LabelFields({
  number,
  label: { name, meaning, is_alone: isAlone },
  canGo,
  onChange,
  onRemove,
}: {
  readonly number: number;
  readonly label: ErrorLabel;
  readonly canGo: boolean;
  readonly onChange: (values: Partial<ErrorLabel>) => void;
  readonly onRemove: () => void;
}) {
  return (
    <Group align="center" wrap="nowrap" role="group" aria-label={`Label ${number}`}>
      <Text w={16} fw={600}>
        {number}
      </Text>
      <TextInput
        aria-label={`Name of label ${number}`}
        w={220}
        maxLength={60}
        value={name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        aria-label={`Meaning of label ${number}`}
        flex={1}
        maxLength={300}
        value={meaning}
        onChange={(event) => onChange({ meaning: event.currentTarget.value })}
      />
      <Checkbox
        label="Can’t be combined"
        checked={isAlone}
        onChange={(event) => onChange({ is_alone: event.currentTarget.checked })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove label ${number}`}
        disabled={!canGo}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
