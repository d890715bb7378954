import { Grid, Stack } from "@mantine/core";
import { IconFilterSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";

import { type QueryFunnel, type QueryStep, queryFunnelQuery } from "@/api/queryLogs";
import { JobList } from "@/components/JobList";
import { LinkButton } from "@/components/LinkButton";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { FiltersCard } from "./FiltersCard";
import { FunnelCard } from "./FunnelCard";
import { PagesCard } from "./PagesCard";
import { PageSearchCard } from "./PageSearchCard";
import { StepQueries } from "./StepQueries";

const JOBS: Record<string, string> = {
  filter_queries: "Filtering again",
  find_pages: "Pages of queries",
  import_found_pages: "Examples of queries",
  draw_splits: "Splits",
};

/** Where a lead sees what became of the queries of a log, and sets what becomes of the next. */
export default function QueriesPage() {
  const { slug = "" } = useParams();
  useDocumentTitle("Queries");
  const funnel = useQuery(queryFunnelQuery(slug));
  return (
    <QueryView query={funnel} errorOrder={1}>
      {(current) => (
        <>
          <PageHeader
            title="Queries"
            actions={<LinkButton to={`/projects/${slug}/import`}>Import a query log</LinkButton>}
          >
            Which queries of a log are questions, and why the others are not.
          </PageHeader>
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, lg: 7 }}>
              <Stack gap="lg">
                {current.queries === 0 ? (
                  <EmptyState icon={IconFilterSearch} title="No queries yet">
                    Import a query log: text, CSV, TSV or JSON lines.
                  </EmptyState>
                ) : (
                  <Funnel slug={slug} funnel={current} />
                )}
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 5 }}>
              <Stack gap="lg">
                <JobList
                  slug={slug}
                  kinds={[
                    "import_queries",
                    "filter_queries",
                    "find_pages",
                    "import_found_pages",
                    "draw_splits",
                  ]}
                  titleOf={({ kind, filename }) => JOBS[kind] ?? filename}
                  empty=""
                />
                <PagesCard
                  slug={slug}
                  hasQueries={current.queries > 0}
                  withoutPage={countOf(current, "no_page")}
                />
                <PageSearchCard slug={slug} />
                <FiltersCard slug={slug} hasQueries={current.queries > 0} />
              </Stack>
            </Grid.Col>
          </Grid>
        </>
      )}
    </QueryView>
  );
}

function countOf(funnel: QueryFunnel, wanted: QueryStep): number {
  return funnel.steps.find(({ step }) => step === wanted)?.queries ?? 0;
}

function Funnel({ slug, funnel }: { slug: string; funnel: QueryFunnel }) {
  const waiting = countOf(funnel, "flagged") > 0;
  const [step, setStep] = useState<QueryStep>(waiting ? "flagged" : "kept");
  return (
    <>
      <FunnelCard funnel={funnel} chosen={step} onChoose={setStep} />
      <StepQueries key={step} slug={slug} step={step} />
    </>
  );
}
