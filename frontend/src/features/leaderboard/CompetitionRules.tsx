import { Card, Group, NumberInput, Radio, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { queryKeys } from "@/api/queryKeys";
import { type Competition, changeCompetition, competitionQuery } from "@/api/submissions";
import { useProject } from "@/api/useProject";
import { Form } from "@/components/Form";
import { notifyDone } from "@/components/notify";
import { QueryView } from "@/components/QueryView";

import { ThresholdInput } from "./ThresholdInput";

const WHO: readonly { value: Competition["submitters"]; label: string }[] = [
  { value: "leads", label: "Leads" },
  { value: "experts", label: "Experts and leads" },
  { value: "members", label: "All members" },
];

function RulesForm({ slug, rules }: { slug: string; rules: Competition }) {
  const queryClient = useQueryClient();
  const [who, setWho] = useState(rules.submitters);
  const [threshold, setThreshold] = useState(rules.non_null_annotations);
  const [perWeek, setPerWeek] = useState<number | string>(rules.uploads_per_week);
  const save = useMutation({
    mutationFn: (changed: Competition) => changeCompetition(slug, changed),
    meta: { silent: true },
    onSuccess: async (saved) => {
      queryClient.setQueryData(queryKeys.competition(slug), saved);
      notifyDone("The rules are saved.");
      await queryClient.invalidateQueries({ queryKey: queryKeys.submissions(slug) });
    },
  });
  const { kind } = useProject();
  const isChanged =
    who !== rules.submitters ||
    perWeek !== rules.uploads_per_week ||
    threshold !== rules.non_null_annotations;
  return (
    <Form
      sending={save}
      action="Save the rules"
      canSubmit={isChanged && typeof perWeek === "number"}
      onSubmit={() => {
        if (typeof perWeek === "number")
          save.mutate({
            submitters: who,
            uploads_per_week: perWeek,
            non_null_annotations: threshold,
          });
      }}
    >
      <Radio.Group
        label="Who may submit"
        value={who}
        onChange={(value) => {
          const chosen = WHO.find((each) => each.value === value);
          if (chosen) setWho(chosen.value);
        }}
      >
        <Group gap="xl" mt={8}>
          {WHO.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Group>
      </Radio.Group>
      <NumberInput
        label="Uploads per week"
        description="Per person, in any seven days. Stewards have no limit."
        min={1}
        max={100}
        w={280}
        value={perWeek}
        onChange={setPerWeek}
      />
      {kind === "nq" && rules.non_null_annotations !== undefined && (
        <ThresholdInput w={280} value={rules.non_null_annotations} onChange={setThreshold} />
      )}
    </Form>
  );
}

/** Who may submit to the hidden split and how often, for leads. */
export function CompetitionRules({ slug }: { slug: string }) {
  const rules = useQuery(competitionQuery(slug));
  return (
    <Card component="section" padding="xl" aria-labelledby="rules">
      <Title order={2} size="h3" mb="md" id="rules">
        Rules
      </Title>
      <QueryView query={rules}>{(loaded) => <RulesForm slug={slug} rules={loaded} />}</QueryView>
    </Card>
  );
}
