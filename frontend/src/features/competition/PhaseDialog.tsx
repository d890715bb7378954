import { Modal, NumberInput, Select, SimpleGrid, Switch, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { addPhase, changePhase, type Competition, type Phase } from "@/api/competitions";
import { fieldErrors } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import type { DialogProps } from "@/components/dialogProps";
import { changedFields } from "@/components/edits";
import { Form } from "@/components/Form";
import { fullName } from "@/components/metricWords";
import { useKind } from "@/kinds/useKind";

import { fieldsOf, newFields, type PhaseFields, rulesOf } from "./phaseForm";

interface PhaseDialogProps extends DialogProps {
  readonly competition: Competition;
  /** The phase to change; null for a new one. */
  readonly phase: Phase | null;
}

const SHOWN_TO = [
  { value: "nobody", label: "Nobody" },
  { value: "team", label: "The team" },
  { value: "everybody", label: "Everybody" },
] as const;

function PhaseForm({ competition, phase, onClose }: Omit<PhaseDialogProps, "opened">) {
  const { project: slug, kind, metrics } = competition;
  const { asks } = useKind(kind);
  const queryClient = useQueryClient();
  const [stored] = useState(() => (phase === null ? newFields(metrics[0] ?? "") : fieldsOf(phase)));
  const [fields, setFields] = useState<PhaseFields>(stored);
  const save = useMutation({
    mutationFn: () => {
      const rules = rulesOf(fields, phase);
      if (phase === null) return addPhase(slug, rules);
      return changePhase(slug, phase.number, changedFields(rulesOf(stored, phase), rules));
    },
    meta: { silent: true },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.competition(slug) });
      onClose();
    },
  });
  const errors = fieldErrors(save.error);
  const isFixed = phase?.is_fixed === true;
  const change = (changes: Partial<PhaseFields>) => setFields({ ...fields, ...changes });
  const number = (name: "uploads_per_week" | "uploads_total" | "refused_per_week") => ({
    value: fields[name],
    error: errors[name],
    disabled: isFixed,
    min: 1,
    onChange: (value: number | string) => change({ [name]: value }),
  });
  const date = (name: "starts_at" | "ends_at") => ({
    type: "datetime-local",
    value: fields[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ [name]: event.currentTarget.value }),
  });
  return (
    <Form
      sending={save}
      onSubmit={() => save.mutate()}
      action={phase === null ? "Add phase" : "Save"}
      canSubmit={fields.name.trim() !== ""}
      onCancel={onClose}
      shownAt={Object.keys(stored)}
    >
      {isFixed && (
        <Text size="sm">
          Teams have submitted in this phase, so its rules stay as they are. You can change its name
          and move its end to a later time. For other rules, add a phase.
        </Text>
      )}
      <TextInput
        label="Name"
        required
        maxLength={100}
        value={fields.name}
        error={errors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Start"
          description={phase === null ? "Empty: at once" : "Empty: it has always been open"}
          disabled={isFixed}
          {...date("starts_at")}
        />
        <TextInput
          label="End"
          description="Empty: until you publish the results"
          {...date("ends_at")}
        />
        <NumberInput
          label="Uploads of a team in seven days"
          max={100}
          {...number("uploads_per_week")}
        />
        <NumberInput
          label="Uploads of a team in all"
          placeholder="No limit"
          max={1000}
          {...number("uploads_total")}
        />
        <NumberInput
          label="Refused files in seven days"
          max={100}
          {...number("refused_per_week")}
        />
        <Select
          label="Figure that decides the order"
          allowDeselect={false}
          disabled={isFixed}
          data={metrics.map((value) => ({ value, label: fullName(value) }))}
          value={fields.metric}
          error={errors.metric}
          onChange={(value) => change({ metric: value ?? fields.metric })}
        />
        {asks.threshold && (
          <NumberInput
            label="Annotations with an answer"
            description="So many make a question answerable"
            min={1}
            max={1000}
            disabled={isFixed}
            value={fields.non_null_annotations}
            error={errors.non_null_annotations}
            onChange={(value) => change({ non_null_annotations: value })}
          />
        )}
        <Select
          label="Who sees scores before the results"
          allowDeselect={false}
          disabled={isFixed}
          data={[...SHOWN_TO]}
          value={fields.shown_to}
          onChange={(value) => change({ shown_to: value ?? fields.shown_to })}
        />
      </SimpleGrid>
      <Switch
        label="Public and private half"
        description="During the phase, scores are on the public half of the questions. The private half decides."
        disabled={isFixed}
        checked={fields.has_halves}
        error={errors.has_halves}
        onChange={(event) => change({ has_halves: event.currentTarget.checked })}
      />
      <NumberInput
        label="Step of the Ladder, in points (optional)"
        description="A team sees a new score only if it beats its best by more than this. The score is rounded to the step, and no other figure is shown. A run of small changes then tells nothing about single answers. Half an interval of a score is a good step."
        placeholder="No step"
        allowDecimal
        decimalScale={1}
        step={0.5}
        min={0.1}
        max={10}
        disabled={isFixed}
        value={fields.ladder_step}
        error={errors.ladder_step}
        onChange={(value) => change({ ladder_step: value })}
      />
    </Form>
  );
}

/** Adds a phase, or changes one. */
export function PhaseDialog({ opened, onClose, phase, competition }: PhaseDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={phase === null ? "Add a phase" : `Change ${phase.name}`}
      size="lg"
    >
      <PhaseForm competition={competition} phase={phase} onClose={onClose} />
    </Modal>
  );
}
