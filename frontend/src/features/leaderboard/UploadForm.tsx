import { Card, NumberInput, Select, SimpleGrid, TextInput, Title } from "@mantine/core";
import { useState } from "react";

import { type NewSystem, startScoring } from "@/api/leaderboard";
import { queryKeys } from "@/api/queryKeys";
import type { Project } from "@/api/types";
import { DropZone } from "@/components/DropZone";
import { ErrorAlert } from "@/components/ErrorAlert";
import { Form } from "@/components/Form";
import { UploadProgress } from "@/components/UploadProgress";
import { useUpload } from "@/components/useUpload";

import { PassagesInput } from "./PassagesInput";
import { WithoutContextInput } from "./WithoutContextInput";
import { PREDICTIONS } from "./words";

interface UploadFormProps extends Pick<Project, "slug" | "kind"> {
  readonly splits: readonly string[];
}

/** Uploads a system's predictions for a split. */
export function UploadForm({ slug, kind, splits }: UploadFormProps) {
  const [file, setFile] = useState<File | null>(null);
  const [found, setFound] = useState<File | null>(null);
  const [name, setName] = useState("");
  const [notes, setNotes] = useState("");
  const [chosen, setSplit] = useState<string | null>(null);
  const [nonNull, setNonNull] = useState<number | string>(2);
  const [passages, setPassages] = useState(1);
  const [alone, setAlone] = useState("");
  const split = chosen ?? splits[0] ?? "";
  const { sending, ...upload } = useUpload<NewSystem>({
    send: (system, watch) => startScoring(slug, system, watch),
    onDone: () => {
      setFile(null);
      setFound(null);
      setName("");
      setNotes("");
    },
    says: "The predictions are uploaded. Scoring continues even if you leave this page.",
    list: queryKeys.jobs(slug),
  });

  function submit(): void {
    if (file === null) return;
    const threshold = typeof nonNull === "number" ? nonNull : 2;
    sending.mutate({
      file,
      found,
      name,
      notes,
      split,
      non_null_annotations: threshold,
      passages,
      without_context: alone,
    });
  }

  return (
    <Card component="section" padding="xl" aria-labelledby="new-system">
      <Form
        sending={sending}
        onSubmit={submit}
        action="Score"
        canSubmit={file !== null && name.trim() !== ""}
        alert={null}
      >
        <Title order={2} size="h3" id="new-system">
          Score a system
        </Title>
        <ErrorAlert error={sending.error} withFields />
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
          {kind === "asqa" && <PassagesInput value={passages} onChange={setPassages} />}
          {kind === "asqa" && <WithoutContextInput value={alone} onChange={setAlone} />}
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
        {sending.isPending && <UploadProgress {...upload} next="Starting the scoring" />}
      </Form>
    </Card>
  );
}
