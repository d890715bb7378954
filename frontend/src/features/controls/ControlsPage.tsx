import { Stack } from "@mantine/core";

import { useProject } from "@/api/useProject";
import { PageHeader } from "@/components/PageHeader";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { ControlList } from "./ControlList";
import { ControlShare } from "./ControlShare";
import { NamedQuestions } from "./NamedQuestions";

/** Control questions, and questions that come next for somebody, for leads. */
export default function ControlsPage() {
  const project = useProject();
  useDocumentTitle("Control questions", project.title);
  return (
    <>
      <PageHeader title="Control questions">
        Questions whose answer you have decided on come to annotators unseen. Their answers count
        nowhere; the results are on the page of annotators.
      </PageHeader>
      <Stack gap="xl">
        <ControlShare slug={project.slug} />
        <ControlList slug={project.slug} />
        <NamedQuestions slug={project.slug} />
      </Stack>
    </>
  );
}
