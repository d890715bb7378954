import { Autocomplete, Card, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useBlocker } from "react-router";

import { fieldErrors } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import { changeCard, type CardChanges, type ReleasePreview } from "@/api/releases";
import { changedFields } from "@/components/edits";
import { Form } from "@/components/Form";
import { LeaveDialog } from "@/components/LeaveDialog";
import { notifyDone } from "@/components/notify";
import { useCloseWarning } from "@/components/useCloseWarning";

type Texts = Record<string, string>;

const LISTS = ["people_left_out", "examples_left_out"] as const;

/** The texts as they are sent: what is left out is a list, with an entry on each line. */
function sentOf(changes: Texts): CardChanges {
  const entries = Object.entries(changes).map(([name, text]) => [
    name,
    (LISTS as readonly string[]).includes(name)
      ? text
          .split("\n")
          .map((line) => line.trim())
          .filter(Boolean)
      : text,
  ]);
  return Object.fromEntries(entries) as CardChanges;
}

/** What only a lead can say about the data set, and who and what stays out of every release. */
export function CardForm({ slug, preview }: { slug: string; preview: ReleasePreview }) {
  const heading = useId();
  const queryClient = useQueryClient();
  const [edits, setEdits] = useState<Texts>({});
  const stored: Texts = {
    ...Object.fromEntries(preview.card.map(({ name, text }) => [name, text])),
    ...Object.fromEntries(LISTS.map((name) => [name, preview[name].join("\n")])),
  };
  const texts = { ...stored, ...edits };
  const changes = changedFields(stored, edits) as Texts;
  const isChanged = Object.keys(changes).length > 0;
  const save = useMutation({
    mutationFn: () => changeCard(slug, sentOf(changes)),
    meta: { silent: true },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.release(slug) });
      setEdits({});
      notifyDone("The card is saved.");
    },
  });
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isChanged && from.pathname + from.search !== to.pathname + to.search,
  );
  useCloseWarning(isChanged);
  const errors = fieldErrors(save.error);
  const fieldOf = (name: string) => ({
    value: texts[name] ?? "",
    error: errors[name],
  });
  const edit = (name: string, text: string) => setEdits({ ...edits, [name]: text });
  return (
    <Card component="section" padding="xl" aria-labelledby={heading}>
      <Title order={2} size="h3" mb={4} id={heading}>
        Data set card
      </Title>
      <Text size="sm" c="dimmed" mb="lg">
        The card’s numbers come from the statistics. Here you write what only you can say, in
        Markdown. The texts stay for later versions; a part without text is left out.
      </Text>
      <Form
        sending={save}
        onSubmit={() => save.mutate()}
        action="Save the card"
        canSubmit={isChanged}
        shownAt={Object.keys(stored)}
      >
        {preview.card.map(({ name, title: label, help, longest }) => {
          const field = { ...fieldOf(name), label, description: help, maxLength: longest };
          if (name === "licence") {
            return (
              <Autocomplete
                key={name}
                {...field}
                data={preview.licences.map(({ code }) => code)}
                onChange={(text) => edit(name, text)}
              />
            );
          }
          if (name === "version") {
            return (
              <TextInput
                key={name}
                {...field}
                placeholder={preview.version}
                onChange={(event) => edit(name, event.currentTarget.value)}
              />
            );
          }
          return (
            <Textarea
              key={name}
              {...field}
              autosize
              minRows={2}
              maxRows={14}
              onChange={(event) => edit(name, event.currentTarget.value)}
            />
          );
        })}
        <Textarea
          {...fieldOf("people_left_out")}
          label="People left out"
          description="Pseudonyms of people who object to the publication of their annotations, one on each line."
          autosize
          onChange={(event) => edit("people_left_out", event.currentTarget.value)}
        />
        <Textarea
          {...fieldOf("examples_left_out")}
          label="Examples left out"
          description="Ids of withdrawn examples, one on each line."
          autosize
          onChange={(event) => edit("examples_left_out", event.currentTarget.value)}
        />
      </Form>
      <LeaveDialog
        opened={blocker.state === "blocked"}
        what="the card"
        onStay={() => blocker.reset?.()}
        onLeave={() => blocker.proceed?.()}
      />
    </Card>
  );
}
