import { Button, Group, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { jobsQuery } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import { changeQueue, queueQuery } from "@/api/queue";
import type { Queue } from "@/api/types";
import { count } from "@/components/format";
import { JobBar } from "@/components/JobBar";
import { PartForm } from "@/components/PartForm";
import { QueryView } from "@/components/QueryView";
import { SettingsCard } from "@/components/SettingsCard";

import { MOST_OVERLAP } from "./ProjectFields";
import classes from "./SplitOrder.module.css";

const LONGEST_NAME = 20;
/** fold2 comes before fold10. */
const { compare } = new Intl.Collator("en", { numeric: true });

type Numbers = ReadonlyMap<string, number | "">;

/** All named splits, found or decided on, each with its own number or "". */
function numbersOf(queue: Queue): Numbers {
  const found = queue.found_splits.map(({ name }) => name).filter((name) => name !== "");
  const own = new Map(queue.overlaps.map(({ name, overlap }) => [name, overlap]));
  const names = [...new Set([...found, ...queue.splits, ...own.keys()])].sort(compare);
  return new Map(names.map((name) => [name, own.get(name) ?? ""]));
}

function changesOf(queue: Queue, edits: Numbers): Queue["overlaps"] {
  const before = numbersOf(queue);
  return [...edits]
    .filter(([name, value]) => value !== (before.get(name) ?? ""))
    .map(([name, value]) => ({ name, overlap: value === "" ? null : value }));
}

/** How far the job is that adds or removes annotations per example. */
function Changing({ slug, job }: { slug: string; job: string }) {
  const jobs = useQuery(jobsQuery(slug));
  return (
    <JobBar
      job={jobs.data?.results.find(({ id }) => id === job)}
      label="Examples changed"
      unit="examples"
    >
      The annotations per example are being changed
    </JobBar>
  );
}

function AddSplit({ taken, onAdd }: { taken: Numbers; onAdd: (name: string) => void }) {
  const [name, setName] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const trimmed = name.trim();
  const canAdd = trimmed !== "" && !taken.has(trimmed);
  const add = () => {
    onAdd(trimmed);
    setName("");
    // The button can't be pressed again before a name is there.
    field.current?.focus();
  };
  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        ref={field}
        label="A future split"
        placeholder="test"
        maxLength={LONGEST_NAME}
        w={280}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          // Enter adds the split; the numbers are not saved by it.
          event.preventDefault();
          if (canAdd) add();
        }}
      />
      <Button variant="default" disabled={!canAdd} onClick={add}>
        Add
      </Button>
    </Group>
  );
}

function OverlapsForm({ slug, queue }: { slug: string; queue: Queue }) {
  const queryClient = useQueryClient();
  const [edits, setEdits] = useState<Numbers>(new Map());
  const save = useMutation({
    mutationFn: (overlaps: Queue["overlaps"]) => changeQueue(slug, { overlaps }),
    meta: { silent: true },
    onSuccess: async (saved) => {
      queryClient.setQueryData(queryKeys.queue(slug), saved);
      await queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) });
    },
  });
  const examples = new Map(queue.found_splits.map((split) => [split.name, split.examples]));
  const numbers: Numbers = new Map([...numbersOf(queue), ...edits]);
  const changes = changesOf(queue, edits);

  function submit(): Promise<unknown> {
    return save.mutateAsync(changes, {
      onSuccess: () => {
        // What was typed while it was sent is still to be saved.
        setEdits((now) => (now === edits ? new Map() : now));
      },
    });
  }

  return (
    <PartForm
      title="Annotations by split"
      changes={changes.length}
      sending={save}
      onSave={submit}
      onDiscard={() => setEdits(new Map())}
    >
      {queue.overlap_job !== null && <Changing slug={slug} job={queue.overlap_job} />}
      {numbers.size > 0 && (
        <Stack component="ul" gap={0} className={classes.list} aria-label="Annotations by split">
          {[...numbers].map(([name, value]) => (
            <li key={name} className={classes.row}>
              <Group gap="sm" wrap="nowrap">
                <Text size="sm" fw={500}>
                  {name}
                </Text>
                <Text size="sm" c="dimmed">
                  {count(examples.get(name) ?? 0, "example")}
                </Text>
              </Group>
              <NumberInput
                aria-label={`Annotations per example of ${name}`}
                placeholder={`${String(queue.overlap)}, as in the project`}
                min={1}
                max={MOST_OVERLAP}
                w={170}
                value={value}
                onChange={(typed) => {
                  const next = typeof typed === "number" ? typed : "";
                  setEdits(new Map(edits).set(name, next));
                }}
              />
            </li>
          ))}
        </Stack>
      )}
      <AddSplit taken={numbers} onAdd={(name) => setEdits(new Map(edits).set(name, ""))} />
    </PartForm>
  );
}

/**
 * How many annotations each example of a split needs, if that differs from the project's number.
 */
export function SplitOverlaps({ slug }: { slug: string }) {
  const queue = useQuery(queueQuery(slug));
  return (
    <SettingsCard
      title="Annotations per example, by split"
      about="Leave empty to use the project’s number. A larger number opens further places at once. You can lower it as long as no example has more annotations started or done."
    >
      <QueryView query={queue}>{(loaded) => <OverlapsForm slug={slug} queue={loaded} />}</QueryView>
    </SettingsCard>
  );
}
