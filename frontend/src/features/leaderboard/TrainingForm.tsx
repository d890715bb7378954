import { Alert, Button, Modal, NumberInput, Select, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { ApiError } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import { type NewTraining, type ReaderChoices, readersQuery, trainReader } from "@/api/readers";
import { Form } from "@/components/Form";
import { notifyDone } from "@/components/notify";
import { QueryView } from "@/components/QueryView";

/** So many annotations with an answer make an example answerable. */
const USUAL_THRESHOLD = 2;
const USUAL_EPOCHS = 12;
const MOST_EPOCHS = 200;
const SHOWN = ["system", "train_split", "dev_split", "name", "epochs", "seed"];

/** A button for leads that trains one of the paper’s systems on the project’s answers. */
export function TrainSystem({ slug }: { readonly slug: string }) {
  const [isOpen, setOpen] = useState(false);
  const choices = useQuery({ ...readersQuery(slug), enabled: isOpen });
  return (
    <>
      <Button variant="default" style={{ alignSelf: "flex-start" }} onClick={() => setOpen(true)}>
        Train a system
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Train a system">
        <QueryView query={choices}>
          {(loaded) =>
            whyNot(loaded) === "" ? (
              <TrainingForm slug={slug} choices={loaded} onClose={() => setOpen(false)} />
            ) : (
              <Alert color="gray">{whyNot(loaded)}</Alert>
            )
          }
        </QueryView>
      </Modal>
    </>
  );
}

/** Why nothing can be trained; empty if something can. */
function whyNot({ unavailable, splits }: ReaderChoices): string {
  if (unavailable !== "") return unavailable;
  if (splits.length > 1) return "";
  return "Training needs two splits: one to learn from, and one to choose thresholds on. Draw them on the page Settings.";
}

function TrainingForm({
  slug,
  choices: { systems, splits },
  onClose,
}: {
  readonly slug: string;
  readonly choices: ReaderChoices;
  readonly onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const [system, setSystem] = useState<string>(systems[0]?.system ?? "");
  const [train, setTrain] = useState(named(splits, "train", 0));
  const [dev, setDev] = useState(named(splits, "dev", 1));
  const [name, setName] = useState("");
  const [epochs, setEpochs] = useState<number | string>(USUAL_EPOCHS);
  const [seed, setSeed] = useState<number | string>(0);
  const run = useMutation({
    mutationFn: (body: NewTraining) => trainReader(slug, body),
    meta: { silent: true },
    onSuccess: async () => {
      onClose();
      notifyDone("The training runs, also if you leave this page.");
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) }),
        queryClient.invalidateQueries({ queryKey: readersQuery(slug).queryKey }),
      ]);
    },
  });
  const errors = run.error instanceof ApiError ? run.error.fields : {};

  const chosen = systems.find((each) => each.system === system);

  function submit(): void {
    if (chosen === undefined) return;
    run.mutate({
      system: chosen.system,
      train_split: train,
      dev_split: dev,
      ...(name.trim() !== "" && { name: name.trim() }),
      epochs: Number(epochs),
      seed: Number(seed),
      non_null_annotations: USUAL_THRESHOLD,
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
      <Select
        label="System"
        data={systems.map(({ system: value, name: label }) => ({ value, label }))}
        value={system}
        error={errors.system}
        allowDeselect={false}
        onChange={(value) => setSystem(value ?? "")}
      />
      <Select
        label="Split to learn from"
        data={splits}
        value={train}
        error={errors.train_split}
        allowDeselect={false}
        onChange={(value) => setTrain(value ?? "")}
      />
      <Select
        label="Split to choose thresholds on"
        description="The system is scored on it as well"
        data={splits}
        value={dev}
        error={errors.dev_split ?? errors.split}
        allowDeselect={false}
        onChange={(value) => setDev(value ?? "")}
      />
      <NumberInput
        label="Epochs"
        min={1}
        max={MOST_EPOCHS}
        allowDecimal={false}
        value={epochs}
        error={errors.epochs}
        onChange={setEpochs}
      />
      <NumberInput
        label="Seed"
        min={0}
        allowDecimal={false}
        thousandSeparator={false}
        value={seed}
        error={errors.seed}
        onChange={setSeed}
      />
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

/** The split of a usual name, or else the one at a place. */
function named(splits: readonly string[], name: string, place: number): string {
  return splits.includes(name) ? name : (splits[place] ?? "");
}
