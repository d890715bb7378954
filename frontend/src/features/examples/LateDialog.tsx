import { Alert, Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { queryKeys } from "@/api/queryKeys";
import { acceptLate, withdrawLate } from "@/api/queue";
import type { Annotation } from "@/api/types";
import { ErrorAlert } from "@/components/ErrorAlert";
import { formatDateTime } from "@/components/format";
import { notifyDone } from "@/components/notify";
import { describeAnswer } from "@/kinds/kinds";

function Facts({ annotation }: { annotation: Annotation }) {
  const { annotator, created_at: at, late } = annotation;
  const { long, short } = describeAnswer(annotation);
  return (
    <Stack gap={4}>
      <Text fw={500}>{annotation.question}</Text>
      <Text size="sm">
        {[long, short].filter(Boolean).join(": ")}, by {annotator}
      </Text>
      <Text size="sm" c="dimmed">
        {late?.lease_ended_at != null &&
          `The time to answer ended on ${formatDateTime(late.lease_ended_at)}, and the question went to somebody else. `}
        Submitted on {formatDateTime(at)}.
      </Text>
    </Stack>
  );
}

function LateForm({
  slug,
  annotation,
  onClose,
}: {
  slug: string;
  annotation: Annotation;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const [note, setNote] = useState("");
  const accepted = annotation.late?.accepted ?? null;
  const decide = useMutation({
    mutationFn: () =>
      accepted === null
        ? acceptLate(slug, annotation.id, note.trim())
        : withdrawLate(slug, annotation.id),
    meta: { silent: true },
    onSuccess: async () => {
      notifyDone(
        accepted === null
          ? "The annotation counts, and exports include it."
          : "The annotation no longer counts. It is kept beside the others.",
      );
      onClose();
      await queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
    },
  });
  return (
    <Stack gap="md">
      <ErrorAlert error={decide.error} />
      <Facts annotation={annotation} />
      {accepted === null ? (
        <>
          <Text size="sm">
            It is kept beside the example’s annotations, and exports leave it out. If you count it,
            it takes a free place. If there is none, the example gets one annotation more than it
            needs.
          </Text>
          <Textarea
            label="Why"
            description="Optional. Kept in the example’s history."
            maxLength={2000}
            autosize
            minRows={2}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </>
      ) : (
        <Alert color="plumb" title="It counts">
          {accepted.by ?? "Somebody"} decided this on {formatDateTime(accepted.at)}
          {accepted.note === "" ? "." : `: “${accepted.note}”`}
          {accepted.added_slot
            ? " The example got an extra place for it."
            : " It took a free place."}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {accepted === null ? "Cancel" : "Close"}
        </Button>
        <Button
          color={accepted === null ? undefined : "brick"}
          variant={accepted === null ? "filled" : "light"}
          loading={decide.isPending}
          onClick={() => decide.mutate()}
        >
          {accepted === null ? "Count it" : "Don’t count it any more"}
        </Button>
      </Group>
    </Stack>
  );
}

/** Who was late, when and why, and whether the annotation is to count anyway. */
export function LateDialog({
  slug,
  annotation,
  onClose,
}: {
  slug: string;
  annotation: Annotation | null;
  onClose: () => void;
}) {
  return (
    <Modal opened={annotation !== null} onClose={onClose} title="A late annotation" size={520}>
      {annotation !== null && <LateForm slug={slug} annotation={annotation} onClose={onClose} />}
    </Modal>
  );
}
