import { NumberInput, Radio, Stack, Switch } from "@mantine/core";

import type { Project, ProjectKind } from "@/api/types";
import type { Conduct } from "@/kinds/kindPages";
import { useKind } from "@/kinds/useKind";

const MOST_MINUTES = 24 * 60;
const MOST_PER_DAY = 1000;

const REGIMES: { value: Project["regime"]; label: string; what: string }[] = [
  {
    value: "full",
    label: "Disambiguations, context and pages",
    what: "Everything that is known about the question’s meanings.",
  },
  {
    value: "no_context",
    label: "The question alone",
    what: "Annotators work out its meanings themselves.",
  },
];

/** How long a question may take, what is recommended, and what annotators see and need before. */
export function ConductFields({
  kind,
  values,
  errors,
  onChange,
  mayRequireTraining = true,
}: {
  kind: ProjectKind;
  values: Conduct;
  errors: Readonly<Record<string, string>>;
  onChange: (changes: Partial<Conduct>) => void;
  /** False for a project without questions to train on. */
  mayRequireTraining?: boolean;
}) {
  const { choosesRegime } = useKind(kind);
  return (
    <>
      <NumberInput
        label="Minutes per question"
        description="Limits the work on one question. Leave empty for no limit. Parked time doesn’t count. At the limit, the question goes back to the queue and the draft is kept."
        placeholder="No limit"
        min={1}
        max={MOST_MINUTES}
        value={values.minutes_per_question}
        error={errors.minutes_per_question}
        onChange={(value) =>
          onChange({ minutes_per_question: typeof value === "number" ? value : "" })
        }
      />
      <NumberInput
        label="Questions a day"
        description="A recommendation shown beside an annotator’s own count. Leave empty for none."
        placeholder="No recommendation"
        min={1}
        max={MOST_PER_DAY}
        value={values.recommended_per_day}
        error={errors.recommended_per_day}
        onChange={(value) =>
          onChange({ recommended_per_day: typeof value === "number" ? value : "" })
        }
      />
      {mayRequireTraining && (
        <Switch
          label="Require training before the first question"
          description="Annotators first pass the self-study, the session and the exam."
          checked={values.requires_training}
          error={errors.requires_training}
          onChange={(event) => onChange({ requires_training: event.currentTarget.checked })}
        />
      )}
      {choosesRegime && (
        <Radio.Group
          label="What annotators see"
          description="Fixed once the first question is handed out."
          value={values.regime}
          error={errors.regime}
          onChange={(value) => {
            const chosen = REGIMES.find((each) => each.value === value);
            if (chosen) onChange({ regime: chosen.value });
          }}
        >
          <Stack gap="sm" mt={10} mb={errors.regime === undefined ? 0 : 6}>
            {REGIMES.map(({ value, label, what }) => (
              <Radio key={value} value={value} label={label} description={what} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </>
  );
}
