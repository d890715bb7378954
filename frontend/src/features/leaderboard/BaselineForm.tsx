import { Button, Modal, Select, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import {
  type BaselineChoices,
  baselinesQuery,
  type NewBaseline,
  runBaseline,
} from "@/api/baselines";
import { ApiError } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import { Form } from "@/components/Form";
import { notifyDone } from "@/components/notify";
import { QueryView } from "@/components/QueryView";
import { type Seed, SeedInput } from "@/components/SeedInput";

/** So many annotations with an answer make an example of Natural Questions answerable. */
const USUAL_THRESHOLD = 2;
const SHOWN = ["baseline", "split", "name", "train_project", "train_split", "seed"];

interface RunBaselineProps {
  readonly slug: string;
  /** Those that can be scored. */
  readonly splits: readonly string[];
}

/** A button for leads that runs one of the papers’ baselines on a split. */
export function RunBaseline({ slug, splits }: RunBaselineProps) {
  const [isOpen, setOpen] = useState(false);
  const choices = useQuery({ ...baselinesQuery(slug), enabled: isOpen });
  return (
    <>
      <Button
        variant="default"
        style={{ alignSelf: "flex-start" }}
        disabled={splits.length === 0}
        onClick={() => setOpen(true)}
      >
        Run a baseline
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Run a baseline">
        <QueryView query={choices}>
          {(loaded) => (
            <BaselineForm
              slug={slug}
              splits={splits}
              choices={loaded}
              onClose={() => setOpen(false)}
            />
          )}
        </QueryView>
      </Modal>
    </>
  );
}

function BaselineForm({
  slug,
  splits,
  choices: { baselines, sources },
  onClose,
}: RunBaselineProps & { readonly choices: BaselineChoices; readonly onClose: () => void }) {
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<string>(baselines[0]?.baseline ?? "");
  const [split, setSplit] = useState(splits.at(-1) ?? "");
  const [train, setTrain] = useState<string | null>(null);
  const [name, setName] = useState("");
  const [seed, setSeed] = useState<Seed>(1);
  const chosen = baselines.find(({ baseline }) => baseline === kind);
  const copied = copiedSplits(sources, { slug, split });
  const run = useMutation({
    mutationFn: (body: NewBaseline) => runBaseline(slug, body),
    meta: { silent: true },
    onSuccess: async () => {
      onClose();
      notifyDone("The baseline runs, also if you leave this page.");
      await queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) });
    },
  });
  const errors = run.error instanceof ApiError ? run.error.fields : {};
  const source = copied.find(({ value }) => value === train);

  function submit(): void {
    if (chosen === undefined) return;
    run.mutate({
      baseline: chosen.baseline,
      split,
      ...(name.trim() !== "" && { name: name.trim() }),
      ...(chosen.copies && source && { train_project: source.project, train_split: source.split }),
      seed: chosen.draws ? Number(seed) : 0,
      non_null_annotations: USUAL_THRESHOLD,
    });
  }

  return (
    <Form
      sending={run}
      onSubmit={submit}
      action="Run"
      canSubmit={chosen !== undefined && (!chosen.copies || source !== undefined)}
      onCancel={onClose}
      shownAt={SHOWN}
    >
      <Select
        label="Baseline"
        data={baselines.map(({ baseline, name: label }) => ({ value: baseline, label }))}
        value={kind}
        error={errors.baseline}
        allowDeselect={false}
        onChange={(value) => setKind(value ?? "")}
      />
      <Select
        label="Split to answer"
        data={splits}
        value={split}
        error={errors.split}
        allowDeselect={false}
        onChange={(value) => setSplit(value ?? "")}
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
      <TextInput
        label="Name (optional)"
        maxLength={100}
        placeholder={chosen?.name}
        value={name}
        error={errors.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
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
