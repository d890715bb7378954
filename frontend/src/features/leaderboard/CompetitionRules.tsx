import { Card, Group, NumberInput, Radio, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { queryKeys } from "@/api/queryKeys";
import { type Competition, changeCompetition, competitionQuery } from "@/api/submissions";
import { useProject } from "@/api/useProject";
import { changedFields } from "@/components/edits";
import { Form } from "@/components/Form";
import { notifyDone } from "@/components/notify";
import { QueryView } from "@/components/QueryView";

import { ThresholdInput } from "./ThresholdInput";

const WHO: readonly { value: Competition["submitters"]; label: string }[] = [
  { value: "leads", label: "Leads" },
  { value: "experts", label: "Experts and leads" },
  { value: "members", label: "All members" },
];

/** The rules as they are typed: null for a number whose field is empty. */
type Typed = { [Rule in keyof Competition]: Competition[Rule] | null };

function isComplete(changes: Partial<Typed>): changes is Partial<Competition> {
  return Object.values(changes).every((value) => value !== null);
}

function RulesForm({ slug, rules }: { slug: string; rules: Competition }) {
  const queryClient = useQueryClient();
  const [edits, setEdits] = useState<Partial<Typed>>({});
  const save = useMutation({
    mutationFn: (changed: Partial<Competition>) => changeCompetition(slug, changed),
    meta: { silent: true },
    onSuccess: async (saved) => {
      queryClient.setQueryData(queryKeys.competition(slug), saved);
      notifyDone("The rules are saved.");
      await queryClient.invalidateQueries({ queryKey: queryKeys.submissions(slug) });
    },
  });
  const { kind } = useProject();
  const typed: Typed = { ...rules, ...edits };
  const changes = changedFields<Typed>(rules, edits);
  const change = (typing: Partial<Typed>) => {
    setEdits({ ...edits, ...typing });
  };
  const submit = () => {
    if (!isComplete(changes)) return;
    save.mutate(changes, {
      onSuccess: () => {
        // What was changed while it was sent is still to be saved.
        setEdits((now) => (now === edits ? {} : now));
      },
    });
  };
  return (
    <Form
      sending={save}
      action="Save the rules"
      canSubmit={Object.keys(changes).length > 0 && isComplete(changes)}
      onSubmit={submit}
    >
      <Radio.Group
        label="Who may submit"
        value={typed.submitters}
        onChange={(value) => {
          const chosen = WHO.find((each) => each.value === value);
          if (chosen) change({ submitters: chosen.value });
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
        value={typed.uploads_per_week ?? ""}
        onChange={(given) => {
          change({ uploads_per_week: typeof given === "number" ? given : null });
        }}
      />
      {kind === "nq" && typed.non_null_annotations !== undefined && (
        <ThresholdInput
          w={280}
          value={typed.non_null_annotations}
          onChange={(given) => {
            change({ non_null_annotations: given });
          }}
        />
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
