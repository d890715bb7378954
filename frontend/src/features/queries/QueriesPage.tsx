import { Stack } from "@mantine/core";
import { IconFilterSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";

import { type QueryFunnel, type QueryStep, queryFunnelQuery } from "@/api/queryLogs";
import { LinkButton } from "@/components/LinkButton";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { FiltersCard } from "./FiltersCard";
import { FunnelCard } from "./FunnelCard";
import { PagesCard } from "./PagesCard";
import { StepQueries } from "./StepQueries";

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
          <Stack gap="lg" maw={960}>
            {current.queries === 0 ? (
              <EmptyState icon={IconFilterSearch} title="No queries yet">
                Import a query log: text, CSV, TSV or JSON lines.
              </EmptyState>
            ) : (
              <Funnel slug={slug} funnel={current} />
            )}
            <FiltersCard slug={slug} />
          </Stack>
        </>
      )}
    </QueryView>
  );
}

function Funnel({ slug, funnel }: { slug: string; funnel: QueryFunnel }) {
  const waiting = funnel.steps.some(({ step, queries }) => step === "flagged" && queries > 0);
  const [step, setStep] = useState<QueryStep>(waiting ? "flagged" : "kept");
  return (
    <>
      <FunnelCard funnel={funnel} chosen={step} onChoose={setStep} />
      <PagesCard slug={slug} />
      <StepQueries key={step} slug={slug} step={step} />
    </>
  );
}
