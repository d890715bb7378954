import { Text } from "@mantine/core";
import { IconFlag } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { concernsQuery } from "@/api/longFormReviews";
import { progressQuery } from "@/api/projects";
import type { ProjectProgress, ReviewedAnnotation } from "@/api/types";
import { useProject } from "@/api/useProject";
import { count, formatCount } from "@/components/format";
import { PageHeader } from "@/components/PageHeader";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";

import { REVIEW_FILTERS, ReviewList } from "./ReviewList";

function Concern({ annotation }: { annotation: ReviewedAnnotation }) {
  const { concern, long_form_answer: text } = annotation;
  return (
    <>
      <Text size="sm" lineClamp={4} style={{ overflowWrap: "anywhere" }}>
        {concern}
      </Text>
      {text === "" && (
        <Text size="xs" c="dimmed">
          no answer given
        </Text>
      )}
    </>
  );
}

/** How many examples have one. The paper's figures are for orientation, no goal. */
export function describeConcerns({ long_form: figures, examples }: ProjectProgress): string {
  if (figures === null) return "";
  const some = figures.examples_with_concern;
  const of = `${formatCount(some)} of ${count(examples, "example")}`;
  return `${of} ${some === 1 ? "has" : "have"} one (in ASQA: 474 of 6,790).`;
}

/** What annotators say is wrong with the disambiguations. */
export default function ConcernsPage() {
  const project = useProject();
  useDocumentTitle("Concerns", project.title);
  const list = useListParams(REVIEW_FILTERS);
  const concerns = useQuery(concernsQuery(project.slug, list.query));
  const progress = useQuery(progressQuery(project.slug));
  return (
    <>
      <PageHeader title="Concerns">
        Problems that annotators found in the disambiguations. Exports leave these examples out
        unless you include them.{" "}
        {progress.data?.project != null && describeConcerns(progress.data.project)}
      </PageHeader>
      <ReviewList
        project={project}
        label="Concerns"
        list={list}
        annotations={concerns}
        said={{ header: "What is wrong", render: (row) => <Concern annotation={row} /> }}
        empty={
          <EmptyState icon={IconFlag} title="No concerns">
            When an annotator raises a concern, it appears here.
          </EmptyState>
        }
      />
    </>
  );
}
