import { Button, Group, Stack, Text, Textarea, UnstyledButton } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";

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

import { isSameDraft, type LabelDraft, type LabelDrafts } from "./labelDrafts";
import { pressed } from "./labelling";
import classes from "./LabelPanel.module.css";

interface LabelPanelProps {
  readonly slug: string;
  readonly analysis: ErrorAnalysis;
  readonly answer: AnalysedAnswer;
  readonly drafts: LabelDrafts;
  /** The answers before and after this one; null at the ends. */
  readonly previous: number | null;
  readonly next: number | null;
  readonly onGo: (number: number | null) => void;
}

/** The labels of an answer: digits give them, Enter saves and goes to the next answer. */
export function LabelPanel(props: LabelPanelProps) {
  const { analysis, answer, drafts, previous, next, onGo } = props;
  const { labels } = analysis;
  const { number } = answer;
  const unsaved = drafts.of(number);
  const saved: LabelDraft = answer.own ?? { labels: [], note: "" };
  const { labels: chosen, note } = unsaved ?? saved;
  const field = useRef<HTMLTextAreaElement>(null);
  const save = useSaving(props);
  const write = (change: Partial<LabelDraft>) => {
    const changed = { labels: chosen, note, ...change };
    drafts.keep(number, isSameDraft(changed, saved) ? null : changed);
  };
  const press = (place: number) => write({ labels: pressed(chosen, place, labels) });
  const saveAndGo = (to: number | null) => {
    if (chosen.length > 0 && !save.isPending) save.mutate({ draft: { labels: chosen, note }, to });
  };
  const saveAndGoOn = () => saveAndGo(next);
  const goBack = () => {
    // Without a label it can't be saved: then this tab keeps it.
    if (unsaved !== null && chosen.length > 0) saveAndGo(previous);
    else onGo(previous);
  };
  useKeys(
    {
      ...Object.fromEntries(labels.map((_, place) => [String(place + 1), () => press(place)])),
      Enter: saveAndGoOn,
      n: () => field.current?.focus(),
      ArrowLeft: goBack,
    },
    { Escape: leaveField, "Ctrl+Enter": saveAndGoOn },
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
        onChange={(event) => write({ note: event.currentTarget.value })}
      />
      <ErrorAlert error={save.error} />
      <Group grow>
        <Button variant="default" disabled={previous === null} onClick={goBack}>
          Previous
        </Button>
        <Button
          disabled={chosen.length === 0}
          loading={save.isPending}
          rightSection={<KeyHint>Enter</KeyHint>}
          onClick={saveAndGoOn}
        >
          {next === null ? "Save" : "Next"}
        </Button>
      </Group>
    </Stack>
  );
}

/** Saves the labels, keeps what is known of the answer right, and goes to another one. */
function useSaving({ slug, analysis: { id }, answer, drafts, onGo }: LabelPanelProps) {
  const queryClient = useQueryClient();
  const { number } = answer;
  return useMutation({
    mutationFn: ({ draft }: { draft: LabelDraft; to: number | null }) =>
      saveLabels(slug, id, number, draft),
    meta: { silent: true },
    onSuccess: (own, { draft, to }) => {
      const { queryKey } = analysedAnswerQuery(slug, id, number);
      queryClient.setQueryData(queryKey, (old) => old && { ...old, own });
      drafts.forget(number, draft);
      const rows = analysedAnswersQuery(slug, id).queryKey;
      void queryClient.invalidateQueries({ queryKey: rows, refetchType: "none" });
      void queryClient.invalidateQueries({
        queryKey: [...errorKeys.analysis(slug, id), "analysis"],
        refetchType: "none",
      });
      onGo(to);
    },
  });
}
