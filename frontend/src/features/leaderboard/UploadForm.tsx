import {
  Card,
  NumberInput,
  Progress,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { type NewSystem, startScoring } from "@/api/leaderboard";
import { queryKeys } from "@/api/queryKeys";
import type { Project } from "@/api/types";
import { DropZone } from "@/components/DropZone";
import { ErrorAlert } from "@/components/ErrorAlert";
import { Form } from "@/components/Form";
import { formatShare } from "@/components/format";
import { notifyDone } from "@/components/notify";

import { PREDICTIONS } from "./words";

interface UploadFormProps extends Pick<Project, "slug" | "kind"> {
  readonly splits: readonly string[];
}

function useScoring(slug: string, onDone: () => void) {
  const queryClient = useQueryClient();
  const [share, setShare] = useState(0);
  const start = useMutation({
    mutationFn: (system: NewSystem) => startScoring(slug, system, setShare),
    meta: { silent: true },
    onSuccess: async () => {
      setShare(0);
      onDone();
      notifyDone("The predictions are uploaded. Scoring continues even if you leave this page.");
      await queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) });
    },
  });
  return { start, share };
}

/** Uploads a system's predictions for a split. */
export function UploadForm({ slug, kind, splits }: UploadFormProps) {
  const [file, setFile] = useState<File | null>(null);
  const [found, setFound] = useState<File | null>(null);
  const [name, setName] = useState("");
  const [notes, setNotes] = useState("");
  const [chosen, setSplit] = useState<string | null>(null);
  const [nonNull, setNonNull] = useState<number | string>(2);
  const [passages, setPassages] = useState<number | string>(1);
  const split = chosen ?? splits[0] ?? "";
  const { start, share } = useScoring(slug, () => {
    setFile(null);
    setFound(null);
    setName("");
    setNotes("");
  });

  function submit(): void {
    if (file === null) return;
    const threshold = typeof nonNull === "number" ? nonNull : 2;
    const first = typeof passages === "number" ? passages : 1;
    start.mutate({
      file,
      found,
      name,
      notes,
      split,
      non_null_annotations: threshold,
      passages: first,
    });
  }

  return (
    <Card component="section" padding="xl" aria-labelledby="new-system">
      <Form
        sending={start}
        onSubmit={submit}
        action="Score"
        canSubmit={file !== null && name.trim() !== ""}
        alert={null}
      >
        <Title order={2} size="h3" id="new-system">
          Score a system
        </Title>
        <ErrorAlert error={start.error} withFields />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label="Name of the system"
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="Notes (optional)"
            maxLength={2000}
            value={notes}
            onChange={(event) => setNotes(event.currentTarget.value)}
          />
          <Select
            label="Split"
            data={splits}
            value={split}
            allowDeselect={false}
            onChange={setSplit}
          />
          {kind === "nq" && (
            <NumberInput
              label="Annotations with an answer"
              description="An example with this many is answerable"
              min={1}
              max={1000}
              allowDecimal={false}
              value={nonNull}
              onChange={setNonNull}
            />
          )}
          {kind === "asqa" && (
            <NumberInput
              label="Passages"
              description="Of a file of passages, so many are the answer"
              min={1}
              max={1000}
              allowDecimal={false}
              value={passages}
              onChange={setPassages}
            />
          )}
        </SimpleGrid>
        <DropZone label={PREDICTIONS[kind]} accept=".json,.gz" file={file} onChange={setFile} />
        {kind === "asqa" && (
          <DropZone
            label="What a reader found in the answers (optional)"
            accept=".json,.gz"
            file={found}
            onChange={setFound}
          />
        )}
        {start.isPending && (
          <Stack gap={6}>
            <Progress value={share * 100} aria-label="Upload" />
            <Text size="sm" c="dimmed">
              {share < 1 ? `Uploading, ${formatShare(share)}` : "Starting the scoring"}
            </Text>
          </Stack>
        )}
      </Form>
    </Card>
  );
}
