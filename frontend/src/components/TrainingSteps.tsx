import { Stepper } from "@mantine/core";

import type { Standing } from "@/api/training";

import { stepOf } from "./trainingWords";

/** The three steps, and at which of them somebody is. */
export function TrainingSteps({ standing }: { standing: Standing }) {
  return (
    <Stepper active={stepOf(standing)} size="sm" iconSize={32}>
      <Stepper.Step label="Self-study" description="Three questions" />
      <Stepper.Step label="In person" description="With a lead" />
      <Stepper.Step label="Exam" description="Five questions" />
    </Stepper>
  );
}
