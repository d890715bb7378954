import {
  Alert,
  Button,
  Card,
  Group,
  NumberInput,
  Progress as Bar,
  Radio,
  Stack,
  Switch,
  Text,
  Title,
} from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";

import { describeError } from "@/api/errors";
import { jobsQuery } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import { type QueueChanges, changeQueue, queueQuery } from "@/api/queue";
import type { Project, Queue, QueueOrder, QueueWithin } from "@/api/types";
import { formatCount } from "@/components/format";
import { notifyDone } from "@/components/notify";
import { QueryView } from "@/components/QueryView";

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

const LARGEST_SEED = 2 ** 31 - 1;

interface QueueValues {
  order: QueueOrder;
  within: QueueWithin;
  seed: number | "";
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
  const current = jobs.data?.results.find(({ id }) => id === job);
  const { done = 0, total = null } = current ?? {};
  return (
    <Stack gap={6} role="status">
      <Bar
        value={total === null || total === 0 ? 100 : (done / total) * 100}
        animated={total === null}
        striped={total === null}
        size="sm"
        aria-label="Examples in order"
      />
      <Text size="sm" c="dimmed">
        The examples are being put in order
        {total !== null && `: ${formatCount(done)} of ${formatCount(total)}`}. Annotators go on
        meanwhile.
      </Text>
    </Stack>
  );
}

function SeedField({
  value,
  onChange,
}: {
  value: number | "";
  onChange: (seed: number | "") => void;
}) {
  return (
    <Group align="flex-end" gap="sm">
      <NumberInput
        label="Seed"
        description="Any number. A different one gives a different order."
        min={0}
        max={LARGEST_SEED}
        allowDecimal={false}
        required
        w={280}
        value={value}
        onChange={(typed) => onChange(typeof typed === "number" ? typed : "")}
      />
      <Button variant="default" onClick={() => onChange(Math.floor(Math.random() * LARGEST_SEED))}>
        Draw another
      </Button>
    </Group>
  );
}

function QueueForm({ project, queue }: { project: Project; queue: Queue }) {
  const queryClient = useQueryClient();
  const [values, setValues] = useState(() => valuesOf(queue));
  const save = useMutation({
    mutationFn: (changes: QueueChanges) => changeQueue(project.slug, changes),
    meta: { silent: true },
    onSuccess: async (saved) => {
      queryClient.setQueryData(queryKeys.queue(project.slug), saved);
      setValues(valuesOf(saved));
      notifyDone("The order of the queue is saved.");
      await queryClient.invalidateQueries({ queryKey: queryKeys.jobs(project.slug) });
    },
  });
  const { order, within, seed, splits, balance_pairs: balance } = values;
  const hasTies = order === "priority" || order === "split";
  const isDrawn = order === "random" || (hasTies && within === "random");
  const canMeet = Math.max(project.overlap, ...queue.overlaps.map((own) => own.overlap ?? 1)) > 1;
  const isChanged = JSON.stringify(values) !== JSON.stringify(valuesOf(queue));

  function change(changes: Partial<QueueValues>): void {
    setValues({ ...values, ...changes });
  }

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (seed === "") return;
    save.mutate({
      order,
      within,
      seed,
      balance_pairs: balance,
      ...(order === "split" ? { splits } : {}),
    });
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        {save.isError && (
          <Alert color="brick" role="alert">
            {describeError(save.error)}
          </Alert>
        )}
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
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={save.isPending}
            disabled={!isChanged || (order === "split" && splits.length === 0)}
          >
            Save the order
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** In which order questions are handed out, and to whom. */
export function QueueSettings({ project }: { project: Project }) {
  const queue = useQuery(queueQuery(project.slug));
  return (
    <Card component="section" padding="xl" maw={640} mt="lg" aria-labelledby="queue">
      <Title order={2} size="h3" mb={4} id="queue">
        Queue
      </Title>
      <Text size="sm" c="dimmed" mb="lg">
        A change applies to questions that have not been handed out yet. Questions that were given
        back always come first.
      </Text>
      <QueryView query={queue}>
        {(loaded) => <QueueForm project={project} queue={loaded} />}
      </QueryView>
    </Card>
  );
}
