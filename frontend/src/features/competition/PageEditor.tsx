import { Card, Stack, Text, Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useBlocker } from "react-router";

import { type Competition, writeCompetition } from "@/api/competitions";
import { fieldErrors } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import { changedFields } from "@/components/edits";
import { Form } from "@/components/Form";
import { LeaveDialog } from "@/components/LeaveDialog";
import { notifyDone } from "@/components/notify";
import { useCloseWarning } from "@/components/useCloseWarning";

import classes from "./competition.module.css";
import { CompetitionTexts } from "./CompetitionTexts";
import { type Texts, TEXTS } from "./texts";

const PREVIEW_DELAY_MS = 150;
const LONGEST = 20_000;

/** The parts of the page in Markdown, beside what everybody will read. */
export function PageEditor({ competition }: { readonly competition: Competition }) {
  const { project: slug } = competition;
  const queryClient = useQueryClient();
  const [edits, setEdits] = useState<Partial<Texts>>({});
  const stored = Object.fromEntries(TEXTS.map(({ name }) => [name, competition[name]])) as Texts;
  const texts = { ...stored, ...edits };
  const changes = changedFields(stored, edits);
  const isChanged = Object.keys(changes).length > 0;
  const [preview] = useDebouncedValue(texts, PREVIEW_DELAY_MS);
  const save = useMutation({
    mutationFn: (sent: Partial<Texts>) => writeCompetition(slug, sent),
    meta: { silent: true },
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.competition(slug), saved);
      notifyDone("The page is saved.");
    },
  });
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isChanged && from.pathname + from.search !== to.pathname + to.search,
  );
  useCloseWarning(isChanged);
  const errors = fieldErrors(save.error);
  return (
    <div className={classes.halves}>
      <Form
        sending={save}
        onSubmit={() => save.mutate(changes)}
        action="Save the page"
        canSubmit={isChanged}
        shownAt={TEXTS.map(({ name }) => name)}
      >
        <Text size="sm" c="dimmed">
          In Markdown: headings, lists, tables, links. Parts without text are not shown.
        </Text>
        {TEXTS.map(({ name, title, hint }) => (
          <Textarea
            key={name}
            label={title}
            description={hint}
            autosize
            minRows={2}
            maxRows={16}
            maxLength={LONGEST}
            value={texts[name]}
            error={errors[name]}
            onChange={(event) => setEdits({ ...edits, [name]: event.currentTarget.value })}
          />
        ))}
      </Form>
      <Card component="section" padding="lg" aria-label="Preview">
        <Stack gap="sm">
          <Text size="xs" c="dimmed">
            Preview
          </Text>
          <CompetitionTexts texts={preview} />
        </Stack>
      </Card>
      <LeaveDialog
        opened={blocker.state === "blocked"}
        what="the page"
        onStay={() => blocker.reset?.()}
        onLeave={() => blocker.proceed?.()}
      />
    </div>
  );
}
