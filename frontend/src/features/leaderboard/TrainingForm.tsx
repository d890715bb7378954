import { Alert, NumberInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { type NewTraining, type ReaderChoices, readersQuery, trainReader } from "@/api/readers";
import { Form } from "@/components/Form";
import { USUAL_THRESHOLD } from "@/components/metricWords";
import { QueryView } from "@/components/QueryView";
import { type Seed, SeedInput } from "@/components/SeedInput";

import { Choice, named, OwnName, RunDialog, useRun } from "./RunDialog";
import { ThresholdInput } from "./ThresholdInput";

const USUAL_EPOCHS = 12;
const MOST_EPOCHS = 200;
const SHOWN = ["system", "train_split", "dev_split", "name", "epochs", "seed"];

interface DialogProps {
  readonly slug: string;
  readonly onClose: () => void;
}

/** A button for leads that trains one of the paper’s systems on the project’s answers. */
export function TrainSystem({ slug }: { readonly slug: string }) {
  return (
    <RunDialog title="Train a system">
      {(onClose) => <TrainingDialog slug={slug} onClose={onClose} />}
    </RunDialog>
  );
}

function TrainingDialog({ slug, onClose }: DialogProps) {
  return (
    <QueryView query={useQuery(readersQuery(slug))}>
      {(loaded) =>
        whyNot(loaded) === "" ? (
          <TrainingForm slug={slug} choices={loaded} onClose={onClose} />
        ) : (
          <Alert color="gray">{whyNot(loaded)}</Alert>
        )
      }
    </QueryView>
  );
}

/** Why nothing can be trained; empty if something can. */
function whyNot({ unavailable, splits }: ReaderChoices): string {
  if (unavailable !== "") return unavailable;
  if (splits.length > 1) return "";
  return "Training needs two splits: one to learn from, and one to choose thresholds on. Draw them on the Settings page.";
}

function TrainingForm({
  slug,
  choices: { systems, splits },
  onClose,
}: DialogProps & { readonly choices: ReaderChoices }) {
  const [system, setSystem] = useState<string>(systems[0]?.system ?? "");
  const [train, setTrain] = useState(usualSplit(splits, "train", 0));
  const [dev, setDev] = useState(usualSplit(splits, "dev", 1));
  const [name, setName] = useState("");
  const [epochs, setEpochs] = useState<number | string>(USUAL_EPOCHS);
  const [seed, setSeed] = useState<Seed>(0);
  const [nonNull, setNonNull] = useState<number | null>(USUAL_THRESHOLD);
  const { run, errors } = useRun({
    slug,
    queue: (body: NewTraining) => trainReader(slug, body),
    says: "The training is running. It continues even if you leave this page.",
    alsoRead: readersQuery(slug).queryKey,
    onClose,
  });
  const chosen = systems.find((each) => each.system === system);

  function submit(): void {
    if (chosen === undefined) return;
    run.mutate({
      system: chosen.system,
      train_split: train,
      dev_split: dev,
      ...named(name),
      epochs: Number(epochs),
      seed: Number(seed),
      non_null_annotations: nonNull ?? USUAL_THRESHOLD,
    });
  }

  return (
    <Form
      sending={run}
      onSubmit={submit}
      action="Train"
      canSubmit={chosen !== undefined && epochs !== "" && seed !== ""}
      onCancel={onClose}
      shownAt={SHOWN}
    >
      <Choice
        label="System"
        data={systems.map(({ system: value, name: label }) => ({ value, label }))}
        value={system}
        error={errors.system}
        onChange={setSystem}
      />
      <Choice
        label="Split to learn from"
        data={splits}
        value={train}
        error={errors.train_split}
        onChange={setTrain}
      />
      <Choice
        label="Split to choose thresholds on"
        description="The system is also scored on it"
        data={splits}
        value={dev}
        error={errors.dev_split ?? errors.split}
        onChange={setDev}
      />
      <ThresholdInput value={nonNull} onChange={setNonNull} />
      <NumberInput
        label="Epochs"
        min={1}
        max={MOST_EPOCHS}
        value={epochs}
        error={errors.epochs}
        onChange={setEpochs}
      />
      <SeedInput value={seed} error={errors.seed} onChange={setSeed} />
      <OwnName usual={chosen?.name} value={name} error={errors.name} onChange={setName} />
    </Form>
  );
}

/** The split of a usual name, or else the one at a place. */
function usualSplit(splits: readonly string[], name: string, place: number): string {
  return splits.includes(name) ? name : (splits[place] ?? "");
}
