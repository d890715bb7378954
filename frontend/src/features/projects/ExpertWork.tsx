import { Anchor, Stack, Text } from "@mantine/core";
import { Link } from "react-router";

import type { Progress } from "@/api/types";
import { count } from "@/components/format";

interface ExpertWorkProps {
  readonly slug: string;
  readonly waiting: NonNullable<Progress["waiting_reviews"]>;
}

/** The reviews in which there is something for an expert to do. */
export function ExpertWork({ slug, waiting }: ExpertWorkProps) {
  const {
    judgment_rounds: rounds,
    comparison_studies: studies,
    error_analyses: analyses,
  } = waiting;
  const work = [
    { number: rounds, to: "judging", what: count(rounds, "round to judge", "rounds to judge") },
    {
      number: studies,
      to: "comparing",
      what: count(studies, "study to compare answers in", "studies to compare answers in"),
    },
    {
      number: analyses,
      to: "error-analyses",
      what: count(analyses, "error analysis to label", "error analyses to label"),
    },
  ].filter(({ number }) => number > 0);
  if (work.length === 0) return <Text size="sm">Nothing waits for you.</Text>;
  return (
    <Stack gap={4} align="flex-start">
      {work.map(({ to, what }) => (
        <Anchor key={to} component={Link} to={`/projects/${slug}/${to}`} size="sm">
          {what}
        </Anchor>
      ))}
    </Stack>
  );
}
