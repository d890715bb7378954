import { Button, Group, Stack, Text, Textarea, UnstyledButton } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { KeyHint } from "@/annotating/KeyHint";
import { leaveField, useKeys } from "@/annotating/useKeys";
import {
  type AnalysedAnswer,
  analysedAnswerQuery,
  analysedAnswersQuery,
  type ErrorAnalysis,
  errorKeys,
  saveLabels,
} from "@/api/errorAnalyses";
import { ErrorAlert } from "@/components/ErrorAlert";

import { pressed } from "./labelling";
import classes from "./LabelPanel.module.css";

interface LabelPanelProps {
  readonly slug: string;
  readonly analysis: ErrorAnalysis;
  readonly answer: AnalysedAnswer;
  readonly onGo: (number: number) => void;
}

/** The labels of an answer: digits give them, Enter saves and goes to the next answer. */
export function LabelPanel({ slug, analysis, answer, onGo }: LabelPanelProps) {
  const { labels } = analysis;
  const [chosen, setChosen] = useState<readonly number[]>(answer.own?.labels ?? []);
  const [note, setNote] = useState(answer.own?.note ?? "");
  const field = useRef<HTMLTextAreaElement>(null);
  const save = useSaving({ slug, analysis, answer, onGo });
  const press = (place: number) => {
    setChosen(pressed(chosen, place, labels));
  };
  const saveAndGo = () => {
    if (chosen.length > 0 && !save.isPending) save.mutate({ labels: chosen, note });
  };
  useKeys(
    {
      ...Object.fromEntries(labels.map((_, place) => [String(place + 1), () => press(place)])),
      Enter: saveAndGo,
      n: () => field.current?.focus(),
      ArrowLeft: () => onGo(answer.number - 1),
    },
    { Escape: leaveField, "Ctrl+Enter": saveAndGo },
  );
  return (
    <Stack component="aside" className={classes.panel} aria-label="Your labels" gap="sm">
      <Stack gap={6} role="group" aria-label="Labels">
        {labels.map(({ name, meaning }, place) => (
          <UnstyledButton
            key={name}
            className={classes.label}
            aria-pressed={chosen.includes(place)}
            aria-keyshortcuts={String(place + 1)}
            onClick={() => {
              press(place);
              // Enter then saves instead of pressing the button again.
              leaveField();
            }}
          >
            <Group justify="space-between" wrap="nowrap">
              <Text fw={550} size="sm">
                {name}
              </Text>
              <KeyHint>{String(place + 1)}</KeyHint>
            </Group>
            <Text size="xs" c="dimmed">
              {meaning}
            </Text>
          </UnstyledButton>
        ))}
      </Stack>
      <Textarea
        ref={field}
        label={
          <>
            Note <KeyHint>N</KeyHint>
          </>
        }
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <ErrorAlert error={save.error} />
      <Group grow>
        <Button
          variant="default"
          disabled={answer.number <= 1}
          onClick={() => onGo(answer.number - 1)}
        >
          Previous
        </Button>
        <Button
          disabled={chosen.length === 0}
          loading={save.isPending}
          rightSection={<KeyHint>Enter</KeyHint>}
          onClick={saveAndGo}
        >
          {answer.number < analysis.size ? "Next" : "Save"}
        </Button>
      </Group>
    </Stack>
  );
}

/** Saves the labels, keeps what is known of the answer right, and goes to the next one. */
function useSaving({ slug, analysis: { id, size }, answer, onGo }: LabelPanelProps) {
  const queryClient = useQueryClient();
  const { number } = answer;
  return useMutation({
    mutationFn: (values: { labels: readonly number[]; note: string }) =>
      saveLabels(slug, id, number, values),
    meta: { silent: true },
    onSuccess: (own) => {
      const { queryKey } = analysedAnswerQuery(slug, id, number);
      queryClient.setQueryData(queryKey, (old) => old && { ...old, own });
      const page = analysedAnswersQuery(slug, id, 1).queryKey;
      void queryClient.invalidateQueries({ queryKey: page, refetchType: "none" });
      void queryClient.invalidateQueries({
        queryKey: [...errorKeys.analysis(slug, id), "analysis"],
        refetchType: "none",
      });
      if (number < size) onGo(number + 1);
    },
  });
}
