import { Alert, Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { reopenAnnotation, withdrawReopening } from "@/api/annotations";
import { describeError } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import type { Annotation } from "@/api/types";

import type { Describes } from "./answerSummary";
import { AnswerVersionsDialog } from "./AnswerVersions";
import { LinkButton } from "./LinkButton";
import { notifyDone } from "./notify";

/** What a lead can do with the annotation that is selected. */
export function AnnotationActions({
  slug,
  annotation,
  describe,
}: Describes & { slug: string; annotation: Annotation }) {
  const [opened, setOpened] = useState<"reopen" | "versions" | null>(null);
  const close = () => {
    setOpened(null);
  };
  const { reopened } = annotation;
  return (
    <Stack gap={6} px={8} pt={4} pb={6}>
      {reopened !== null && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          Asked to look again: “{reopened.reason}”
        </Text>
      )}
      <Group gap={6}>
        {annotation.source === "human" && (
          <Button size="compact-xs" variant="light" onClick={() => setOpened("reopen")}>
            {reopened === null ? "Ask to look again…" : "Change the request…"}
          </Button>
        )}
        {annotation.source === "human" && (
          <LinkButton
            size="compact-xs"
            variant="light"
            to={`/projects/${slug}/annotations/${annotation.id}/feedback`}
          >
            Feedback…
          </LinkButton>
        )}
        {annotation.source === "human" && (
          <LinkButton
            size="compact-xs"
            variant="light"
            to={`/projects/${slug}/annotations/${annotation.id}/revise`}
          >
            Revise…
          </LinkButton>
        )}
        {annotation.revision_of !== null && (
          <Button size="compact-xs" variant="default" onClick={() => setOpened("versions")}>
            Compare versions
          </Button>
        )}
      </Group>
      <Modal
        opened={opened === "reopen"}
        onClose={close}
        title="Ask to look at the answer again"
        size={480}
      >
        <ReopenForm slug={slug} annotation={annotation} onDone={close} />
      </Modal>
      <AnswerVersionsDialog
        slug={slug}
        annotation={opened === "versions" ? annotation.id : null}
        describe={describe}
        onClose={close}
      />
    </Stack>
  );
}

function ReopenForm({
  slug,
  annotation,
  onDone,
}: {
  slug: string;
  annotation: Annotation;
  onDone: () => void;
}) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState(annotation.reopened?.reason ?? "");
  const finish = (sentence: string) => async () => {
    notifyDone(sentence);
    onDone();
    await queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
  };
  const ask = useMutation({
    mutationFn: () => reopenAnnotation(slug, annotation.id, reason.trim()),
    meta: { silent: true },
    onSuccess: finish(`${annotation.annotator} finds it in “My work”.`),
  });
  const withdraw = useMutation({
    mutationFn: () => withdrawReopening(slug, annotation.id),
    meta: { silent: true },
    onSuccess: finish("The request is taken back."),
  });
  const error = ask.error ?? withdraw.error;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate();
      }}
    >
      <Stack gap="md">
        {error !== null && (
          <Alert color="brick" role="alert">
            {describeError(error)}
          </Alert>
        )}
        <Text size="sm" c="dimmed">
          The answer counts as it is until {annotation.annotator} has changed it. Both versions are
          kept.
        </Text>
        <Textarea
          label="What to look at"
          description={`${annotation.annotator} reads this.`}
          required
          data-autofocus
          autosize
          minRows={3}
          maxLength={5000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          {annotation.reopened !== null && (
            <Button
              variant="default"
              loading={withdraw.isPending}
              onClick={() => withdraw.mutate()}
            >
              Take it back
            </Button>
          )}
          <Button type="submit" loading={ask.isPending} disabled={reason.trim() === ""}>
            Ask
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
