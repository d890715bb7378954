import {
  Alert,
  Button,
  Card,
  Code,
  Group,
  NumberInput,
  Radio,
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
import { describeError, fieldErrors } from "@/api/errors";
import { useProject } from "@/api/useProject";
import { DropZone } from "@/components/DropZone";
import { ExpertsField } from "@/components/ExpertsField";
import { count } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { SeedInput } from "@/components/SeedInput";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { FileProblems } from "./FileProblems";
import {
  describeComparers,
  describeStudy,
  emptyValues,
  missingIn,
  studyOf,
  type Values,
} from "./newStudy";
import { otherProblems } from "./systems";
import { SystemsField } from "./SystemsField";

const COLUMNS = "key model1 model2 prediction1 prediction2";
const REFUSED = "The study was not opened";

/** A form for a study: whose answers, to how many questions, compared by whom. */
export default function NewStudyPage() {
  const project = useProject();
  useDocumentTitle("New comparison study", project.title);
  const sources = useQuery(sourcesQuery(project.slug));
  return (
    <>
      <PageHeader title="New comparison study">
        Experts compare pairs of answers without knowing whose they are, and everybody gets the same
        number of pairs. The same seed gives the same study.
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
  const [values, setValues] = useState<Values>(() => emptyValues(sources.questions));
  const create = useMutation({
    mutationFn: () => createStudy(slug, studyOf(values)),
    meta: { silent: true },
    onSuccess: async (study) => {
      await queryClient.invalidateQueries({ queryKey: ["project", slug, "comparison-studies"] });
      await navigate(`/projects/${slug}/comparison-studies/${study.id}`);
    },
  });
  const errors = fieldErrors(create.error);
  const change = (changes: Partial<Values>) => {
    // What the server said was about the answers as they stood.
    if (changes.systems ?? changes.pairs ?? changes.from) create.reset();
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
            <Refusal error={create.error} errors={errors} systems={values.systems.length} />
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
          <Answers sources={sources} values={values} errors={errors} onChange={change} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <NumberInput
              label="Comparers per pair"
              description="Two or more show agreement"
              min={1}
              value={values.perPair}
              error={errors.comparers_per_pair}
              onChange={(perPair) =>
                change({ perPair: typeof perPair === "number" ? perPair : "" })
              }
            />
            <SeedInput
              description={
                values.from === "file" ? "Who compares what" : "Questions, pairs, sides, comparers"
              }
              value={values.seed}
              error={errors.seed}
              onChange={(seed) => change({ seed })}
            />
          </SimpleGrid>
          <ExpertsField
            label="Comparers"
            experts={sources.experts}
            description={describeComparers(values)}
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
          <Group justify="space-between">
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

type Errors = Readonly<Record<string, string>>;

interface AnswersProps {
  readonly sources: Sources;
  readonly values: Values;
  readonly errors: Errors;
  readonly onChange: (changes: Partial<Values>) => void;
}

/** Which answers are compared: those of systems, in pairs that are drawn, or pairs of a file. */
function Answers({ sources, values, errors, onChange }: AnswersProps) {
  return (
    <>
      <Radio.Group
        label="Pairs"
        value={values.from}
        onChange={(from) => onChange({ from: from === "file" ? "file" : "systems" })}
      >
        <Group mt="xs" gap="lg">
          <Radio value="systems" label="Drawn from systems’ answers" />
          <Radio value="file" label="Given in a file" />
        </Group>
      </Radio.Group>
      {values.from === "file" ? (
        <Stack gap="xs">
          <DropZone
            label="TSV with the columns below"
            accept=".tsv,.txt,text/tab-separated-values"
            file={values.pairs}
            onChange={(pairs) => onChange({ pairs })}
          />
          <Text size="sm" c="dimmed">
            <Code>{COLUMNS}</Code>, as in ASQA’s <Code>setup.tsv</Code>: a question’s key, two
            systems, and their answers, the left one first. Comparers never see the names.
          </Text>
        </Stack>
      ) : (
        <>
          <SystemsField
            sources={sources}
            systems={values.systems}
            errors={errors}
            onChange={(systems) => onChange({ systems })}
          />
          <NumberInput
            label="Questions"
            description={`Of ${count(sources.questions, "question")}; drawn from those that all systems answer`}
            min={1}
            maw={420}
            value={values.questions}
            error={errors.question_count}
            onChange={(questions) =>
              onChange({ questions: typeof questions === "number" ? questions : "" })
            }
          />
        </>
      )}
    </>
  );
}

interface RefusalProps {
  readonly error: Error;
  readonly errors: Errors;
  readonly systems: number;
}

/** Why there is no study: all problems of a file, or what the fields below don't say. */
function Refusal({ error, errors, systems }: RefusalProps) {
  if ("file" in errors) return <FileProblems title={REFUSED} error={error} />;
  return (
    <Alert color="brick" role="alert" title={REFUSED}>
      {Object.keys(errors).length === 0
        ? describeError(error)
        : otherProblems(errors, systems).join(" ") || "See the marked fields below."}
    </Alert>
  );
}
