import {
  Alert,
  Button,
  Card,
  Group,
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
import { type SyntheticEvent, useState } from "react";

import { ApiError, describeError } from "@/api/errors";
import { type NewSystem, startScoring } from "@/api/leaderboard";
import { queryKeys } from "@/api/queryKeys";
import type { Project } from "@/api/types";
import { DropZone } from "@/components/DropZone";
import { formatShare } from "@/components/format";
import { notifyDone } from "@/components/notify";

interface UploadFormProps extends Pick<Project, "slug" | "kind"> {
  readonly splits: readonly string[];
}

const PREDICTIONS = {
  nq: "Predictions in the official JSON of Natural Questions",
  asqa: "JSON with a long-form answer to each key",
};

function describeRefusal(error: Error): string {
  const fields = error instanceof ApiError ? Object.values(error.fields) : [];
  return [describeError(error), ...fields].join(" ");
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
      notifyDone("The predictions are here. Their scoring goes on even if you leave this page.");
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
  const split = chosen ?? splits[0] ?? "";
  const { start, share } = useScoring(slug, () => {
    setFile(null);
    setFound(null);
    setName("");
    setNotes("");
  });

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (file === null) return;
    const threshold = typeof nonNull === "number" ? nonNull : 2;
    start.mutate({ file, found, name, notes, split, non_null_annotations: threshold });
  }

  return (
    <Card component="section" padding="xl" aria-labelledby="new-system">
      <form onSubmit={submit}>
        <Stack gap="md">
          <Title order={2} size="h3" id="new-system">
            Score a system
          </Title>
          {start.isError && (
            <Alert color="brick" role="alert">
              {describeRefusal(start.error)}
            </Alert>
          )}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label="Name of the system"
              required
              maxLength={100}
              value={name}
              onChange={(event) => {
                setName(event.currentTarget.value);
              }}
            />
            <TextInput
              label="Notes (optional)"
              maxLength={2000}
              value={notes}
              onChange={(event) => {
                setNotes(event.currentTarget.value);
              }}
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
                description="So many make an example answerable"
                min={1}
                max={1000}
                allowDecimal={false}
                value={nonNull}
                onChange={setNonNull}
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
                {share < 1 ? `Uploading, ${formatShare(share)}` : "Handing over"}
              </Text>
            </Stack>
          )}
          <Group justify="flex-end">
            <Button
              type="submit"
              disabled={file === null || name.trim() === ""}
              loading={start.isPending}
            >
              Score
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
