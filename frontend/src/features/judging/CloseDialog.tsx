import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { ApiError, describeError } from "@/api/errors";
import { answersQuery, closeJudging, judgingKeys, type Round } from "@/api/judging";
import type { DialogProps } from "@/components/dialogProps";
import { count, formatCount } from "@/components/format";
import { QueryView } from "@/components/QueryView";

import { MissingAnswers } from "./MissingAnswers";

/** How many of the missing answers are listed; the rest are counted. */
const LISTED = 20;

interface CloseDialogProps extends DialogProps {
  readonly round: Round;
  /** Answers whose verdict the server has not got yet. */
  readonly unsaved: readonly number[];
  readonly onGoTo: (number: number) => void;
}

/** Says what is missing, or that closing is final. */
export function CloseDialog({ round, opened, ...props }: CloseDialogProps) {
  return (
    <Modal opened={opened} onClose={props.onClose} title="Close phase 1" size="lg">
      {opened && <Content round={round} {...props} />}
    </Modal>
  );
}

function Content({ round, unsaved, onClose, onGoTo }: Omit<CloseDialogProps, "opened">) {
  const open = useQuery(answersQuery(round.id, { open: true, page: 1, page_size: LISTED }));
  const queryClient = useQueryClient();
  const close = useMutation({
    mutationFn: () => closeJudging(round.id),
    meta: { silent: true },
    onSuccess: (closed) => {
      queryClient.setQueryData(judgingKeys.round(round.id), closed);
      void queryClient.invalidateQueries({ queryKey: judgingKeys.rounds(round.project) });
    },
    onError: () => void open.refetch(),
  });
  if (unsaved.length > 0) {
    return (
      <MissingAnswers
        title={`${count(unsaved.length, "verdict")} not on the server yet`}
        rows={unsaved.map((number) => ({ number, question: "" }))}
        onGoTo={onGoTo}
      >
        They are kept in this browser and sent as soon as the connection is back.
      </MissingAnswers>
    );
  }
  return (
    <QueryView query={open}>
      {({ count: missing, results }) =>
        missing > 0 ? (
          <MissingAnswers
            title={`${count(missing, "answer")} without a verdict`}
            rows={results}
            more={missing - results.length}
            onGoTo={onGoTo}
          >
            Phase 1 can be closed once each answer has one.
          </MissingAnswers>
        ) : (
          <Stack>
            <Text>
              You have judged{" "}
              {round.answer_count === 1
                ? "the only answer"
                : `all ${formatCount(round.answer_count)} answers`}
              . Closing is final: your verdicts and justifications can’t be changed afterwards. When
              every expert has closed, the meeting opens and all of you see all verdicts.
            </Text>
            {close.error && (
              <Alert color="brick" title="Phase 1 was not closed">
                {close.error instanceof ApiError && close.error.code === "verdicts_missing"
                  ? "Some answers have no verdict yet. They are listed now."
                  : describeError(close.error)}
              </Alert>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Not yet
              </Button>
              <Button loading={close.isPending} onClick={() => close.mutate()}>
                Close phase 1 for good
              </Button>
            </Group>
          </Stack>
        )
      }
    </QueryView>
  );
}
