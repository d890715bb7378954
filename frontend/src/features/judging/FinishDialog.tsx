import { Alert, Anchor, Button, Group, List, Modal, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";

import { describeError } from "@/api/errors";
import { finishRound, type Meeting, type Round } from "@/api/judging";
import { count } from "@/components/format";

interface FinishDialogProps {
  readonly round: Round;
  readonly meeting: Meeting;
  readonly unfinished: readonly number[];
  readonly opened: boolean;
  readonly onClose: () => void;
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
        <Alert
          color="amber"
          icon={<IconAlertTriangle size={18} />}
          title={`${count(missing.length, "answer")} without a consensus`}
        >
          <Text size="sm" mb="xs">
            The round can be finished once each answer has one.
          </Text>
          <List size="sm" aria-label="Missing">
            {missing.map(({ number, question }) => (
              <List.Item key={number}>
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  ta="left"
                  onClick={() => onGoTo(number)}
                >
                  Answer {number + 1}: {question}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </Alert>
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
          {finish.error && (
            <Alert color="brick" title="The round was not finished">
              {describeError(finish.error)}
            </Alert>
          )}
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
