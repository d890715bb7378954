import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";

import { finishRound, type Meeting, type Round } from "@/api/judging";
import type { DialogProps } from "@/components/dialogProps";
import { ErrorAlert } from "@/components/ErrorAlert";
import { count } from "@/components/format";

import { MissingAnswers } from "./MissingAnswers";

interface FinishDialogProps extends DialogProps {
  readonly round: Round;
  readonly meeting: Meeting;
  readonly unfinished: readonly number[];
  readonly onGoTo: (number: number) => void;
  readonly onFinished: (round: Round) => void;
}

/** Says which answers have no consensus yet, or that finishing is final. */
export function FinishDialog(props: FinishDialogProps) {
  const { round, meeting, unfinished, opened, onClose, onGoTo, onFinished } = props;
  const missing = meeting.answers.filter(({ consensus }) => consensus === null);
  const finish = useMutation({
    mutationFn: () => finishRound(round.id),
    meta: { silent: true },
    onSuccess: onFinished,
  });
  return (
    <Modal opened={opened} onClose={onClose} title="Finish the round" size="lg">
      {missing.length > 0 ? (
        <MissingAnswers
          title={`${count(missing.length, "answer")} without a consensus`}
          rows={missing}
          onGoTo={onGoTo}
        >
          The round can be finished once each answer has one.
        </MissingAnswers>
      ) : (
        <Stack>
          <Text>
            Every answer has a consensus. Finishing is final for everybody: nobody can change the
            consensus or notes afterwards, and the report opens to all of you.
          </Text>
          {unfinished.length > 0 && (
            <Text size="sm" c="amber">
              You have unsent text about {describeNumbers(unfinished)}.
            </Text>
          )}
          <ErrorAlert error={finish.error} title="The round was not finished" />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Not yet
            </Button>
            <Button loading={finish.isPending} onClick={() => finish.mutate()}>
              Finish for good
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function describeNumbers(numbers: readonly number[]): string {
  const words = numbers.map((number) => String(number + 1)).join(", ");
  return `${numbers.length === 1 ? "answer" : "answers"} ${words}`;
}
