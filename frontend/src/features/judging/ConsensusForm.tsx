import { Button, Group, Modal, Paper, SimpleGrid, Text, Textarea, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { KeyHint } from "@/annotating/KeyHint";
import { ApiError, describeError } from "@/api/errors";
import {
  type AnswerOnScreen,
  type Consensus,
  LONGEST_JUSTIFICATION,
  type Meeting,
  recordConsensus,
  type Verdict,
} from "@/api/judging";

import type { ConsensusDraft } from "./meetingDrafts";
import { OwnVerdictView } from "./OwnVerdictView";
import { VerdictChoice } from "./VerdictChoice";

interface ConsensusFormProps {
  readonly round: number;
  readonly answer: AnswerOnScreen;
  readonly isOpen: boolean;
  readonly draft: ConsensusDraft | null;
  readonly justification: React.RefObject<HTMLTextAreaElement | null>;
  readonly onChange: (draft: ConsensusDraft | null) => void;
  readonly onMeeting: (meeting: Meeting) => void;
}

interface Decision {
  readonly verdict: Verdict;
  readonly justification: string;
  readonly version: number;
}

/** The one verdict of all on an answer. What is chosen here is nobody else's until it is recorded. */
export function ConsensusForm(props: ConsensusFormProps) {
  const { round, answer, isOpen, draft, justification, onChange, onMeeting } = props;
  const [recorded, setRecorded] = useState<Consensus | null>(null);
  const { consensus } = answer;
  const shown: ConsensusDraft = draft ?? {
    verdict: consensus?.verdict ?? null,
    justification: consensus?.justification ?? "",
    version: consensus?.version ?? 0,
  };
  const record = useMutation({
    mutationFn: (decision: Decision) =>
      recordConsensus(round, answer.number, decision).catch((error: unknown) =>
        whereRecorded(error, answer.number, decision),
      ),
    meta: { silent: true },
    onSuccess: (meeting, sent) => {
      setRecorded(null);
      // Changes made meanwhile are not recorded yet; they would replace what was just recorded.
      const isChanged =
        shown.verdict !== sent.verdict || shown.justification !== sent.justification;
      onChange(isChanged ? { ...shown, version: sent.version + 1 } : null);
      onMeeting(meeting);
    },
    onError: (error) => {
      setRecorded(readConsensus(error, answer.number));
    },
  });
  const lacksWords = needsWords(answer, shown.verdict) && shown.justification.trim() === "";
  const send = () => {
    const { verdict } = shown;
    if (draft === null || verdict === null || lacksWords || record.isPending) return;
    record.mutate({ ...shown, verdict });
  };
  const isNewer = draft !== null && consensus !== null && consensus.version > draft.version;

  return (
    <section aria-label="Consensus">
      <Title order={2} size="h4" mb="xs">
        Consensus
      </Title>
      <VerdictChoice
        label="Consensus"
        verdict={shown.verdict}
        disabled={!isOpen}
        onChoose={(verdict) => onChange({ ...shown, verdict })}
      />
      <Textarea
        ref={justification}
        label={
          <>
            Justification <KeyHint>J</KeyHint>
          </>
        }
        description={
          isOpen && lacksWords
            ? "Required, since not every expert gave this verdict alone. What settled it?"
            : undefined
        }
        mt="sm"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={LONGEST_JUSTIFICATION}
        readOnly={!isOpen}
        value={shown.justification}
        onChange={(event) => onChange({ ...shown, justification: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          send();
        }}
      />
      {isNewer && (
        <Text size="sm" c="amber" mt="xs" role="status">
          Somebody has recorded a consensus while you were writing. Yours is still here.
        </Text>
      )}
      {record.error && recorded === null && (
        <Text size="sm" c="var(--mantine-color-error)" mt="xs" role="alert">
          Not recorded. {describeError(record.error)}
        </Text>
      )}
      {isOpen && (
        <Group justify="flex-end" mt="xs" gap="xs">
          {draft !== null && (
            <Button size="compact-md" variant="subtle" color="gray" onClick={() => onChange(null)}>
              Discard
            </Button>
          )}
          <Button
            size="compact-md"
            loading={record.isPending}
            disabled={draft === null || shown.verdict === null || lacksWords}
            onClick={send}
          >
            {consensus === null ? "Record the consensus" : "Change the consensus"}
          </Button>
        </Group>
      )}
      <Modal
        opened={recorded !== null}
        onClose={() => undefined}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        title="Somebody recorded one first"
        size="lg"
      >
        {recorded !== null && (
          <Faster
            recorded={recorded}
            own={shown}
            isPending={record.isPending}
            onKeep={() => {
              setRecorded(null);
              record.reset();
              onChange(null);
            }}
            onReplace={() => {
              if (shown.verdict === null) return;
              record.mutate({ ...shown, verdict: shown.verdict, version: recorded.version });
            }}
          />
        )}
      </Modal>
    </section>
  );
}

function Faster(props: {
  recorded: Consensus;
  own: ConsensusDraft;
  isPending: boolean;
  onKeep: () => void;
  onReplace: () => void;
}) {
  const { recorded, own, isPending, onKeep, onReplace } = props;
  return (
    <>
      {/* Enter must choose neither: the words have the focus, not a button. */}
      <Text size="sm" c="dimmed" mb="md" tabIndex={-1} data-autofocus style={{ outline: "none" }}>
        A consensus on this answer was recorded while you decided. Agree which one holds.
      </Text>
      <SimpleGrid cols={2}>
        <Paper withBorder p="md">
          <Text fw={600} mb="xs">
            The recorded one
          </Text>
          <OwnVerdictView own={recorded} />
          <Button fullWidth mt="md" variant="default" onClick={onKeep}>
            Keep the recorded one
          </Button>
        </Paper>
        <Paper withBorder p="md">
          <Text fw={600} mb="xs">
            Yours
          </Text>
          <OwnVerdictView own={own} />
          <Button fullWidth mt="md" variant="default" loading={isPending} onClick={onReplace}>
            Record yours instead
          </Button>
        </Paper>
      </SimpleGrid>
    </>
  );
}

/** Whether a verdict differs from what every expert said alone, so that it needs a reason. */
function needsWords(answer: AnswerOnScreen, verdict: Verdict | null): boolean {
  return verdict !== null && answer.verdicts.some((vote) => vote.verdict !== verdict);
}

/**
 * The meeting in a refused decision's error, where the very decision is recorded: somebody agreed at
 * once, or an earlier answer got lost. Throws any other error again.
 */
function whereRecorded(error: unknown, number: number, decision: Decision): Meeting {
  const recorded = readConsensus(error, number);
  const isSame =
    recorded?.verdict === decision.verdict &&
    recorded.justification.trim() === decision.justification.trim();
  const meeting = isSame ? readRefusal(error).meeting : undefined;
  if (meeting === undefined) throw error;
  return meeting;
}

interface Refusal {
  readonly consensus?: Consensus | null;
  readonly meeting?: Meeting;
}

/** What came with a decision's refusal because another one was faster. */
function readRefusal(error: unknown): Refusal {
  const isStale = error instanceof ApiError && error.code === "stale_consensus";
  return isStale ? (error.body ?? {}) : {};
}

/** The consensus in a refused decision's error, or null. */
function readConsensus(error: unknown, number: number): Consensus | null {
  const { consensus, meeting } = readRefusal(error);
  if (consensus !== undefined) return consensus;
  // The others may look at another answer by now.
  return meeting?.answer?.number === number ? meeting.answer.consensus : null;
}
