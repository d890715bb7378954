import {
  Alert,
  Button,
  Card,
  Checkbox,
  Group,
  NumberInput,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { useNavigate } from "react-router";

import { createStudy, type Sources, sourcesQuery } from "@/api/comparisons";
import { ApiError, describeError } from "@/api/errors";
import { useProject } from "@/api/useProject";
import { count } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { anySeed, type Seed, SeedInput } from "@/components/SeedInput";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { describeLoad, planOf } from "./plan";
import { otherProblems, type SystemRow } from "./systems";
import { SystemsField } from "./SystemsField";

/** The number of questions that the paper's comparisons had. */
const USUAL_QUESTIONS = 45;

interface Values {
  readonly title: string;
  readonly seed: Seed;
  readonly questions: number | "";
  readonly perPair: number | "";
  readonly instructions: string;
  readonly comparers: readonly string[];
  readonly systems: readonly SystemRow[];
}

/** A form for a study: whose answers, to how many questions, compared by whom. */
export default function NewStudyPage() {
  const project = useProject();
  useDocumentTitle("New comparison study", project.title);
  const sources = useQuery(sourcesQuery(project.slug));
  return (
    <>
      <PageHeader title="New comparison study">
        Each question’s answers are put into pairs at random. Sides are random too, and everybody
        gets the same number of pairs. The same seed gives the same study.
      </PageHeader>
      <QueryView query={sources}>
        {(loaded) => <StudyForm slug={project.slug} sources={loaded} />}
      </QueryView>
    </>
  );
}

function StudyForm({ slug, sources }: { slug: string; sources: Sources }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [values, setValues] = useState<Values>(() => ({
    title: "",
    seed: anySeed(),
    questions: Math.min(USUAL_QUESTIONS, sources.questions),
    perPair: 1,
    instructions: "",
    comparers: [],
    systems: [],
  }));
  const create = useMutation({
    mutationFn: () =>
      createStudy(slug, {
        title: values.title.trim(),
        seed: Number(values.seed),
        question_count: Number(values.questions),
        comparers_per_pair: Number(values.perPair),
        instructions: values.instructions,
        comparers: values.comparers.map(Number),
        systems: values.systems.map((each) => ({ ...each, name: each.name.trim() })),
      }),
    meta: { silent: true },
    onSuccess: async (study) => {
      await queryClient.invalidateQueries({ queryKey: ["project", slug, "comparison-studies"] });
      await navigate(`/projects/${slug}/comparison-studies/${study.id}`);
    },
  });
  const errors = create.error instanceof ApiError ? create.error.fields : {};
  const change = (changes: Partial<Values>) => {
    // What the server said was about the systems as they stood.
    if (changes.systems) create.reset();
    setValues((before) => ({ ...before, ...changes }));
  };
  const missing = missingIn(values);

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (missing === null) create.mutate();
  }

  return (
    <Card padding="xl" maw={860}>
      <form onSubmit={submit}>
        <Stack gap="lg">
          {create.isError && (
            <Alert color="brick" role="alert" title="The study was not opened">
              {Object.keys(errors).length === 0
                ? describeError(create.error)
                : otherProblems(errors, values.systems.length).join(" ") ||
                  "See the marked fields below."}
            </Alert>
          )}
          <TextInput
            label="Title"
            description="Comparers see it, so it should not name the systems."
            required
            maxLength={200}
            value={values.title}
            error={errors.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
          <SystemsField
            sources={sources}
            systems={values.systems}
            errors={errors}
            onChange={(systems) => change({ systems })}
          />
          <SimpleGrid cols={3}>
            <NumberInput
              label="Questions"
              description={`Of ${count(sources.questions, "question")}; drawn from those that all systems answer`}
              min={1}
              allowDecimal={false}
              value={values.questions}
              error={errors.question_count}
              onChange={(questions) =>
                change({ questions: typeof questions === "number" ? questions : "" })
              }
            />
            <NumberInput
              label="Comparers per pair"
              description="Two or more show agreement"
              min={1}
              allowDecimal={false}
              value={values.perPair}
              error={errors.comparers_per_pair}
              onChange={(perPair) =>
                change({ perPair: typeof perPair === "number" ? perPair : "" })
              }
            />
            <SeedInput
              description="Questions, pairs, sides"
              value={values.seed}
              error={errors.seed}
              onChange={(seed) => change({ seed })}
            />
          </SimpleGrid>
          <Comparers
            sources={sources}
            chosen={values.comparers}
            error={errors.comparers}
            onChange={(comparers) => change({ comparers })}
          />
          <Textarea
            label="Instructions (optional)"
            description="Shown before the first pair. Markdown."
            autosize
            minRows={3}
            value={values.instructions}
            error={errors.instructions}
            onChange={(event) => change({ instructions: event.currentTarget.value })}
          />
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm" c="dimmed" role="status">
              {missing ?? describeStudy(values)}
            </Text>
            <Group wrap="nowrap">
              <LinkButton to={`/projects/${slug}/comparison-studies`} variant="default">
                Cancel
              </LinkButton>
              <Button type="submit" disabled={missing !== null} loading={create.isPending}>
                Open the study
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

interface ComparersProps {
  readonly sources: Sources;
  readonly chosen: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (chosen: readonly string[]) => void;
}

function Comparers({ sources, chosen, error, onChange }: ComparersProps) {
  return (
    <Checkbox.Group
      label="Comparers"
      description="The project’s experts. Nobody gets a pair with their own answer."
      value={[...chosen]}
      error={error}
      onChange={onChange}
    >
      {sources.experts.length === 0 ? (
        <Text size="sm" mt="xs">
          This project has no experts yet. Add them on the Members page.
        </Text>
      ) : (
        <Group mt="xs" gap="lg">
          {sources.experts.map(({ membership, name }) => (
            <Checkbox key={membership} value={String(membership)} label={name} />
          ))}
        </Group>
      )}
    </Checkbox.Group>
  );
}

/** What has to be filled in before the form can be sent; null when nothing has. */
function missingIn(values: Values): string | null {
  if (values.title.trim() === "") return "Give the study a title.";
  if (values.systems.length < 2) return "Add two systems or more.";
  if (values.systems.some(({ name }) => name.trim() === "")) return "Give every system a name.";
  if (values.questions === "") return "Enter the number of questions.";
  if (values.perPair === "") return "Enter the number of comparers per pair.";
  if (values.seed === "") return "Enter a seed: any whole number.";
  if (values.comparers.length < values.perPair) {
    return values.perPair === 1
      ? "Choose who compares."
      : `Choose ${values.perPair} comparers or more.`;
  }
  return null;
}

function describeStudy({ questions, perPair, systems, comparers }: Values): string {
  const { pairs, comparisons, leftOut } = planOf({
    questions: Number(questions),
    systems: systems.length,
    comparersPerPair: Number(perPair),
  });
  const out =
    leftOut === 0 ? "" : ` One answer of each question stays out, since ${systems.length} is odd.`;
  return (
    `${count(pairs, "pair")}, ${count(comparisons, "comparison")}: ` +
    `${describeLoad(comparisons, comparers.length)} for each of ` +
    `${count(comparers.length, "comparer")}.${out}`
  );
}
