import { Card, SimpleGrid, TextInput, Title } from "@mantine/core";
import type { QueryKey } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import type { Sending } from "@/api/jobs";

import { afterSending } from "./afterSending";
import { DropZone } from "./DropZone";
import { ErrorAlert } from "./ErrorAlert";
import { Form } from "./Form";
import { UploadProgress } from "./UploadProgress";
import { useUpload } from "./useUpload";

/** What both forms for predictions ask. */
export interface SystemFiles {
  readonly file: File;
  /** What a reader found in the answers. */
  readonly found: File | null;
  readonly name: string;
  readonly notes: string;
}

interface SystemFormProps {
  readonly id: string;
  readonly title: string;
  readonly action: string;
  readonly send: (system: SystemFiles, sending: Sending) => Promise<unknown>;
  readonly says: string;
  /** What the file is. */
  readonly predictions: string;
  /** Asks what a reader found in the answers; null where none does, or only the site’s own counts. */
  readonly foundLabel: string | null;
  /** The list in which the system appears. */
  readonly list: QueryKey;
  /** Fields of one form alone. */
  readonly children: ReactNode;
}

const EMPTY = { file: null, found: null, name: "", notes: "" };

/** Uploads a system's predictions. */
export function SystemForm(props: SystemFormProps) {
  const { id, title, action, send, says, predictions, foundLabel, list, children } = props;
  const [system, setSystem] = useState<Omit<SystemFiles, "file"> & { readonly file: File | null }>(
    EMPTY,
  );
  const { sending, ...upload } = useUpload<SystemFiles>({
    send,
    onDone: (sent) => {
      setSystem((now) => ({
        file: afterSending(now.file, sent.file, null),
        found: afterSending(now.found, sent.found, null),
        name: afterSending(now.name, sent.name, ""),
        notes: afterSending(now.notes, sent.notes, ""),
      }));
    },
    says,
    list,
  });
  const { file, found, name, notes } = system;
  return (
    <Card component="section" padding="xl" aria-labelledby={id}>
      <Form
        sending={sending}
        onSubmit={() => {
          // A field that has gone with another choice sends nothing.
          const read = foundLabel === null ? null : found;
          if (file !== null) sending.mutate({ ...system, file, found: read });
        }}
        action={action}
        canSubmit={file !== null && name.trim() !== ""}
        alert={null}
      >
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        <ErrorAlert error={sending.error} withFields />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label="Name of the system"
            required
            maxLength={100}
            value={name}
            onChange={(event) => setSystem({ ...system, name: event.currentTarget.value })}
          />
          <TextInput
            label="Notes (optional)"
            maxLength={2000}
            value={notes}
            onChange={(event) => setSystem({ ...system, notes: event.currentTarget.value })}
          />
          {children}
        </SimpleGrid>
        <DropZone
          label={predictions}
          accept=".json,.gz"
          file={file}
          onChange={(chosen) => setSystem({ ...system, file: chosen })}
        />
        {foundLabel !== null && (
          <DropZone
            label={foundLabel}
            accept=".json,.gz"
            file={found}
            onChange={(chosen) => setSystem({ ...system, found: chosen })}
          />
        )}
        {sending.isPending && <UploadProgress {...upload} next="Starting the scoring" />}
      </Form>
    </Card>
  );
}
