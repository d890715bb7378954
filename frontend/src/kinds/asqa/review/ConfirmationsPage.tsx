import { Stack, Text } from "@mantine/core";
import { IconMessageCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { confirmationsQuery } from "@/api/longFormReviews";
import type { ReviewedAnnotation } from "@/api/types";
import { useProject } from "@/api/useProject";
import { PageHeader } from "@/components/PageHeader";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";

import { REVIEW_FILTERS, ReviewList } from "./ReviewList";

function Confirmed({ annotation }: { annotation: ReviewedAnnotation }) {
  const { missing, long_form_answer: text } = annotation;
  return (
    <Stack gap={6} style={{ overflowWrap: "anywhere" }}>
      {missing.map(({ disambiguation, question, short_answers: answers }) => (
        <div key={disambiguation}>
          <Text size="sm" fw={550}>
            {answers.map((answer) => `“${answer}”`).join(" or ")}
          </Text>
          <Text size="xs" c="dimmed">
            {question}
          </Text>
        </div>
      ))}
      <Text size="sm" lineClamp={4}>
        {text}
      </Text>
    </Stack>
  );
}

/** Where annotators said that an answer has an equivalent wording of a missing short answer. */
export default function ConfirmationsPage() {
  const project = useProject();
  useDocumentTitle("Confirmations", project.title);
  const list = useListParams(REVIEW_FILTERS);
  const confirmations = useQuery(confirmationsQuery(project.slug, list.query));
  return (
    <>
      <PageHeader title="Confirmations">
        Answers without one of the short answers. The annotator confirmed that the text says it in
        other words. The sheet shows both. From there, you can ask the annotator to look again.
      </PageHeader>
      <ReviewList
        project={project}
        label="Confirmations"
        list={list}
        annotations={confirmations}
        said={{
          header: "What is missing, and the answer",
          render: (row) => <Confirmed annotation={row} />,
        }}
        empty={
          <EmptyState icon={IconMessageCheck} title="No confirmations">
            When an annotator confirms an equivalent wording, the answer appears here.
          </EmptyState>
        }
      />
    </>
  );
}
