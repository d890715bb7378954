import { Button, Group, Modal, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { type ErrorAnalysis, errorKeys, finishLabelling } from "@/api/errorAnalyses";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { count } from "@/components/format";

import { analysesAddress } from "./words";

interface FinishButtonProps {
  readonly slug: string;
  readonly analysis: ErrorAnalysis;
  /** Answers whose labels or note the server doesn't have yet. */
  readonly unsaved: readonly number[];
  /** How many answers the caller may not read any more. */
  readonly hidden: number;
  readonly onGo: (number: number) => void;
}

/** Ends the caller’s labelling, after a question. First everything has to be saved. */
export function FinishButton({ slug, analysis, unsaved, hidden, onGo }: FinishButtonProps) {
  const { id, labellers } = analysis;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const finish = useMutation({
    mutationFn: () => finishLabelling(slug, id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: errorKeys.all(slug) });
      await navigate(analysesAddress(slug, String(id)));
    },
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>Finish</Button>
      <UnsavedDialog
        opened={isAsking && unsaved.length > 0}
        unsaved={unsaved}
        onClose={() => setAsking(false)}
        onGo={(number) => {
          setAsking(false);
          onGo(number);
        }}
      />
      <ConfirmDialog
        opened={isAsking && unsaved.length === 0}
        title="Finish labelling?"
        action="Finish"
        isDangerous={false}
        isPending={finish.isPending}
        onClose={() => setAsking(false)}
        onConfirm={finish.mutate}
      >
        You can’t change your labels afterwards.{" "}
        {hidden > 0 &&
          `${count(hidden, "answer")} became hidden from you and can stay unlabelled. `}
        {labellers.length > 1 && "Once both of you have finished, you see each other’s labels."}
      </ConfirmDialog>
    </>
  );
}

interface UnsavedDialogProps extends Pick<FinishButtonProps, "unsaved" | "onGo"> {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Names the answers that finishing would leave as they were saved last. */
function UnsavedDialog({ opened, unsaved, onClose, onGo }: UnsavedDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Save these answers first">
      <Text size="sm" mb="md">
        You changed their labels or notes. Choose a label for each and save it with <em>Next</em> or{" "}
        <em>Save</em>, then finish.
      </Text>
      <Group gap="xs">
        {unsaved.map((number) => (
          <Button key={number} variant="default" size="xs" onClick={() => onGo(number)}>
            Answer {number}
          </Button>
        ))}
      </Group>
    </Modal>
  );
}
