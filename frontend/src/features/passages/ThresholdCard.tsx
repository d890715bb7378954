import { Button, Card, Group, NumberInput, Slider, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import {
  type ContextShare,
  contextKey,
  contextShareQuery,
  setContextThreshold,
} from "@/api/contextPassages";
import { queryKeys } from "@/api/queryKeys";
import { ErrorAlert } from "@/components/ErrorAlert";
import { count, formatCount, formatShare } from "@/components/format";
import { notifyDone } from "@/components/notify";
import { QueryView } from "@/components/QueryView";

import classes from "./passages.module.css";

const STEP = 0.01;

/** Slider, number, and what share of disambiguations gets a passage there. */
export function ThresholdCard({
  slug,
  threshold,
  asked,
  onChange,
}: {
  slug: string;
  threshold: number;
  /** The threshold that the counts are for, a moment behind. */
  asked: number;
  onChange: (threshold: number) => void;
}) {
  const share = useQuery(contextShareQuery(slug, asked));
  return (
    <Card component="section" padding="xl" aria-labelledby="threshold">
      <Title order={2} size="h3" id="threshold" mb="md">
        Threshold
      </Title>
      <Stack gap="xl">
        <Group gap="xl" align="center" wrap="nowrap">
          <Slider
            flex={1}
            min={0}
            max={1}
            step={STEP}
            value={threshold}
            onChange={onChange}
            label={null}
            thumbLabel="Threshold"
            marks={[0, 0.25, 0.5, 0.75, 1].map((value) => ({ value, label: value.toFixed(2) }))}
            mb="md"
          />
          <NumberInput
            aria-label="Threshold as a number"
            w={92}
            min={0}
            max={1}
            step={STEP}
            allowDecimal
            decimalScale={4}
            value={threshold}
            onChange={(typed) => {
              if (typeof typed === "number" && typed >= 0 && typed <= 1) onChange(typed);
            }}
          />
        </Group>
        <QueryView query={share}>
          {(counts) => <Shares slug={slug} counts={counts} threshold={threshold} />}
        </QueryView>
      </Stack>
    </Card>
  );
}

function Shares({
  slug,
  counts,
  threshold,
}: {
  slug: string;
  counts: ContextShare;
  threshold: number;
}) {
  const { unsearched } = counts;
  const known = counts.disambiguations - unsearched;
  const none = known - counts.own - counts.found;
  return (
    <Group justify="space-between" align="flex-end" gap="lg">
      <Stack gap={4} flex="1 1 380px">
        <Group gap="xs" align="baseline" role="status">
          <span className={classes.share}>{formatShare(counts.share)}</span>
          <Text>
            of {count(known, "disambiguation")} {known === 1 ? "gets" : "get"} a passage
          </Text>
        </Group>
        <ShareBar share={counts.share ?? 0} paperShare={counts.paper_share} />
        <Text size="sm" c="dimmed">
          {formatCount(counts.above)} found above the threshold,{" "}
          {formatCount(counts.found - counts.above)} at or below it
          {counts.own > 0 && `; ${formatCount(counts.own)} came with the questions`}
          {none > 0 && `; for ${formatCount(none)} there is none`}
          {unsearched > 0 && `; ${formatCount(unsearched)} not searched yet, and not counted`}.
        </Text>
      </Stack>
      <SaveButton slug={slug} inUse={counts.threshold} threshold={threshold} />
    </Group>
  );
}

function ShareBar({ share, paperShare }: { share: number; paperShare: number }) {
  return (
    <div className={classes.barWithMark}>
      <div className={classes.bar}>
        <div className={classes.filled} style={{ width: `${share * 100}%` }} />
        <div className={classes.paper} style={{ left: `${paperShare * 100}%` }} />
      </div>
      <Text size="xs" c="dimmed" className={classes.paperLabel} pl={`${paperShare * 100}%`}>
        {formatShare(paperShare)} in the ASQA paper
      </Text>
    </div>
  );
}

function SaveButton({
  slug,
  inUse,
  threshold,
}: {
  slug: string;
  inUse: number;
  threshold: number;
}) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () => setContextThreshold(slug, threshold),
    meta: { silent: true },
    onSuccess: async () => {
      notifyDone(`Annotators now see passages above ${show(threshold)}.`);
      await queryClient.invalidateQueries({ queryKey: contextKey(slug) });
      await queryClient.invalidateQueries({ queryKey: queryKeys.project(slug), exact: true });
    },
  });
  return (
    <Stack gap="xs" align="flex-end">
      <ErrorAlert error={save.error} />
      <Text size="sm" c="dimmed">
        In use: {show(inUse)}
      </Text>
      <Button loading={save.isPending} disabled={threshold === inUse} onClick={() => save.mutate()}>
        Use {show(threshold)}
      </Button>
    </Stack>
  );
}

function show(threshold: number): string {
  return threshold.toLocaleString("en-GB", { minimumFractionDigits: 2, maximumFractionDigits: 4 });
}
