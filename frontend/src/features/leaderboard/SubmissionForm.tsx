import { Card, SimpleGrid, TextInput, Title } from "@mantine/core";
import { useState } from "react";

import { queryKeys } from "@/api/queryKeys";
import { type NewSubmission, submitPredictions } from "@/api/submissions";
import type { Project } from "@/api/types";
import { DropZone } from "@/components/DropZone";
import { ErrorAlert } from "@/components/ErrorAlert";
import { Form } from "@/components/Form";
import { UploadProgress } from "@/components/UploadProgress";
import { useUpload } from "@/components/useUpload";

import { PassagesInput } from "./PassagesInput";
import { PREDICTIONS } from "./words";

/** Uploads predictions for the hidden split. */
export function SubmissionForm({ slug, kind }: Pick<Project, "slug" | "kind">) {
  const [file, setFile] = useState<File | null>(null);
  const [found, setFound] = useState<File | null>(null);
  const [name, setName] = useState("");
  const [notes, setNotes] = useState("");
  const [passages, setPassages] = useState(1);
  const { sending, ...upload } = useUpload<NewSubmission>({
    send: (submission, watch) => submitPredictions(slug, submission, watch),
    onDone: () => {
      setFile(null);
      setFound(null);
      setName("");
      setNotes("");
    },
    says: "The predictions are here. Scoring continues even if you leave this page.",
    list: queryKeys.submissions(slug),
  });

  return (
    <Card component="section" padding="xl" aria-labelledby="submit">
      <Form
        sending={sending}
        alert={<ErrorAlert error={sending.error} withFields />}
        action="Submit"
        canSubmit={file !== null && name.trim() !== ""}
        onSubmit={() => {
          if (file !== null) sending.mutate({ file, found, name, notes, passages });
        }}
      >
        <Title order={2} size="h3" id="submit">
          Submit predictions
        </Title>
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
          {kind === "asqa" && <PassagesInput value={passages} onChange={setPassages} />}
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
