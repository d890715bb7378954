import { Card, Progress, SimpleGrid, TextInput, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { queryKeys } from "@/api/queryKeys";
import { type NewSubmission, submitPredictions } from "@/api/submissions";
import type { Project } from "@/api/types";
import { DropZone } from "@/components/DropZone";
import { ErrorAlert } from "@/components/ErrorAlert";
import { Form } from "@/components/Form";
import { notifyDone } from "@/components/notify";

import { PREDICTIONS } from "./words";

/** Uploads predictions for the hidden split. */
export function SubmissionForm({ slug, kind }: Pick<Project, "slug" | "kind">) {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [found, setFound] = useState<File | null>(null);
  const [name, setName] = useState("");
  const [notes, setNotes] = useState("");
  const [share, setShare] = useState(0);
  const send = useMutation({
    mutationFn: (submission: NewSubmission) => submitPredictions(slug, submission, setShare),
    meta: { silent: true },
    onSuccess: async () => {
      setFile(null);
      setFound(null);
      setName("");
      setNotes("");
      notifyDone("The predictions are here. Scoring continues even if you leave this page.");
      await queryClient.invalidateQueries({ queryKey: queryKeys.submissions(slug) });
    },
  });

  return (
    <Card component="section" padding="xl" aria-labelledby="submit">
      <Form
        sending={send}
        alert={<ErrorAlert error={send.error} withFields />}
        action="Submit"
        canSubmit={file !== null && name.trim() !== ""}
        onSubmit={() => {
          if (file !== null) send.mutate({ file, found, name, notes });
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
        {send.isPending && <Progress value={share * 100} aria-label="Upload" />}
      </Form>
    </Card>
  );
}
