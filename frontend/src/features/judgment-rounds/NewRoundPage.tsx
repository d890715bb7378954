import { Button, Card, Group, NumberInput, Radio, Text, TextInput, Textarea } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { fieldErrors } from "@/api/errors";
import { type Target, judgingKeys } from "@/api/judging";
import { type Population, openRound, populationQuery } from "@/api/judgmentReports";
import { useProject } from "@/api/useProject";
import { ExpertsField } from "@/components/ExpertsField";
import { Form } from "@/components/Form";
import { count } from "@/components/format";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { anySeed, type Seed, SeedInput } from "@/components/SeedInput";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { DEFAULT_GUIDELINES } from "./defaultGuidelines";
import { PAPER, roundAddress, roundsAddress } from "./roundWords";

const MOST_DRAWS = 10_000;

/** A form for a new round: target, size, experts and guidelines. */
export default function NewRoundPage() {
  const { slug, title } = useProject();
  useDocumentTitle("New judgment round", title);
  const [target, setTarget] = useState<Target>("long");
  // The form keeps its input while the other target is counted.
  const population = useQuery({
    ...populationQuery(slug, target),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader title="New judgment round">
        The sample is drawn from the annotations with an answer, one annotation per draw. An example
        with more annotations is drawn more often.
      </PageHeader>
      <QueryView query={population}>
        {(loaded) => (
          <RoundForm
            slug={slug}
            target={target}
            population={loaded}
            isCounting={population.isPlaceholderData}
            onTarget={setTarget}
          />
        )}
      </QueryView>
    </>
  );
}

function RoundForm({
  slug,
  target,
  population,
  isCounting,
  onTarget,
}: {
  readonly slug: string;
  readonly target: Target;
  readonly population: Population;
  /** The population is still the other target's. */
  readonly isCounting: boolean;
  readonly onTarget: (target: Target) => void;
}) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [title, setTitle] = useState("");
  const [size, setSize] = useState<number | string>(PAPER.size);
  const [seed, setSeed] = useState<Seed>(anySeed);
  const [experts, setExperts] = useState<readonly string[]>(() =>
    population.experts.slice(0, PAPER.experts).map(({ membership }) => String(membership)),
  );
  const [guidelines, setGuidelines] = useState(DEFAULT_GUIDELINES);
  const open = useMutation({
    mutationFn: () =>
      openRound(slug, {
        title: title.trim(),
        target,
        size: Number(size),
        seed: Number(seed),
        experts: experts.map(Number),
        guidelines,
      }),
    meta: { silent: true },
    onSuccess: async (round) => {
      await queryClient.invalidateQueries({ queryKey: judgingKeys.rounds(slug) });
      await navigate(roundAddress(slug, round.id));
    },
  });
  const errors = fieldErrors(open.error);
  const isReady =
    title.trim() !== "" &&
    typeof size === "number" &&
    typeof seed === "number" &&
    experts.length > 0 &&
    !isCounting &&
    population.annotations > 0;

  return (
    <Card padding="xl" maw={760}>
      <Form
        sending={open}
        onSubmit={open.mutate}
        action="Draw the sample and open"
        canSubmit={isReady}
        cancelTo={roundsAddress(slug)}
        gap="lg"
      >
        <TextInput
          label="Title"
          description="Experts see this title."
          maxLength={200}
          required
          value={title}
          error={errors.title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Radio.Group
          label="What is judged"
          value={target}
          error={errors.target}
          onChange={(value) => onTarget(value === "short" ? "short" : "long")}
        >
          <Group mt={6}>
            <Radio value="long" label="Long answers" />
            <Radio value="short" label="Short answers" />
          </Group>
        </Radio.Group>
        <PopulationLine population={isCounting ? null : population} target={target} />
        <NumberInput
          label="Size"
          description={`Draws, each independent of the others. The paper had ${PAPER.size}.`}
          min={1}
          max={MOST_DRAWS}
          required
          value={size}
          error={errors.size}
          onChange={setSize}
        />
        <Group align="flex-end" gap="sm">
          <SeedInput
            flex={1}
            description="The same seed draws the same sample from the same annotations."
            required
            value={seed}
            error={errors.seed}
            onChange={setSeed}
          />
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => setSeed(anySeed())}
          >
            Another seed
          </Button>
        </Group>
        <ExpertsField
          label="Experts"
          experts={population.experts}
          description={`The paper had ${PAPER.experts}. Each judges every answer of the sample.`}
          chosen={experts}
          error={errors.experts}
          onChange={setExperts}
        />
        <Textarea
          label="Guidelines for verdicts"
          description="Markdown. Experts see them beside the definitions of the three verdicts."
          autosize
          minRows={8}
          maxRows={20}
          value={guidelines}
          error={errors.guidelines}
          onChange={(event) => setGuidelines(event.currentTarget.value)}
        />
      </Form>
    </Card>
  );
}

function PopulationLine({
  population,
  target,
}: {
  readonly population: Population | null;
  readonly target: Target;
}) {
  return (
    <Text size="sm" role="status">
      {population ? describePopulation(population, target) : "Counting the annotations…"}
    </Text>
  );
}

function describePopulation({ annotations, examples }: Population, target: Target): string {
  return annotations === 0
    ? `No annotation has a ${target} answer yet, so there is nothing to draw from.`
    : `Drawn from ${count(annotations, "annotation")} with a ${target} answer, of ${count(examples, "example")}.`;
}
