import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import {
  type BaselineChoices,
  baselinesQuery,
  type NewBaseline,
  runBaseline,
} from "@/api/baselines";
import type { Project } from "@/api/types";
import { Form } from "@/components/Form";
import { USUAL_THRESHOLD } from "@/components/metricWords";
import { QueryView } from "@/components/QueryView";
import { type Seed, SeedInput } from "@/components/SeedInput";
import { useKind } from "@/kinds/useKind";

import { Choice, named, OwnName, RunDialog, useRun } from "./RunDialog";
import { ThresholdInput } from "./ThresholdInput";

const SHOWN = ["baseline", "split", "name", "train_project", "train_split", "seed"];

interface RunBaselineProps extends Pick<Project, "slug" | "kind"> {
  /** Those that can be scored. */
  readonly splits: readonly string[];
}

interface DialogProps extends RunBaselineProps {
  readonly onClose: () => void;
}

/** A button for leads that runs one of the papers’ baselines on a split. */
export function RunBaseline({ splits, ...project }: RunBaselineProps) {
  return (
    <RunDialog title="Run a baseline" disabled={splits.length === 0}>
      {(onClose) => <BaselineDialog {...project} splits={splits} onClose={onClose} />}
    </RunDialog>
  );
}

function BaselineDialog(props: DialogProps) {
  return (
    <QueryView query={useQuery(baselinesQuery(props.slug))}>
      {(loaded) => <BaselineForm {...props} choices={loaded} />}
    </QueryView>
  );
}

function BaselineForm({
  slug,
  kind: projectKind,
  splits,
  choices: { baselines, sources },
  onClose,
}: DialogProps & { readonly choices: BaselineChoices }) {
  const { asks } = useKind(projectKind);
  const [kind, setKind] = useState<string>(baselines[0]?.baseline ?? "");
  const [split, setSplit] = useState(splits.at(-1) ?? "");
  const [train, setTrain] = useState<string | null>(null);
  const [name, setName] = useState("");
  const [seed, setSeed] = useState<Seed>(1);
  const [nonNull, setNonNull] = useState<number | null>(USUAL_THRESHOLD);
  const chosen = baselines.find(({ baseline }) => baseline === kind);
  const copied = copiedSplits(sources, { slug, split });
  const { run, errors } = useRun({
    slug,
    queue: (body: NewBaseline) => runBaseline(slug, body),
    says: "The baseline is running. It continues even if you leave this page.",
    onClose,
  });
  const source = copied.find(({ value }) => value === train);

  function submit(): void {
    if (chosen === undefined) return;
    run.mutate({
      baseline: chosen.baseline,
      split,
      ...named(name),
      ...(chosen.copies && source && { train_project: source.project, train_split: source.split }),
      seed: chosen.draws ? Number(seed) : 0,
      non_null_annotations: nonNull ?? USUAL_THRESHOLD,
    });
  }

  return (
    <Form
      sending={run}
      onSubmit={submit}
      action="Run"
      canSubmit={
        chosen !== undefined &&
        (!chosen.copies || source !== undefined) &&
        (!chosen.draws || seed !== "")
      }
      onCancel={onClose}
      shownAt={SHOWN}
    >
      <Choice
        label="Baseline"
        data={baselines.map(({ baseline, name: label }) => ({ value: baseline, label }))}
        value={kind}
        error={errors.baseline}
        onChange={setKind}
      />
      <Choice
        label="Split to answer"
        data={splits}
        value={split}
        error={errors.split}
        onChange={setSplit}
      />
      {chosen?.copies === true && (
        <Select
          label="Copied from"
          description="A split of a project that you lead"
          data={copied.map(({ value, label }) => ({ value, label }))}
          value={source === undefined ? null : train}
          error={errors.train_split ?? errors.train_project}
          onChange={setTrain}
        />
      )}
      {chosen?.draws === true && <SeedInput value={seed} error={errors.seed} onChange={setSeed} />}
      {asks.threshold && <ThresholdInput value={nonNull} onChange={setNonNull} />}
      <OwnName usual={chosen?.name} value={name} error={errors.name} onChange={setName} />
    </Form>
  );
}

/** The splits that can be copied from: any but the one that is scored. */
function copiedSplits(
  sources: BaselineChoices["sources"],
  scored: { readonly slug: string; readonly split: string },
) {
  return sources.flatMap(({ project, title, splits }) =>
    splits
      .filter((split) => project !== scored.slug || split !== scored.split)
      .map((split) => ({
        value: `${project} ${split}`,
        label: `${title}, ${split}`,
        project,
        split,
      })),
  );
}
