import { Card, NumberInput, MultiSelect, Select, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { type ErrorChoices, errorChoicesQuery, errorKeys, openAnalysis } from "@/api/errorAnalyses";
import { fieldErrors } from "@/api/errors";
import { useProject } from "@/api/useProject";
import { Form } from "@/components/Form";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { anySeed, type Seed, SeedInput } from "@/components/SeedInput";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { analysesAddress } from "./words";

const USUAL_SIZE = 100;
const LARGEST_SIZE = 1_000;
const SHOWN = ["system", "size", "seed", "labellers"];

/** A form for a new error analysis: of which answers, how many, and who labels them. */
export default function NewAnalysisPage() {
  const { slug, title } = useProject();
  useDocumentTitle("New error analysis", title);
  const choices = useQuery(errorChoicesQuery(slug));
  return (
    <>
      <PageHeader title="New error analysis">
        The sample is drawn from the answers that the system gives, each at most once. The same seed
        draws the same sample again.
      </PageHeader>
      <QueryView query={choices}>
        {(loaded) => <AnalysisForm slug={slug} choices={loaded} />}
      </QueryView>
    </>
  );
}

function AnalysisForm({
  slug,
  choices: { systems, labellers },
}: {
  readonly slug: string;
  readonly choices: ErrorChoices;
}) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [place, setPlace] = useState<string | null>(systems.length > 0 ? "0" : null);
  const [size, setSize] = useState<number | string>(USUAL_SIZE);
  const [seed, setSeed] = useState<Seed>(anySeed);
  const [people, setPeople] = useState<string[]>([]);
  const chosen = place === null ? undefined : systems[Number(place)];
  const possible = labellers.filter((each) => chosen?.is_hidden !== true || each.is_steward);
  const seated = people.filter((each) =>
    possible.some(({ membership }) => String(membership) === each),
  );
  const open = useMutation({
    mutationFn: () =>
      openAnalysis(slug, {
        system: chosen?.system ?? 0,
        ...(chosen && { split: chosen.split }),
        size: Number(size),
        seed: Number(seed),
        labellers: seated.map(Number),
      }),
    meta: { silent: true },
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: errorKeys.all(slug) });
      await navigate(analysesAddress(slug, String(id)));
    },
  });
  const errors = fieldErrors(open.error);
  if (systems.length === 0) {
    return <Text>No system has a score yet. Score one on the leaderboard first.</Text>;
  }
  return (
    <Card padding="xl" maw={640}>
      <Form
        sending={open}
        onSubmit={open.mutate}
        action="Draw the sample and open"
        canSubmit={
          chosen !== undefined &&
          typeof size === "number" &&
          typeof seed === "number" &&
          seated.length > 0
        }
        cancelTo={analysesAddress(slug)}
        shownAt={SHOWN}
      >
        <Select
          label="System"
          data={systems.map(({ name, split }, number) => ({
            value: String(number),
            label: `${name}, ${split}`,
          }))}
          value={place}
          error={errors.system}
          onChange={setPlace}
        />
        <NumberInput
          label="Answers"
          description="An interval needs 10 answers."
          min={1}
          max={LARGEST_SIZE}
          required
          value={size}
          error={errors.size}
          onChange={setSize}
        />
        <SeedInput required value={seed} error={errors.seed} onChange={setSeed} />
        <MultiSelect
          label="Labelled by"
          description={
            "One person, or two who don’t see each other’s labels until both have finished" +
            (chosen?.is_hidden === true ? ". Only stewards label the hidden split." : "")
          }
          required
          maxValues={2}
          data={possible.map(({ membership, name, is_you: isYou }) => ({
            value: String(membership),
            label: isYou ? `${name} (you)` : name,
          }))}
          value={seated}
          error={errors.labellers}
          onChange={setPeople}
        />
      </Form>
    </Card>
  );
}
