import { Box, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { markGuidelinesSeen } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import type { GuidelineChanges } from "@/api/types";
import { ErrorState } from "@/components/states";

import { type ChangedLines, changedLines } from "./changedLines";
import classes from "./GuidelineNotice.module.css";

const MARKS = { same: " ", added: "+", removed: "−" } as const;

/** What changed in the guidelines since one last worked; shown once, before the next question. */
export function GuidelineNotice(props: {
  readonly slug: string;
  readonly changes: GuidelineChanges;
}) {
  const { slug, changes } = props;
  const queryClient = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
  }, []);
  const goOn = useMutation({
    mutationFn: () => markGuidelinesSeen(slug, { version: changes.version, with_difference: true }),
    onSuccess: () => {
      queryClient.setQueryData<GuidelineChanges>(queryKeys.guidelineChanges(slug), {
        ...changes,
        known_version: changes.version,
        has_changed: false,
      });
      void queryClient.invalidateQueries({ queryKey: queryKeys.guidelines(slug) });
    },
  });
  return (
    <Stack maw={760} mx="auto" my="xl" px="md">
      <Title order={1} size="h3">
        The guidelines have changed
      </Title>
      <Text c="dimmed">
        You last worked with version {changes.known_version}; this is version {changes.version}.
        Press ? at any time to read them in full.
      </Text>
      <Card p={0}>
        <Box className={classes.lines} role="region" aria-label="What changed" tabIndex={0}>
          {changedLines(changes.before, changes.after).map((part, place) => (
            <Lines key={place} part={part} />
          ))}
        </Box>
      </Card>
      {goOn.isError && <ErrorState error={goOn.error} />}
      <Group>
        <Button
          ref={button}
          loading={goOn.isPending}
          onClick={() => goOn.mutate()}
          onKeyDown={(event) => {
            // Enter may still be held from the submission before.
            if (event.repeat) event.preventDefault();
          }}
        >
          Continue
        </Button>
      </Group>
    </Stack>
  );
}

function Lines({ part }: { readonly part: ChangedLines }) {
  const { kind, lines } = part;
  if (kind === "skipped") {
    const number = lines.length;
    return (
      <span className={classes.skipped}>
        {number === 1 ? "… 1 line as before" : `… ${number} lines as before`}
      </span>
    );
  }
  const text = lines.map((line) => `${MARKS[kind]} ${line}`).join("\n");
  if (kind === "added") return <ins className={classes.added}>{text}</ins>;
  if (kind === "removed") return <del className={classes.removed}>{text}</del>;
  return <span className={classes.same}>{text}</span>;
}
