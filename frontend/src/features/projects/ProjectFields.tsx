import { NumberInput, TextInput } from "@mantine/core";
import type { ReactNode } from "react";

export interface ProjectValues {
  title: string;
  overlap: number | "";
  lease_minutes: number | "";
}

export const MOST_MINUTES = 10_080;
export const MOST_OVERLAP = 1000;

function toNumber(value: string | number): number | "" {
  return typeof value === "number" ? value : "";
}

/** What a project is created with and what stays changeable. */
export function ProjectFields({
  values,
  errors,
  afterTitle,
  onChange,
}: {
  values: ProjectValues;
  errors: Readonly<Record<string, string>>;
  afterTitle?: ReactNode;
  onChange: (changes: Partial<ProjectValues>) => void;
}) {
  return (
    <>
      <TextInput
        label="Title"
        description="What members see."
        maxLength={200}
        required
        value={values.title}
        error={errors.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      {afterTitle}
      <NumberInput
        label="Annotations per example"
        description="How many different people answer each question."
        min={1}
        max={MOST_OVERLAP}
        required
        value={values.overlap}
        error={errors.overlap}
        onChange={(value) => onChange({ overlap: toNumber(value) })}
      />
      <NumberInput
        label="Minutes without activity"
        description="When an annotator does nothing for this long, the question goes back to the queue. The draft is kept."
        min={1}
        max={MOST_MINUTES}
        required
        value={values.lease_minutes}
        error={errors.lease_minutes}
        onChange={(value) => onChange({ lease_minutes: toNumber(value) })}
      />
    </>
  );
}
