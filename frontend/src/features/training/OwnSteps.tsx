import { Button, Text } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import type { ReactNode } from "react";

import type { OwnTraining, TrainingStep } from "@/api/training";
import { LinkButton } from "@/components/LinkButton";
import { nextThing, stepOf } from "@/components/trainingWords";

import { StepCards } from "./StepCards";

interface Props {
  readonly own: OwnTraining;
  readonly slug: string;
  readonly isBeginning: boolean;
  readonly onBegin: () => void;
}

/** The three steps to an annotator, with what to do or wait for at the current one. */
export function OwnSteps({ own, slug, isBeginning, onBegin }: Props) {
  const { standing, attempts } = own;
  const current = stepOf(standing);
  const next = nextThing(standing);
  const begin = (
    <Button
      loading={isBeginning}
      rightSection={<IconArrowRight size={18} aria-hidden />}
      onClick={onBegin}
    >
      {next.action}
    </Button>
  );
  const answersOf = (step: TrainingStep) =>
    attempts.some((attempt) => attempt.step === step) ? (
      <Button component="a" href={`#${step}`} variant="default">
        Look at your answers
      </Button>
    ) : null;
  const stateOf = (step: number) => {
    if (step < current) return "Done.";
    return step === current ? next.text : "Not open yet.";
  };
  const buttonOf = (step: number, otherwise: ReactNode) =>
    step === current && standing.waits_for === "annotator" ? begin : otherwise;
  const isWaiting = standing.waits_for === "lead";
  return (
    <StepCards
      mark={isWaiting ? "You wait for a lead" : "You are here"}
      steps={[
        {
          title: "Self-study",
          what: "Read the short instructions and answer three questions. Nobody grades them.",
          state: stateOf(0),
          isCurrent: current === 0,
          button: buttonOf(0, answersOf("self_study") ?? <Closed />),
        },
        {
          title: "In person",
          what: "Meet a lead, who goes through the full guidelines and your answers with you.",
          state: stateOf(1),
          isCurrent: current === 1,
          button: (
            <LinkButton to={`/projects/${slug}/guidelines`} variant="default">
              Read the guidelines
            </LinkButton>
          ),
        },
        {
          title: "Exam",
          what: "Answer five questions. A lead grades them and accepts you, or asks for another try.",
          state: stateOf(2),
          isCurrent: current === 2,
          button: buttonOf(2, answersOf("exam") ?? <Closed />),
        },
      ]}
    />
  );
}

function Closed() {
  return (
    <Button disabled>
      <Text span inherit>
        Begin
      </Text>
    </Button>
  );
}
