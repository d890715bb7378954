import { Alert, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { isActive, jobsQuery } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import {
  type DrawRequest,
  type SplitDraw as Draw,
  type SplitPreview,
  type Splits,
  drawSplits,
  previewSplits,
  splitsQuery,
} from "@/api/splits";
import { ErrorAlert } from "@/components/ErrorAlert";
import { count, formatDate } from "@/components/format";
import { QueryView } from "@/components/QueryView";
import { RunningJob } from "@/components/RunningJob";
import { anySeed, type Seed } from "@/components/SeedInput";
import { type TypedPart, USUAL_PARTS, describeSize, drawOf } from "@/components/splitParts";
import { SplitPartsInput } from "@/components/SplitPartsInput";
import { useRefreshWhenFinished } from "@/components/useRefreshWhenFinished";

import { HiddenSplit } from "./HiddenSplit";
import classes from "./SplitOrder.module.css";

function Counts({ splits, label }: { splits: Splits["splits"]; label: string }) {
  return (
    <Stack component="ul" gap={0} className={classes.list} aria-label={label}>
      {splits.map(({ name, examples }) => (
        <li key={name} className={classes.row}>
          <Text size="sm" fw={500}>
            {name === "" ? "Without a split" : name}
          </Text>
          <Text size="sm" c="dimmed">
            {count(examples, "example")}
          </Text>
        </li>
      ))}
    </Stack>
  );
}

function useDraw(slug: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: DrawRequest) => drawSplits(slug, request),
    meta: { silent: true },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) });
      await queryClient.invalidateQueries({ queryKey: queryKeys.splits(slug) });
    },
  });
}

/** The draw on record, and how far its job is. */
function DrawnCard({ slug, draw }: { slug: string; draw: Draw }) {
  const queryClient = useQueryClient();
  const jobs = useQuery(jobsQuery(slug));
  const again = useDraw(slug);
  const { seed } = draw;
  const job = jobs.data?.results.find(({ id }) => id === draw.job);
  const isRunning = job !== undefined && isActive(job);
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) });
  return (
    <Stack gap="sm">
      <Text size="sm">
        Drawn on {formatDate(draw.drawn_at)}
        {seed !== null && ` with seed ${String(seed)}`}:{" "}
        {draw.parts.map((part) => `${part.name} ${describeSize(part)}`).join(", ")}. Examples that
        you import later without a split are drawn by the same rule.
      </Text>
      <ErrorAlert error={again.error} />
      {isRunning && <RunningJob job={job} label="Drawing the splits" onCancel={refresh} />}
      {draw.is_left_undone && !isRunning && (
        <Alert color="amber" title="Not all examples have their split yet">
          Drawing was stopped half-way.
          {seed === null ? (
            " A steward can go on."
          ) : (
            <Group mt="sm">
              <Button
                size="xs"
                variant="default"
                loading={again.isPending}
                onClick={() => {
                  again.mutate({ seed, parts: draw.parts.map(requestOf) });
                }}
              >
                Go on
              </Button>
            </Group>
          )}
        </Alert>
      )}
    </Stack>
  );
}

function requestOf({ name, share, number }: Draw["parts"][number]): DrawRequest["parts"][number] {
  return { name, ...(share !== null && { share }), ...(number !== null && { number }) };
}

function Preview({ preview }: { preview: SplitPreview }) {
  return (
    <Stack gap={8}>
      <Counts splits={preview.splits} label="What the draw gives" />
      {preview.joined > 0 && (
        <Text size="sm" c="dimmed">
          {count(preview.joined, "example")} of these join the split of a near-duplicate.
        </Text>
      )}
      {!preview.is_exact && (
        <Text size="sm" c="dimmed">
          The project is large, so these are estimates.
        </Text>
      )}
    </Stack>
  );
}

function DrawForm({ slug }: { slug: string }) {
  const [seed, setSeed] = useState<Seed>(anySeed);
  const [typed, setTyped] = useState<readonly TypedPart[]>(USUAL_PARTS);
  const draw = useDraw(slug);
  const look = useMutation({
    mutationFn: (request: DrawRequest) => previewSplits(slug, request),
    meta: { silent: true },
  });
  const request = drawOf(seed, typed);

  function change(next: readonly TypedPart[]): void {
    setTyped(next);
    // What was counted was another draw.
    look.reset();
    draw.reset();
  }

  return (
    <Stack gap="md">
      <ErrorAlert error={draw.error ?? look.error} withFields />
      <SplitPartsInput
        parts={typed}
        onChange={change}
        seed={seed}
        onSeed={(next) => {
          setSeed(next);
          look.reset();
        }}
      />
      {look.data && <Preview preview={look.data} />}
      <Group justify="flex-end">
        <Button
          variant="default"
          disabled={request === null}
          loading={look.isPending}
          onClick={() => {
            if (request) look.mutate(request);
          }}
        >
          Preview
        </Button>
        <Button
          disabled={request === null || look.data === undefined}
          loading={draw.isPending}
          onClick={() => {
            if (request) draw.mutate(request);
          }}
        >
          Draw the splits
        </Button>
      </Group>
    </Stack>
  );
}

/** A project's splits, and the one draw that gives them to its examples. */
export function SplitDraw({ slug }: { slug: string }) {
  const splits = useQuery(splitsQuery(slug));
  // The queue and every list have other splits once a draw has ended.
  useRefreshWhenFinished(slug, useQuery(jobsQuery(slug)).data?.results);
  return (
    <Card
      component="section"
      padding="xl"
      maw={640}
      aria-labelledby="splits"
      // Takes the focus when a job of it that was cancelled has ended.
      tabIndex={-1}
    >
      <Title order={2} size="h3" mb={4} id="splits">
        Splits
      </Title>
      <Text size="sm" c="dimmed" mb="lg">
        Draw the examples without a split into parts, by share (80%) or by number (500). A project
        is drawn once. Questions that differ only in case, punctuation or word order go to the same
        part.
      </Text>
      <QueryView query={splits}>
        {(loaded) => (
          <Stack gap="lg">
            {loaded.splits.length > 0 && (
              <Counts splits={loaded.splits} label="Examples by split" />
            )}
            {loaded.draw === null ? (
              <DrawForm slug={slug} />
            ) : (
              <DrawnCard slug={slug} draw={loaded.draw} />
            )}
            <HiddenSplit slug={slug} splits={loaded} />
          </Stack>
        )}
      </QueryView>
    </Card>
  );
}
