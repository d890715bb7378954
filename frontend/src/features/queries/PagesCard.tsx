import { Card, Checkbox, Text, TextInput, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { queryKeys } from "@/api/queryKeys";
import { findPagesOfQueries } from "@/api/queryLogs";
import { splitsQuery } from "@/api/splits";
import { useProject } from "@/api/useProject";
import { afterSending } from "@/components/afterSending";
import { ErrorAlert } from "@/components/ErrorAlert";
import { Form } from "@/components/Form";
import { formatDate } from "@/components/format";
import { notifyDone } from "@/components/notify";
import { OptionalFile } from "@/components/OptionalFile";
import { anySeed, type Seed } from "@/components/SeedInput";
import { USUAL_PARTS, drawOf } from "@/components/splitParts";
import { SplitPartsInput } from "@/components/SplitPartsInput";
import { KINDS, PROJECT_KINDS } from "@/kinds/kinds";
import { useKind, useKinds } from "@/kinds/useKind";

/** Makes examples of the kept queries: a page is found and fetched for each. */
export function PagesCard({
  slug,
  hasQueries,
  withoutPage,
}: {
  slug: string;
  hasQueries: boolean;
  withoutPage: number;
}) {
  const { kind } = useProject();
  const { makesExamplesOfQueries } = useKind(kind);
  if (makesExamplesOfQueries && !hasQueries) return null;
  return (
    <Card component="section" aria-labelledby="make-examples">
      <Title order={2} size="h3" id="make-examples">
        Make examples
      </Title>
      {makesExamplesOfQueries ? (
        <>
          <Text size="sm" c="dimmed" mb="md">
            Plumbline finds a page for each kept query. The two become an example, which annotators
            can get at once.
          </Text>
          <ExamplesForm slug={slug} withoutPage={withoutPage} />
        </>
      ) : (
        <Text size="sm">
          This project is for {KINDS[kind].name}, whose examples come with files of questions. To
          make examples of queries, import the log into a project for <KindsWithQueries />.
        </Text>
      )}
    </Card>
  );
}

/** The kinds whose examples queries can become. */
function KindsWithQueries() {
  const pages = useKinds();
  return PROJECT_KINDS.filter((_, place) => pages[place]?.makesExamplesOfQueries)
    .map((kind) => KINDS[kind].name)
    .join(" or ");
}

function ExamplesForm({ slug, withoutPage }: { slug: string; withoutPage: number }) {
  const queryClient = useQueryClient();
  const splits = useQuery(splitsQuery(slug));
  const [split, setSplit] = useState("");
  const [again, setAgain] = useState(false);
  const [results, setResults] = useState<File | null>(null);
  const [draws, setDraws] = useState(false);
  const [parts, setParts] = useState(USUAL_PARTS);
  const [seed, setSeed] = useState<Seed>(anySeed);
  const drawn = splits.data?.draw ?? null;
  const draw = draws && drawn === null ? drawOf(seed, parts) : null;
  const find = useMutation({
    mutationFn: (sent: File | null) =>
      findPagesOfQueries(slug, { split: draw === null ? split : "", again, draw, results: sent }),
    meta: { silent: true },
    onSuccess: async (_, sent) => {
      setResults((now) => afterSending(now, sent, null));
      notifyDone("Pages are being found. Their import follows by itself.");
      await queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) });
    },
  });

  return (
    <Form
      sending={find}
      onSubmit={() => find.mutate(results)}
      action="Make examples"
      canSubmit={!draws || drawn !== null || draw !== null}
      alert={<ErrorAlert error={find.error} withFields />}
    >
      <OptionalFile
        title="Results of another search"
        label="JSON lines with query and results"
        accept=".jsonl,.json,.gz"
        without="Search without a file"
        file={results}
        onChange={setResults}
      />
      {drawn !== null && (
        <Text size="sm">
          The examples follow the draw of {formatDate(drawn.drawn_at)}, unless you name a split.
        </Text>
      )}
      {drawn === null && (
        <Checkbox
          label="Draw the project’s splits when the examples are there"
          description="Once, for all examples without a split, and for later ones by the same rule."
          checked={draws}
          onChange={(event) => setDraws(event.currentTarget.checked)}
        />
      )}
      {draws && drawn === null ? (
        <SplitPartsInput parts={parts} onChange={setParts} seed={seed} onSeed={setSeed} />
      ) : (
        <TextInput
          label="Split"
          placeholder="Optional"
          maxLength={20}
          value={split}
          onChange={(event) => setSplit(event.currentTarget.value)}
        />
      )}
      {withoutPage > 0 && (
        <Checkbox
          label="Search again for queries without a page"
          checked={again}
          onChange={(event) => setAgain(event.currentTarget.checked)}
        />
      )}
    </Form>
  );
}
