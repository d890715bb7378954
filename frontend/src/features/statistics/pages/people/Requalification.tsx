import { Alert, Anchor, Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { describeError } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import { type AnnotatorStatistics, annotatorStatisticsKey } from "@/api/statisticsPeople";
import { askToRequalify, takeBackRequalification } from "@/api/training";

import { useReportPlace } from "../../parts/ReportContext";

/** Asking somebody to qualify again, or that they were asked. */
export function Requalification({ statistics }: { readonly statistics: AnnotatorStatistics }) {
  const { training, name, id } = statistics;
  const { slug } = useReportPlace();
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: annotatorStatisticsKey(slug, id) }),
      queryClient.invalidateQueries({ queryKey: queryKeys.training(slug) }),
    ]);
  const takeBack = useMutation({
    mutationFn: (member: number) => takeBackRequalification(slug, member),
    onSuccess: refresh,
  });
  if (training === null) return null;
  const { member, standing } = training;
  if (standing.asked_again !== null) {
    return (
      <Alert color="plumb" title="Asked to qualify again">
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{standing.asked_again}</Text>
          <Group>
            <Anchor component={Link} to={`/projects/${slug}/training/${member}`} size="sm">
              Their training
            </Anchor>
            <Button
              size="compact-sm"
              variant="default"
              loading={takeBack.isPending}
              onClick={() => {
                takeBack.mutate(member);
              }}
            >
              Take it back
            </Button>
          </Group>
        </Stack>
      </Alert>
    );
  }
  return (
    <Group>
      <Button
        variant="default"
        onClick={() => {
          setAsking(true);
        }}
      >
        Ask to qualify again
      </Button>
      <AskDialog
        slug={slug}
        name={name}
        member={member}
        opened={isAsking}
        onClose={() => {
          setAsking(false);
        }}
        onDone={refresh}
      />
    </Group>
  );
}

interface AskDialogProps {
  readonly slug: string;
  readonly name: string;
  readonly member: number;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onDone: () => Promise<unknown>;
}

function AskDialog({ slug, name, member, opened, onClose, onDone }: AskDialogProps) {
  const [reason, setReason] = useState("");
  const ask = useMutation({
    mutationFn: () => askToRequalify(slug, member, reason.trim()),
    // The dialog says itself what stands in the way.
    meta: { silent: true },
    onSuccess: async () => {
      setReason("");
      onClose();
      await onDone();
    },
  });
  return (
    <Modal opened={opened} onClose={onClose} title={`Ask ${name} to qualify again`}>
      <Stack>
        <Text size="sm">
          No new question comes to them before they have passed the exam again. What they have begun
          they can finish. They read your reason, and it stays on record.
        </Text>
        <Textarea
          label="Why, and what would help"
          autosize
          minRows={3}
          data-autofocus
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value);
          }}
        />
        {ask.error && (
          <Alert color="brick" role="alert">
            {describeError(ask.error)}{" "}
            <Anchor component={Link} to={`/projects/${slug}/training`} size="sm">
              To the Training page
            </Anchor>
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={reason.trim() === ""}
            loading={ask.isPending}
            onClick={() => {
              ask.mutate();
            }}
          >
            Ask
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
