import {
  Alert,
  Anchor,
  Card,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useState } from "react";

import { queryKeys } from "@/api/queryKeys";
import {
  type Asked,
  type EncoderKind,
  type NewEncoder,
  type Retrieval,
  startRanking,
  textsAddress,
} from "@/api/retrieval";
import { afterSending } from "@/components/afterSending";
import { DropZone } from "@/components/DropZone";
import { ErrorAlert } from "@/components/ErrorAlert";
import { Form } from "@/components/Form";
import { UploadProgress } from "@/components/UploadProgress";
import { useUpload } from "@/components/useUpload";

import { benchmarkName } from "./Encoders";
import { ENCODERS } from "./words";

type Source = "split" | "squad" | "benchmark";

/** Where the texts to encode are; vectors are for questions that were asked before. */
function TextLinks({ slug, benchmark }: { readonly slug: string; readonly benchmark: number }) {
  return (
    <Text size="sm">
      Encode each line of{" "}
      <Anchor href={textsAddress(slug, benchmark, "questions")} inherit underline="always">
        questions.jsonl
      </Anchor>{" "}
      and{" "}
      <Anchor href={textsAddress(slug, benchmark, "answers")} inherit underline="always">
        answers.jsonl
      </Anchor>{" "}
      and save two arrays with numpy.save, a row for each line in the same order.
    </Text>
  );
}

interface EncoderFormProps {
  readonly slug: string;
  readonly found: Retrieval;
}

/** Ranks all answers by an encoder: BM25, MiniLM, or vectors that were computed elsewhere. */
export function EncoderForm({ slug, found }: EncoderFormProps) {
  const { available_splits: splits, unusable } = found;
  const benchmarks = found.benchmarks.filter((each) => each.can_read_questions);
  const [encoder, setEncoder] = useState<EncoderKind>("bm25");
  const [name, setName] = useState("");
  const [source, setSource] = useState<Source>("split");
  const [split, setSplit] = useState("");
  const [chosen, setBenchmark] = useState<string | null>(null);
  const [squad, setSquad] = useState<File | null>(null);
  const [questions, setQuestions] = useState<File | null>(null);
  const [answers, setAnswers] = useState<File | null>(null);
  const { sending, ...upload } = useUpload<NewEncoder>({
    send: (sent, watch) => startRanking(slug, sent, watch),
    onDone: ({ name: sentName, asked: sentQuestions, vectors: sentVectors }) => {
      const sentSquad = "squad" in sentQuestions ? sentQuestions.squad : null;
      setName((now) => afterSending(now, sentName, ""));
      setSquad((now) => afterSending(now, sentSquad, null));
      setQuestions((now) => afterSending(now, sentVectors?.questions ?? null, null));
      setAnswers((now) => afterSending(now, sentVectors?.answers ?? null, null));
    },
    says: "The ranking has started. It continues even if you leave this page.",
    list: queryKeys.jobs(slug),
  });
  const shown = benchmarks.find(({ id }) => id === found.benchmark) ?? benchmarks[0];
  const benchmark = Number(chosen ?? shown?.id ?? 0);
  const why = unusable[encoder];
  const vectors = questions !== null && answers !== null ? { questions, answers } : null;

  function asked(): Asked | null {
    if (source === "split") return { split };
    if (source === "benchmark") return benchmark > 0 ? { benchmark } : null;
    return squad === null ? null : { squad };
  }

  const given = asked();
  const isComplete =
    given !== null &&
    why === undefined &&
    name.trim() !== "" &&
    (encoder !== "vectors" || vectors !== null);

  function submit(): void {
    if (given === null) return;
    sending.mutate({
      name,
      encoder,
      asked: given,
      vectors: encoder === "vectors" ? vectors : null,
    });
  }

  return (
    <Card component="section" padding="xl" aria-labelledby="new-encoder">
      <Form sending={sending} onSubmit={submit} action="Rank" canSubmit={isComplete} alert={null}>
        <Title order={2} size="h3" id="new-encoder">
          Rank answers with an encoder
        </Title>
        <ErrorAlert error={sending.error} withFields />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label="Encoder"
            data={ENCODERS}
            value={encoder}
            onChange={(value) => {
              setEncoder(ENCODERS.find((each) => each.value === value)?.value ?? "bm25");
            }}
          />
          <TextInput
            label="Name in the table"
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </SimpleGrid>
        {why !== undefined && <Alert color="gray">{why}</Alert>}
        <Radio.Group
          label="Questions"
          value={source}
          onChange={(value) =>
            setSource(value === "squad" || value === "benchmark" ? value : "split")
          }
        >
          <Stack gap="xs" mt="xs">
            <Radio value="split" label="From the project, as annotated now" />
            <Radio value="squad" label="From a file in SQuAD 1.1 or 2.0 format" />
            {benchmarks.length > 0 && (
              <Radio value="benchmark" label="Already used for an encoder" />
            )}
          </Stack>
        </Radio.Group>
        {source === "split" && (
          <Select
            label="Split"
            maw={320}
            data={[
              { value: "", label: "All that are not hidden" },
              ...splits.map((each) => ({ value: each, label: each })),
            ]}
            value={split}
            onChange={(value) => {
              setSplit(value ?? "");
            }}
          />
        )}
        {source === "squad" && (
          <DropZone
            label="A SQuAD file, plain or gzip"
            accept=".json,.gz"
            file={squad}
            onChange={setSquad}
          />
        )}
        {source === "benchmark" && (
          <Select
            label="Asked before"
            maw={420}
            data={benchmarks.map((each) => ({
              value: String(each.id),
              label: benchmarkName(each),
            }))}
            value={String(benchmark)}
            onChange={setBenchmark}
          />
        )}
        {encoder === "vectors" && (
          <>
            {source === "benchmark" ? (
              <TextLinks slug={slug} benchmark={benchmark} />
            ) : (
              <Text size="sm">
                First rank the questions with BM25, then choose them here. You can then download the
                texts to encode, in row order.
              </Text>
            )}
            <DropZone
              label="Vectors of the questions (.npy)"
              accept=".npy"
              file={questions}
              onChange={setQuestions}
            />
            <DropZone
              label="Vectors of the answers (.npy)"
              accept=".npy"
              file={answers}
              onChange={setAnswers}
            />
          </>
        )}
        {sending.isPending && <UploadProgress {...upload} next="Starting the ranking" />}
      </Form>
    </Card>
  );
}
