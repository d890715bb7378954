import { NumberInput, Switch } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import {
  type AdaptiveOverlap,
  adaptiveOverlapQuery,
  changeAdaptiveOverlap,
} from "@/api/adaptiveOverlap";
import { fieldErrors } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import type { Project } from "@/api/types";
import { changedFields } from "@/components/edits";
import { formatCount } from "@/components/format";
import { PartForm } from "@/components/PartForm";
import { QueryView } from "@/components/QueryView";
import { SettingsCard } from "@/components/SettingsCard";

const LARGEST_CAP = 100;
const LARGEST_STEP = 10;
/** The proposed cap: twice the project's number plus one, so that there is no tie. */
const proposedCap = (overlap: number) => Math.min(2 * overlap + 1, LARGEST_CAP);

interface Values {
  isOn: boolean;
  cap: number | "";
  step: number | "";
  percent: number | "";
  samplePercent: number | "";
}

function valuesOf(
  { cap, step, confidence, sample_share: share }: AdaptiveOverlap,
  overlap: number,
): Values {
  return {
    isOn: cap !== null,
    cap: cap ?? proposedCap(overlap),
    step,
    percent: Math.round(confidence * 100),
    samplePercent: Math.round(share * 1000) / 10,
  };
}

/** What the agreement sample costs at most, in words. */
function costOfSample(examples: number, overlap: number, { cap, samplePercent }: Values): string {
  if (cap === "" || samplePercent === "") return "";
  const sampled = Math.round((examples * samplePercent) / 100);
  if (sampled === 0) {
    return overlap > 1
      ? "No sample: agreement is measured on the first annotations."
      : "No sample: agreement can’t be measured, because every example first gets one annotation.";
  }
  const more = sampled * Math.max(cap - overlap, 0);
  return `About ${formatCount(sampled)} of ${formatCount(examples)} examples, with up to ${formatCount(more)} annotations more than they get first.`;
}

interface NumberFieldProps {
  readonly label: string;
  readonly description: string;
  readonly value: number | "";
  readonly bounds: readonly [number, number];
  readonly error?: string | undefined;
  readonly suffix?: string;
  readonly onChange: (value: number | "") => void;
}

function NumberField({ bounds: [min, max], onChange, ...field }: NumberFieldProps) {
  return (
    <NumberInput
      {...field}
      min={min}
      max={max}
      required
      w={280}
      onChange={(typed) => onChange(typeof typed === "number" ? typed : "")}
    />
  );
}

interface AdaptiveFormProps {
  readonly project: Project;
  readonly chosen: AdaptiveOverlap;
}

function AdaptiveForm({ project, chosen }: AdaptiveFormProps) {
  const queryClient = useQueryClient();
  const [edits, setEdits] = useState<Partial<Values>>({});
  const save = useMutation({
    mutationFn: (choice: Parameters<typeof changeAdaptiveOverlap>[1]) =>
      changeAdaptiveOverlap(project.slug, choice),
    meta: { silent: true },
    onSuccess: async (saved) => {
      queryClient.setQueryData(queryKeys.adaptiveOverlap(project.slug), saved);
      await queryClient.invalidateQueries({ queryKey: queryKeys.jobs(project.slug) });
    },
  });
  const stored = valuesOf(chosen, project.overlap);
  const values = { ...stored, ...edits };
  const { isOn, cap, step, percent, samplePercent } = values;
  const errors = fieldErrors(save.error);
  const changed = isOn ? Object.keys(changedFields(stored, edits)).length : Number(stored.isOn);
  // What was changed while it was sent is still to be saved.
  const onSuccess = () => setEdits((now) => (now === edits ? {} : now));

  function change(changes: Partial<Values>): void {
    setEdits({ ...edits, ...changes });
  }

  function submit(): Promise<unknown> {
    if (!isOn) {
      const { step: oldStep, confidence, sample_share: share } = chosen;
      return save.mutateAsync(
        { cap: null, step: oldStep, confidence, sample_share: share },
        { onSuccess },
      );
    }
    const share = Number(samplePercent) / 100;
    return save.mutateAsync(
      {
        cap: Number(cap),
        step: Number(step),
        confidence: Number(percent) / 100,
        sample_share: share,
      },
      { onSuccess },
    );
  }

  return (
    <PartForm
      title="Adaptive overlap"
      changes={changed}
      sending={save}
      onSave={submit}
      onDiscard={() => setEdits({})}
    >
      <Switch
        label="Request more annotations where the answer is unsettled"
        description="Checked each time the statistics are computed. Turning this off keeps what was requested."
        checked={isOn}
        onChange={(event) => change({ isOn: event.currentTarget.checked })}
      />
      {isOn && (
        <>
          <NumberField
            label="At most"
            description="Annotations per example, including the first ones."
            bounds={[project.overlap + 1, LARGEST_CAP]}
            value={cap}
            error={errors.cap}
            onChange={(next) => change({ cap: next })}
          />
          <NumberField
            label="Added at a time"
            description="Then the answer is checked again."
            bounds={[1, LARGEST_STEP]}
            value={step}
            error={errors.step}
            onChange={(next) => change({ step: next })}
          />
          <NumberField
            label="Settled at"
            description="The probability that most annotators would give the same answer."
            bounds={[60, 99]}
            suffix="%"
            value={percent}
            error={errors.confidence}
            onChange={(next) => change({ percent: next })}
          />
          <NumberField
            label="Agreement sample"
            description={`Examples that get every annotation, settled or not, so that agreement can be measured. ${costOfSample(chosen.examples, project.overlap, values)}`}
            bounds={[0, 100]}
            suffix="%"
            value={samplePercent}
            error={errors.sample_share}
            onChange={(next) => change({ samplePercent: next })}
          />
        </>
      )}
    </PartForm>
  );
}

/** Whether examples whose answer is unsettled get more annotations than the others. */
export function AdaptiveOverlapSettings({ project }: { project: Project }) {
  const chosen = useQuery(adaptiveOverlapQuery(project.slug));
  return (
    <SettingsCard
      title="Adaptive overlap"
      about="Every example first gets the annotations set above. If they leave its long or short answer unsettled, it can get more. The statistics show what this saves and costs."
    >
      <QueryView query={chosen}>
        {(loaded) => <AdaptiveForm project={project} chosen={loaded} />}
      </QueryView>
    </SettingsCard>
  );
}
