import { Alert, Anchor, Modal, NumberInput, Radio, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { fieldErrors } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import { type ChosenExamples, queueQuery, setPriorities } from "@/api/queue";
import type { ExampleSummary } from "@/api/types";
import { Form } from "@/components/Form";
import { count } from "@/components/format";
import { notifyDone } from "@/components/notify";

const HIGHEST_PRIORITY = 1000;

/** What a list of examples is narrowed to, and how many it shows. */
export interface ShownExamples {
  filter: NonNullable<ChosenExamples["filter"]>;
  total: number;
}

export type PriorityTarget = { example: ExampleSummary } | { shown: ShownExamples };

/** The numbers in a text, with any separators. */
export function exampleIdsIn(text: string): string[] {
  return text.match(/-?\d+/g) ?? [];
}

function UnusedHint({ slug }: { slug: string }) {
  const queue = useQuery(queueQuery(slug));
  const order = queue.data?.order;
  if (order === undefined || order === "priority" || order === "split") return null;
  return (
    <Alert color="amber">
      The queue goes {order === "random" ? "at random" : "as imported"} now, so priorities don’t
      count. Change its order in the{" "}
      <Anchor component={Link} to={`/projects/${slug}/settings`} size="sm" underline="always">
        settings
      </Anchor>
      .
    </Alert>
  );
}

function ManyExamples({
  shown,
  byNumber,
  text,
  error,
  onMode,
  onText,
}: {
  shown: ShownExamples;
  byNumber: boolean;
  text: string;
  error: string | undefined;
  onMode: (byNumber: boolean) => void;
  onText: (text: string) => void;
}) {
  return (
    <>
      <Radio.Group
        label="Which examples"
        value={byNumber ? "numbers" : "shown"}
        onChange={(value) => onMode(value === "numbers")}
      >
        <Stack gap="xs" mt={6}>
          <Radio
            value="shown"
            label={
              shown.total === 1
                ? "The example in the list"
                : `All ${count(shown.total, "example")} in the list`
            }
          />
          <Radio value="numbers" label="Examples with these numbers" />
        </Stack>
      </Radio.Group>
      {byNumber && (
        <Textarea
          label="Numbers"
          description="Up to 1,000 example_ids, separated by spaces, commas or line breaks."
          autosize
          minRows={3}
          maxRows={8}
          required
          value={text}
          error={error}
          onChange={(event) => onText(event.currentTarget.value)}
        />
      )}
    </>
  );
}

function PriorityForm({
  slug,
  target,
  onClose,
}: {
  slug: string;
  target: PriorityTarget;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const single = "example" in target ? target.example : null;
  const [priority, setPriority] = useState<number | "">(single?.priority ?? 1);
  const [byNumber, setByNumber] = useState(false);
  const [text, setText] = useState("");
  const save = useMutation({
    mutationFn: (value: number) => setPriorities(slug, value, chosen()),
    meta: { silent: true },
    onSuccess: async ({ changed }) => {
      notifyDone(
        changed === null
          ? "The priorities are being set. Annotators can keep working."
          : changed === 0
            ? "They already have this priority."
            : `${count(changed, "example")} ${changed === 1 ? "has" : "have"} a new priority.`,
      );
      onClose();
      await queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
    },
  });
  const errors = fieldErrors(save.error);
  const ids = exampleIdsIn(text);

  function chosen(): ChosenExamples {
    if ("example" in target) return { examples: [target.example.id] };
    return byNumber ? { example_ids: ids } : { filter: target.shown.filter };
  }

  function submit(): void {
    if (priority !== "") save.mutate(priority);
  }

  return (
    <Form
      sending={save}
      onSubmit={submit}
      action="Set the priority"
      canSubmit={!(priority === "" || (byNumber && ids.length === 0))}
      onCancel={onClose}
    >
      <UnusedHint slug={slug} />
      {single !== null && <Text fw={500}>{single.question}</Text>}
      {"shown" in target && (
        <ManyExamples
          shown={target.shown}
          byNumber={byNumber}
          text={text}
          error={errors.example_ids}
          onMode={setByNumber}
          onText={setText}
        />
      )}
      <NumberInput
        label="Priority"
        description="From −1,000 to 1,000. Higher numbers come first. The default is 0."
        min={-HIGHEST_PRIORITY}
        max={HIGHEST_PRIORITY}
        required
        data-autofocus
        value={priority}
        error={errors.priority}
        onChange={(value) => setPriority(typeof value === "number" ? value : "")}
      />
    </Form>
  );
}

/** Sets the priority of one example, or of all that a list shows. */
export function PriorityDialog({
  slug,
  target,
  onClose,
}: {
  slug: string;
  target: PriorityTarget | null;
  onClose: () => void;
}) {
  return (
    <Modal opened={target !== null} onClose={onClose} title="Set a priority" size={520}>
      {target !== null && <PriorityForm slug={slug} target={target} onClose={onClose} />}
    </Modal>
  );
}
