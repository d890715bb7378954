import { Group, SegmentedControl, Stack } from "@mantine/core";
import { IconMessage2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { feedbackQuery } from "@/api/guidance";
import { useProject } from "@/api/useProject";
import { ListFilter } from "@/components/ListFilter";
import { PAGE_SIZE } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { Pages } from "@/components/Pages";
import { QueryView } from "@/components/QueryView";
import { EmptyState } from "@/components/states";
import { useAnnotatorChoices } from "@/components/useAnnotatorChoices";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";
import { useStepBack } from "@/components/useStepBack";
import { useKind } from "@/kinds/useKind";

import { choicesOf } from "./criteria";
import { FeedbackCard } from "./FeedbackCard";
import { FeedbackSummary } from "./FeedbackSummary";

const FILTERS = ["state", "criterion", "annotator"] as const;

const STATES = [
  { value: "", label: "All" },
  { value: "new", label: "Not read yet" },
  { value: "acknowledged", label: "Read" },
];

/** Feedback: for leads by annotator and criterion, for others their own. */
export default function FeedbackPage() {
  const project = useProject();
  const { criteria } = useKind(project.kind);
  const isLead = project.role === "lead";
  useDocumentTitle("Feedback", project.title);
  const list = useListParams(FILTERS);
  const people = useAnnotatorChoices(project.slug, isLead);
  const feedback = useQuery(feedbackQuery(project.slug, list.query));
  useStepBack(feedback, list.page, list.setPage);
  return (
    <>
      <PageHeader title={isLead ? "Feedback" : "My feedback"}>
        {isLead
          ? "What you pointed out to annotators, and whether it happened again. You can give feedback on any annotation."
          : "What the leads noticed in your answers. Only you and they see it."}
      </PageHeader>
      <Stack gap="lg">
        {isLead && (
          <FeedbackSummary
            slug={project.slug}
            onChoose={(annotator) => list.setFilter("annotator", annotator)}
          />
        )}
        <Group>
          <SegmentedControl
            size="sm"
            aria-label="State"
            data={isLead ? [...STATES, { value: "recurring", label: "Again" }] : STATES}
            value={list.filters.state}
            onChange={(state) => list.setFilter("state", state)}
          />
          <ListFilter
            list={list}
            name="criterion"
            label="Criterion"
            width={200}
            data={[{ value: "", label: "Any criterion" }, ...choicesOf(criteria)]}
          />
          {isLead && list.filters.annotator !== "" && (
            <ListFilter list={list} name="annotator" label="Annotator" width={200} data={people} />
          )}
        </Group>
        <QueryView query={feedback}>
          {({ results, count }) =>
            results.length === 0 ? (
              <EmptyState
                icon={IconMessage2}
                title={list.isFiltered ? "No matching feedback" : "No feedback yet"}
              >
                {isLead
                  ? "Open an annotation and choose Feedback."
                  : "It appears here once a lead has something to say."}
              </EmptyState>
            ) : (
              <Stack gap="md" maw={820}>
                {results.map((row) => (
                  <FeedbackCard key={row.id} project={project} feedback={row} />
                ))}
                <Pages
                  value={list.page}
                  onChange={list.setPage}
                  count={count}
                  perPage={PAGE_SIZE}
                />
              </Stack>
            )
          }
        </QueryView>
      </Stack>
    </>
  );
}
