import { Alert, Button, Group, Radio, Stack, Switch } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { jobsQuery } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import { type QueueChanges, changeQueue, queueQuery } from "@/api/queue";
import type { Project, Queue, QueueOrder, QueueWithin } from "@/api/types";
import { changedFields } from "@/components/edits";
import { JobBar } from "@/components/JobBar";
import { PartForm } from "@/components/PartForm";
import { QueryView } from "@/components/QueryView";
import { anySeed, type Seed, SeedInput } from "@/components/SeedInput";
import { SettingsCard } from "@/components/SettingsCard";

import { SplitOrder, splitsInOrder } from "./SplitOrder";

const ORDERS: { value: QueueOrder; label: string; what: string }[] = [
  { value: "imported", label: "As imported", what: "In the order of the import." },
  {
    value: "random",
    label: "At random",
    what: "Drawn by the seed below: the same seed gives the same order.",
  },
  {
    value: "priority",
    label: "By priority",
    what: "High priorities first. Set them on the Examples page.",
  },
  {
    value: "split",
    label: "By split",
    what: "One split after the other; within a split, high priorities first.",
  },
];

const WITHIN: { value: QueueWithin; label: string }[] = [
  { value: "imported", label: "As imported" },
  { value: "random", label: "At random, by the seed" },
];

interface QueueValues {
  order: QueueOrder;
  within: QueueWithin;
  seed: Seed;
  splits: string[];
  balance_pairs: boolean;
}

function valuesOf(queue: Queue): QueueValues {
  const { order, within, seed, balance_pairs } = queue;
  return { order, within, seed, balance_pairs, splits: splitsInOrder(queue) };
}

/** How far the job is that puts the examples in order. */
function Ordering({ slug, job }: { slug: string; job: string }) {
  const jobs = useQuery(jobsQuery(slug));
  return (
    <JobBar
      job={jobs.data?.results.find(({ id }) => id === job)}
      label="Examples in order"
      unit="examples"
    >
      The examples are being put in order
    </JobBar>
  );
}

function SeedField({ value, onChange }: { value: Seed; onChange: (seed: Seed) => void }) {
  return (
    <Group align="flex-end" gap="sm">
      <SeedInput
        description="A different one gives a different order."
        required
        w={280}
        value={value}
        onChange={onChange}
      />
      <Button variant="default" onClick={() => onChange(anySeed())}>
        Draw another
      </Button>
    </Group>
  );
}

function QueueForm({ project, queue }: { project: Project; queue: Queue }) {
  const queryClient = useQueryClient();
  const [edits, setEdits] = useState<Partial<QueueValues>>({});
  const save = useMutation({
    mutationFn: (changes: QueueChanges) => changeQueue(project.slug, changes),
    meta: { silent: true },
    onSuccess: async (saved) => {
      queryClient.setQueryData(queryKeys.queue(project.slug), saved);
      await queryClient.invalidateQueries({ queryKey: queryKeys.jobs(project.slug) });
    },
  });
  const stored = valuesOf(queue);
  const { order, within, seed, balance_pairs: balance } = { ...stored, ...edits };
  // Splits that came while they were put in order go last.
  const splits = [...new Set([...(edits.splits ?? []), ...stored.splits])];
  const hasTies = order === "priority" || order === "split";
  const isDrawn = order === "random" || (hasTies && within === "random");
  const canMeet = Math.max(project.overlap, ...queue.overlaps.map((own) => own.overlap ?? 1)) > 1;
  const changes = changedFields(stored, edits);

  function change(typed: Partial<QueueValues>): void {
    setEdits({ ...edits, ...typed });
  }

  function submit(): Promise<unknown> {
    const { seed: newSeed, splits: _, ...others } = changes;
    return save.mutateAsync(
      {
        ...others,
        // A field that was emptied before it was hidden says nothing.
        ...(newSeed !== undefined && newSeed !== "" && { seed: newSeed }),
        ...(order === "split" && { splits }),
      },
      {
        onSuccess: () => {
          // What was changed while it was sent is still to be saved.
          setEdits((now) => (now === edits ? {} : now));
        },
      },
    );
  }

  return (
    <PartForm
      title="Queue"
      changes={Object.keys(changes).length}
      sending={save}
      onSave={submit}
      onDiscard={() => setEdits({})}
    >
      {queue.job !== null && <Ordering slug={project.slug} job={queue.job} />}
      {queue.job === null && !queue.is_ordered && (
        <Alert color="amber" title="Not all examples are in this order yet">
          Putting them in order was stopped half-way.
          <Group mt="sm">
            <Button
              size="xs"
              variant="default"
              loading={save.isPending}
              onClick={() => save.mutate({})}
            >
              Put them in order
            </Button>
          </Group>
        </Alert>
      )}
      <Radio.Group
        label="Which question comes next"
        value={order}
        onChange={(value) => {
          const chosen = ORDERS.find((each) => each.value === value);
          if (chosen) change({ order: chosen.value });
        }}
      >
        <Stack gap="sm" mt={8}>
          {ORDERS.map(({ value, label, what }) => (
            <Radio key={value} value={value} label={label} description={what} />
          ))}
        </Stack>
      </Radio.Group>
      {order === "split" && (
        <SplitOrder
          splits={splits}
          found={queue.found_splits}
          onChange={(next) => change({ splits: next })}
        />
      )}
      {hasTies && (
        <Radio.Group
          label="Among examples of the same priority"
          value={within}
          onChange={(value) => change({ within: value === "random" ? "random" : "imported" })}
        >
          <Group gap="xl" mt={8}>
            {WITHIN.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Group>
        </Radio.Group>
      )}
      {isDrawn && <SeedField value={seed} onChange={(next) => change({ seed: next })} />}
      <Switch
        label="Pair annotators evenly"
        description={
          !canMeet
            ? "Works once an example needs two annotations or more."
            : "Looks up to 32 open questions ahead and picks the one whose annotators have shared the fewest questions with this annotator. Agreement then rests on all pairs equally."
        }
        disabled={!canMeet && !balance}
        checked={balance}
        onChange={(event) => change({ balance_pairs: event.currentTarget.checked })}
      />
    </PartForm>
  );
}

/** In which order questions are handed out, and to whom. */
export function QueueSettings({ project }: { project: Project }) {
  const queue = useQuery(queueQuery(project.slug));
  return (
    <SettingsCard
      title="Queue"
      about="A change applies to questions that have not been handed out yet. Questions that were given back always come first."
    >
      <QueryView query={queue}>
        {(loaded) => <QueueForm project={project} queue={loaded} />}
      </QueryView>
    </SettingsCard>
  );
}
